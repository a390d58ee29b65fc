import type { SteeringOutcome } from '../../../record/model_events.js';
import type { Ended, Incoming, TurnedAway } from '../account.js';
import type { Settled } from '../meter/price.js';
import type { RequestHeaders } from '../request_headers.js';

/** Writes the traffic of one account down (R6): each message once, conversations apart, calls of tools with their results. */
export interface Recorder {
  /** Whether so much was written down that nothing more should be asked: what asks cheaply and at length must not fill memory and disk. */
  readonly full: boolean;
  /**
   * Writes a prompt down.
   *
   * @returns the number of the exchange
   */
  prompt(request: Incoming, as: Sent): number;
  /** Writes down what came of an exchange, what it used and what that cost. */
  response(exchange: number, end: Ended, settled: Settled, held_ms: number): void;
  turnedAway(request: TurnedAway): void;
  /** At the end: calls whose results never came. */
  close(): void;
}

/** How a request went on; `upstream` null = it was refused. */
export interface Sent {
  max_tokens: number | null;
  /** null = as the client sent it. */
  body: { sha256: string; bytes: number } | null;
  upstream: string | null;
  steering?: SteeringOutcome[] | undefined;
  /** Name that the upstream knows the model by, where it is another one. */
  sent_model?: string | undefined;
  /** Tools that were taken out of the request. */
  withheld?: readonly string[] | undefined;
  /** Header fields of the agent, where there are any besides those of every request. */
  headers?: RequestHeaders | undefined;
}
