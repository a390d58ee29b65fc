import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { getTotalTokens, type ModelUsage } from '../../record/models/model_usage.js';
import { computeMinThinkingOutput } from '../dialects/scale_thinking_budget.js';
import { createRequestQueue } from './create_request_queue.js';
import type { NonTextInput } from './estimate_media_tokens.js';
import {
  ASSUMED_DENSITY,
  computeDensity,
  computeMaxInputTokens,
  computeMaxOutputTokens,
  computeMaxUnseenTokens,
  computeMinOutputTokens,
  correctUsage,
  estimateUsage,
  MAX_DENSITY,
} from './estimate_usage.js';
import type { PriceBook, SettledCost } from './price_book.js';
import {
  createCompactionReserve,
  createWorstCaseLookup,
  type TokenPair,
  USUAL_ANSWER,
  type WorstCase,
} from './worst_case.js';

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
interface ObservedUsage {
  sent: boolean;
  /** True if it reached the upstream without using tokens: it counts as a request. Default: as `sent`. */
  reached?: boolean;
  output_bytes: number;
  /**
   * Milliseconds between request and the client's departure, in which the model may have generated hidden reasoning.
   */
  left_after_ms?: number | undefined;
}

/** Minimum useful length of a response; a request with less room is rejected, unless the client asks for less. */
const USEFUL_ANSWER = 256;

/** Maximum number of tokens that is counted exactly. */
const MOST_TOKENS = 1e9;
/** Bytes of growth after which a response is checked again. */
const LOOK_AGAIN_BYTES = 1024;

/** Amounts reserved for an open request. */
interface HeldAmount {
  tokens: number;
  usd: number;
}

/** Counts of a meter. */
interface MeterState {
  caps: MeterCaps;
  open_requests: Set<HeldAmount>;
  requests: number;
  unanswered: number;
  tokens: number;
  usd: number | null;
  density: number;
  /** Most that a request which compacts used beyond what it has reserved by its body and its limit. */
  surplus: TokenPair;
}

/** State of a meter with what it asks. */
interface MeterContext {
  state: MeterState;
  prices: PriceBook;
  getWorstCase: ReturnType<typeof createWorstCaseLookup>;
  elsewhere_usd: () => number;
}

/**
 * Creates a meter over its own counts, without clock and files. The overspending beyond a cap is bounded per open
 * request: an input denser than any before (at most twice the first reservation), bytes that an upstream sends after
 * the abort, and hidden reasoning of a response without a limit (docs/agents.md#costs).
 *
 * @param elsewhere_usd cost of the attempt besides model requests; the cap in USD covers all of it
 */
export function createMeter(allowed: MeterCaps, prices: PriceBook, elsewhere_usd: () => number = () => 0): Meter {
  const state: MeterState = {
    caps: { ...allowed },
    open_requests: new Set(),
    ...{ requests: 0, unanswered: 0, tokens: 0, usd: 0 },
    density: ASSUMED_DENSITY,
    surplus: { input: 0, output: 0 },
  };
  const context: MeterContext = { state, prices, getWorstCase: createWorstCaseLookup(prices), elsewhere_usd };
  const reserve = (estimate: RequestEstimate) =>
    findRefusal(context, estimate, false) ?? openReservation(context, estimate, () => queue.next());
  const queue = createRequestQueue(
    (estimate: RequestEstimate) => {
      const { output, wish } = estimateRoom(context, estimate, false);
      return state.open_requests.size === 0 || output >= wish || findRefusal(context, estimate, true) !== undefined;
    },
    (estimate) => findRefusal(context, estimate, true) ?? reserve(estimate),
  );
  return {
    reserve,
    claim: queue.wait,
    renew(cap) {
      const { requests, tokens, usd, open_requests, caps } = state;
      const settled = { usd: (usd ?? 0) + elsewhere_usd(), tokens, requests: requests - open_requests.size };
      const amount = allowed[cap];
      if (amount !== null) caps[cap] = settled[cap] + amount;
      queue.next();
    },
    get spent() {
      const { requests, tokens, usd } = state;
      return { requests, tokens, usd };
    },
  };
}

/** Computes what is left under the caps, `alone` as if no request were open. */
function computeRemaining({ state, elsewhere_usd }: MeterContext, alone: boolean): RemainingBudget {
  const { caps, tokens, usd } = state;
  const reserved = alone ? [] : [...state.open_requests];
  return {
    tokens: caps.tokens === null ? Number.POSITIVE_INFINITY : caps.tokens - tokens - sumHeld(reserved, 'tokens'),
    usd:
      caps.usd === null
        ? Number.POSITIVE_INFINITY
        : caps.usd - (usd ?? caps.usd) - sumHeld(reserved, 'usd') - elsewhere_usd(),
  };
}

