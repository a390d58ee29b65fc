import type { DialectName, SteeringOutcome } from '../../../record/model_events.js';
import type { JsonObject } from '../dialects/dialect.js';

/** Puts active steering into requests for one backend, by a mapping that is data (A3; evaluation upgrades §3). */
export interface Steering {
  /**
   * @returns the body to send, which is the given object itself when nothing was put in, and what became of each row
   */
  inject(body: JsonObject, dialect: DialectName): { body: JsonObject; outcomes: SteeringOutcome[] };
  readonly identity: { sha256: string; backend: string; rows: number };
  /** To be told once per run: rows that do nothing with this backend, or less than they say, and why. */
  readonly warnings: readonly string[];
}
