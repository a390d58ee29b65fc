import type { ModelUsage } from '../../record/models/model_usage.js';
import type { NonTextInput } from './estimate_media_tokens.js';
import type { SettledCost } from './price_book.js';

/** Caps of an account, without the headroom; null = no cap. */
export interface MeterCaps {
  usd: number | null;
  tokens: number | null;
  requests: number | null;
}

/** Maximum use of a request, as far as it is known before. */
export interface RequestEstimate {
  model: string;
  /** Name of the upstream, for prices that depend on the provider. */
  provider: string | undefined;
  /** Bytes of the body that are text, from which an upper bound of tokens follows. */
  input_bytes: number;
  /** Input that is not text, or only referred to; absent if there is none. */
  untexted?: NonTextInput | undefined;
  /** Output limit of the client; null = none. */
  max_tokens: number | null;
  /** Thinking budget, or the minimum of it if the budget is open; absent if unknown. */
  thinking?: number | undefined;
  /** Number of responses asked for at once. */
  answers: number;
  /** Tokens of input from which the provider compacts the conversation first, in a sampling of its own. */
  compacts_from?: number | undefined;
}

export interface MeterRefusal {
  refused: 'usd-cap' | 'token-cap' | 'request-cap' | 'unpriced-model';
  /** Message for the reader of the client's output: the cap, and the remaining budget. */
  message: string;
}

/**
 * Meter of one account (requirements R8, R13). Before a request is forwarded, its worst case is reserved, so that
 * concurrent requests cannot pass a cap together. Afterwards the real use is settled.
 */
export interface Meter {
  /** Reserves a request at once, with a lower output limit if less is left, or rejects it. */
  reserve(estimate: RequestEstimate): Reservation | MeterRefusal;
  /**
   * Reserves a request. One that does not fit only because of open requests waits until they are settled, in order of
   * arrival.
   *
   * @returns undefined if the signal aborts first
   */
  claim(estimate: RequestEstimate, signal: AbortSignal): Promise<Reservation | MeterRefusal | undefined>;
  /** Renews a cap, as a person allowed: the same amount may be used again from the settled use on. */
  renew(cap: keyof MeterCaps): void;
  readonly spent: { requests: number; tokens: number; usd: number | null };
}

export interface Reservation {
  /** Output limit to send; null = none is needed. */
  max_tokens: number | null;
  /** Returns true if a response of so many bytes may continue; else the caller aborts it. */
  covers(output_bytes: number): boolean;
  /**
   * Settles the reservation, once, by the reported usage (or null) and the bytes of text.
   *
   * @param observed `sent: false` if nothing was used: the request never left, or the upstream answered with an error
   */
  settle(usage: ModelUsage | null, observed: ObservedUsage): SettledCost;
}

/** Observed use of an exchange. */
export interface ObservedUsage {
  sent: boolean;
  /** True if it reached the upstream without using tokens: it counts as a request. Default: as `sent`. */
  reached?: boolean;
  output_bytes: number;
  /**
   * Milliseconds between request and the client's departure, in which the model may have generated hidden reasoning.
   */
  left_after_ms?: number | undefined;
}