/**
 * Computes the tokens that all responses of a request may have together, up to `most`; below 0 if not even its input
 * fits.
 */
function computeOutputRoom(
  { caps }: MeterState,
  worst: WorstCase,
  input: number,
  most: number,
  { tokens, usd }: RemainingBudget,
): number {
  const fits = Math.min(most, Math.floor(tokens - input));
  return fits < 0 || caps.usd === null ? fits : worst.affordable(input, fits, usd);
}

/** Computes the room for a request. */
function estimateRoom(context: MeterContext, estimate: RequestEstimate, alone: boolean) {
  const { state, getWorstCase } = context;
  const { thinking, compacts_from, max_tokens } = estimate;
  const worst = getWorstCase(estimate.model, estimate.provider);
  const input = computeMaxInputTokens(estimate.input_bytes, state.density) + (estimate.untexted?.tokens ?? 0);
  const answers = Math.max(1, estimate.answers);
  const aside = createCompactionReserve(worst, state.surplus, { input, compacts_from, max_tokens });
  const wish = answers * Math.max(0, max_tokens ?? USUAL_ANSWER + (thinking ?? 0));
  const useful = thinking === undefined ? USEFUL_ANSWER : computeMinThinkingOutput(thinking);
  const remaining = computeRemaining(context, alone);
  const available = { tokens: remaining.tokens - aside.tokens, usd: remaining.usd - aside.usd };
  const output = computeOutputRoom(state, worst, input, Math.min(wish, MOST_TOKENS), available);
  const minimum = Math.min(wish, answers * useful);
  return { worst, input, answers, wish, minimum, output, available, aside };
}

function findRefusal(context: MeterContext, estimate: RequestEstimate, alone: boolean): MeterRefusal | undefined {
  const { caps, requests, unanswered } = context.state;
  if (caps.usd !== null && context.getWorstCase(estimate.model, estimate.provider).usd(1, 1) === undefined)
    return meterRefusals.unpriced(estimate.model);
  if (caps.requests !== null && requests >= caps.requests) return meterRefusals.requests(caps.requests, unanswered);
  const { worst, input, minimum, output, available, aside } = estimateRoom(context, estimate, alone);
  if (output >= minimum) return undefined;
  if (caps.tokens !== null && available.tokens < input + minimum)
    return meterRefusals.tokens(caps.tokens, available.tokens + aside.tokens, input + minimum + aside.tokens);
  const needed_usd = (worst.usd(input, minimum) ?? 0) + aside.usd;
  return meterRefusals.usd(caps.usd ?? 0, available.usd + aside.usd, needed_usd, context.elsewhere_usd());
}

/** Reserves a request that was not refused. */
function openReservation(context: MeterContext, estimate: RequestEstimate, onSettled: () => void): Reservation {
  const { state } = context;
  const { worst, input, answers, wish, output, aside } = estimateRoom(context, estimate, false);
  const max_tokens = output < wish ? Math.floor(output / answers) : estimate.max_tokens;
  const limit = max_tokens === null ? null : max_tokens * answers;
  const hold: HeldAmount = { tokens: 0, usd: 0 };
  let granted = 0;
  let look_at_bytes = 0;
  const grant = (tokens: number) => {
    granted = tokens;
    hold.tokens = input + tokens + aside.tokens;
    hold.usd = state.caps.usd === null ? 0 : (worst.usd(input, tokens) ?? 0) + aside.usd;
  };
  const grow = (wish: number) => {
    state.open_requests.delete(hold);
    const { tokens, usd } = computeRemaining(context, false);
    const available = { tokens: tokens - aside.tokens, usd: usd - aside.usd };
    const room = computeOutputRoom(state, worst, input, wish, available);
    state.open_requests.add(hold);
    if (room > granted) grant(room);
  };
  grant(limit ?? output);
  state.requests += 1;
  state.open_requests.add(hold);
  return {
    max_tokens,
    covers(output_bytes) {
      const minimum = computeMinOutputTokens(output_bytes);
      const exceeds = limit === null || minimum > limit;
      const wish = exceeds ? computeMaxOutputTokens(output_bytes, state.density) : limit;
      if (wish > granted && output_bytes >= look_at_bytes && state.open_requests.has(hold)) {
        look_at_bytes = output_bytes + LOOK_AGAIN_BYTES;
        grow(wish + LOOK_AGAIN_BYTES);
      }
      return minimum <= granted;
    },
    settle(reported, observed) {
      if (!state.open_requests.delete(hold)) throw new Error('a request is settled once');
      const settled = settleUsage(context, estimate, { input, limit, granted, held: hold }, reported, observed);
      onSettled();
      return settled;
    },
  };
}

