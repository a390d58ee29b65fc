import type { SteeringOutcome } from '../../record/model_events.js';
import type { Answered, Asked, Route } from './dialects/dialect.js';
import type { UntextedInput } from './meter/media_tokens.js';
import type { MeterRefusal } from './meter/meter.js';
import type { RequestHeaders } from './request_headers.js';

/**
 * One run's side of the gateway: who may ask, how much is left, and where it is written down. The server knows accounts only by their
 * tokens, so several runs can share it without seeing each other.
 */
export interface Account {
  /** Whose token this is; undefined = nobody's here. */
  holder(presented: string): string | undefined;
  /** Aborted when nobody may ask any more: what is under way is broken off. */
  readonly stopped?: AbortSignal | undefined;
  /**
   * Asks for leave to send a request on. May take long: a request that is throttled is held.
   *
   * @param gone aborted when the client goes away, or with the reason `stopped` when the gateway ends
   */
  admit(
    request: Incoming,
    gone: AbortSignal,
  ): Promise<Exchange | MeterRefusal | { refused: 'stopped' | 'record-full'; message: string }>;
  /** Writes down a request that never came as far as that: unreadable, unknown model, … */
  turnedAway(request: TurnedAway): void;
}

export interface Incoming {
  agent: string;
  route: Route;
  path: string;
  asked: Asked;
  /** Session id in the headers, where clients send one. */
  session: string | undefined;
  upstream: { name: string; provider: string | undefined };
  body: { sha256: string; bytes: number };
  /** What of it is no text, or only referred to; absent = nothing. */
  untexted?: UntextedInput | undefined;
}

export interface TurnedAway {
  agent: string;
  path: string;
  code: string;
  message: string;
  status: number;
  bytes: number;
}

/** A request that may be sent on. `sent` and `ended` are called once each, in this order; `ended` also without `sent`. */
export interface Exchange {
  readonly number: number;
  /** Limit on the output to send; null = leave the body as it is. */
  readonly max_tokens: number | null;
  /** Writes the prompt down, before a byte of it leaves. */
  sent(as: {
    body: { sha256: string; bytes: number } | null;
    steering: SteeringOutcome[] | undefined;
    sent_model?: string;
    withheld?: readonly string[];
    headers?: RequestHeaders;
  }): void;
  /** Whether an answer of so many bytes so far may go on; false = break it off. */
  covers(output_bytes: number): boolean;
  /** Writes down what came of it, and what it cost. */
  ended(end: Ended): void;
}

export interface Ended {
  outcome: 'complete' | 'partial' | 'aborted' | 'error' | 'refused';
  code: string | null;
  detail: string;
  status: number | null;
  /** null = nothing was answered. */
  answered: Answered | null;
  output_bytes: number;
  first_byte_ms: number | null;
  wall_ms: number;
  body: { sha256: string; bytes: number } | null;
}
