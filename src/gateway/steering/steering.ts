import type { DialectName, SteeringOutcome } from '../../record/events/model_payloads.js';
import type { JsonObject } from '../dialects/dialect.js';

/** Steering of requests for one backend, by a mapping that is data (requirement A3). */
export interface Steering {
  /**
   * Inserts the steering into a request.
   *
   * @returns the body, unchanged if nothing was inserted, and the outcome of each row
   */
  inject(body: JsonObject, dialect: DialectName): { body: JsonObject; outcomes: SteeringOutcome[] };
  readonly identity: { sha256: string; backend: string; rows: number };
  /** Warnings to print once per run: rows without effect on this backend, or with less than they say. */
  readonly warnings: readonly string[];
}