/**
 * Reservation for a request: tokens of its input, limit and grant of its output, and the amount held for both.
 */
interface ReservedAmounts {
  input: number;
  limit: number | null;
  granted: number;
  held: HeldAmount;
}

/** Counts what a request used, and learns from it. */
function settleUsage(
  context: MeterContext,
  estimate: RequestEstimate,
  { input, limit, granted, held }: ReservedAmounts,
  reported: ModelUsage | null,
  { sent, reached = sent, output_bytes, left_after_ms = 0 }: ObservedUsage,
): SettledCost {
  const { state } = context;
  const { surplus, density } = state;
  if (!reached) state.requests -= 1;
  if (reached && !sent) state.unanswered += 1;
  if (!sent) return NOTHING_USED;
  const unseen = Math.min(computeMaxUnseenTokens(left_after_ms), limit ?? granted);
  const { input_bytes, untexted, compacts_from } = estimate;
  const size = { input_bytes, untexted, output_bytes, limit, density, unseen };
  const usage = reported ? correctUsage(reported, size) : estimateUsage(size);
  const settled = chargeUsage(context, usage, estimate, held);
  if (compacts_from !== undefined)
    state.surplus = {
      input: Math.max(surplus.input, usage.input_tokens - input),
      output: Math.max(surplus.output, usage.output_tokens - granted),
    };
  state.density = Math.min(MAX_DENSITY, Math.max(density, computeSeenDensity(usage, estimate)));
  return settled;
}

function chargeUsage(
  { state, prices }: MeterContext,
  usage: ModelUsage,
  { model, provider }: RequestEstimate,
  held: HeldAmount,
): SettledCost {
  const priced = prices.cost(model, provider, usage);
  state.tokens += getTotalTokens(usage);
  // Under a cap an unpriced request is rejected. If a count has no price all the same, the reservation is charged.
  const usd = priced?.usd ?? (state.caps.usd === null ? null : held.usd);
  state.usd = state.usd === null || usd === null ? null : state.usd + usd;
  const { price = null, unpriced } = priced ?? {};
  return { usage, usd, price, ...omitUndefined({ unpriced }) };
}

const NOTHING_USED: SettledCost = { usage: null, usd: null, price: null };

/** Computes the density of an input by a reported count. */
const computeSeenDensity = (
  { input_tokens, source }: ModelUsage,
  { input_bytes, untexted }: RequestEstimate,
): number =>
  source === 'reported' && input_bytes > 0 ? computeDensity(input_tokens - (untexted?.tokens ?? 0), input_bytes) : 0;

const sumHeld = (held: readonly HeldAmount[], unit: keyof HeldAmount) =>
  held.reduce((total, each) => total + each[unit], 0);

/** Remaining budget under the caps; infinite without a cap. */
interface RemainingBudget {
  tokens: number;
  usd: number;
}

/** Refusals in words, for the client and for the report. */
const meterRefusals = {
  usd: (cap: number, remaining: number, needed: number, elsewhere: number): MeterRefusal => ({
    refused: 'usd-cap',
    message:
      `budget exhausted: of ${formatUsd(cap)} USD that may be spent` +
      (elsewhere > 0
        ? `, ${formatUsd(elsewhere)} of them gone for commands, calls, people and overhead, `
        : ' on models ') +
      `${formatUsd(Math.max(0, remaining))} are left, and this request may cost ${formatUsd(needed)}`,
  }),
  tokens: (cap: number, remaining: number, needed: number): MeterRefusal => ({
    refused: 'token-cap',
    message:
      `budget exhausted: of ${cap} tokens ${Math.max(0, Math.floor(remaining))} are left, ` +
      `and this request may use ${needed}`,
  }),
  requests: (cap: number, unanswered: number): MeterRefusal => ({
    refused: 'request-cap',
    message:
      `budget exhausted: all of ${cap} requests to models were sent` +
      `${unanswered === 0 ? '' : `, ${unanswered} of them without an answer`}`,
  }),
  unpriced: (model: string): MeterRefusal => ({
    refused: 'unpriced-model',
    message:
      `no price is known for the model ${JSON.stringify(model.slice(0, 100).toWellFormed())}, and the budget ` +
      'is capped in USD: declare it in a price table (0 for a model that costs nothing)',
  }),
} as const;

const formatUsd = (usd: number) => String(Number(usd.toPrecision(4)));
