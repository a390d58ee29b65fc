import type { ModelUsage } from '../../../record/model_usage.js';
import type { UntextedInput } from './media_tokens.js';
import type { Settled } from './price.js';

/** What an account may use, headroom already taken off; null = no cap. */
export interface Caps {
  usd: number | null;
  tokens: number | null;
  requests: number | null;
}

/** What a request will use at most, as far as that can be known before. */
export interface Estimate {
  model: string;
  /** Name of the upstream, for prices that depend on the provider. */
  provider: string | undefined;
  /** Bytes of the body that are text: an upper bound of their tokens follows from it. */
  input_bytes: number;
  /** What is no text, or is only referred to; absent = nothing. */
  untexted?: UntextedInput | undefined;
  /** Limit on the output as asked for; null = none. */
  max_tokens: number | null;
  /** What is to be thought of that at most, or at least where that is open; absent = nothing is known of it. */
  thinking?: number | undefined;
  /** Answers at once. */
  answers: number;
}

export interface MeterRefusal {
  refused: 'usd-cap' | 'token-cap' | 'request-cap' | 'unpriced-model';
  /** For the person who reads the client's output: which cap, how much is left. */
  message: string;
}

/**
 * Keeps count of one account (R8, R13): before a request is sent on its worst case is reserved, so that requests side by side do not
 * pass a cap together; afterwards what it really used is settled.
 */
export interface Meter {
  /** At once: with a lower limit on the output where no more is left, or not at all. */
  reserve(estimate: Estimate): Reservation | MeterRefusal;
  /**
   * The same, but what does not fit only because of requests that are under way waits until they are settled, in the order in which it came.
   *
   * @returns undefined when the signal aborts first
   */
  claim(estimate: Estimate, signal: AbortSignal): Promise<Reservation | MeterRefusal | undefined>;
  /** Begins a cap anew, as a person allowed: from what is settled by now, as much may be used once more. */
  renew(cap: keyof Caps): void;
  readonly spent: { requests: number; tokens: number; usd: number | null };
}

export interface Reservation {
  /** Limit on the output to send; null = none is needed. */
  max_tokens: number | null;
  /** Whether an answer of so many bytes so far may go on. Where not, the caller breaks it off. */
  covers(output_bytes: number): boolean;
  /**
   * The end of it, once: what was reported, or null, with the bytes of text that passed.
   *
   * @param seen `sent: false` = nothing was used: it never left, or the upstream answered with an error
   */
  settle(usage: ModelUsage | null, seen: Seen): Settled;
}

/** What was seen of an exchange. */
export interface Seen {
  sent: boolean;
  /** It reached the upstream, though nothing was used: it counts as a request. Absent = as `sent`. */
  reached?: boolean;
  output_bytes: number;
  /** How long the answer had been on its way when the client left, in milliseconds: it may have been reasoning that nobody is shown. */
  left_after_ms?: number;
}
