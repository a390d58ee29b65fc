import { getTotalTokens, type ModelUsage } from '../../record/models/model_usage.js';
import { computeMinThinkingOutput } from '../dialects/scale_thinking_budget.js';
import { createRequestQueue } from './create_request_queue.js';
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
import type { Meter, MeterCaps, MeterRefusal, RequestEstimate, Reservation } from './meter.js';
import type { PriceBook, SettledCost } from './price_book.js';
import { createWorstCaseLookup, type WorstCase } from './worst_case.js';

/**
 * Reserved tokens for a response without a limit. More is reserved as it grows; a limit is sent only if less is left.
 */
const USUAL_ANSWER = 8192;
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

/**
 * Creates a meter over its own counts, without clock and files. The overspending beyond a cap is bounded per open
 * request: an input denser than any before (at most twice the first reservation), bytes that an upstream sends after
 * the abort, and hidden reasoning of a response without a limit (docs/agents.md#costs).
 *
 * @param elsewhere_usd cost of the attempt besides model requests; the cap in USD covers all of it
 */
export function createMeter(allowed: MeterCaps, prices: PriceBook, elsewhere_usd: () => number = () => 0): Meter {
  const caps = { ...allowed };
  const open_requests = new Set<HeldAmount>();
  const worstOf = createWorstCaseLookup(prices);
  let requests = 0;
  let unanswered = 0;
  let tokens = 0;
  let usd: number | null = 0;
  let density = ASSUMED_DENSITY;
  /** Most that a request which compacts used beyond what it has reserved by its body and its limit. */
  const surplus: TokenPair = { input: 0, output: 0 };

  const computeRemaining = (alone: boolean): RemainingBudget => {
    const reserved = alone ? [] : [...open_requests];
    return {
      tokens: caps.tokens === null ? Number.POSITIVE_INFINITY : caps.tokens - tokens - sumHeld(reserved, 'tokens'),
      usd:
        caps.usd === null
          ? Number.POSITIVE_INFINITY
          : caps.usd - (usd ?? caps.usd) - sumHeld(reserved, 'usd') - elsewhere_usd(),
    };
  };
  /**
   * Returns the tokens that all responses of a request may have together, up to `most`; below 0 if not even its input
   * fits.
   */
  const room = (worst: WorstCase, input: number, most: number, { tokens, usd }: RemainingBudget): number => {
    const fits = Math.min(most, Math.floor(tokens - input));
    return fits < 0 || caps.usd === null ? fits : worst.affordable(input, fits, usd);
  };
  /** Computes the room for a request. */
  const estimateRoom = (estimate: RequestEstimate, alone: boolean) => {
    const worst = worstOf(estimate.model, estimate.provider);
    const input = computeMaxInputTokens(estimate.input_bytes, density) + (estimate.untexted?.tokens ?? 0);
    const answers = Math.max(1, estimate.answers);
    const { thinking, compacts_from } = estimate;
    const aside = createCompactionReserve(worst, surplus, { input, compacts_from, max_tokens: estimate.max_tokens });
    const wanted = answers * Math.max(0, estimate.max_tokens ?? USUAL_ANSWER + (thinking ?? 0));
    const minimum = Math.min(
      wanted,
      answers * (thinking === undefined ? USEFUL_ANSWER : computeMinThinkingOutput(thinking)),
    );
    const remaining = computeRemaining(alone);
    const there = { tokens: remaining.tokens - aside.tokens, usd: remaining.usd - aside.usd };
    const output = room(worst, input, Math.min(wanted, MOST_TOKENS), there);
    return { worst, input, answers, wanted, least: minimum, output, there, aside };
  };

  const refused = (estimate: RequestEstimate, alone: boolean): MeterRefusal | undefined => {
    if (caps.usd !== null && worstOf(estimate.model, estimate.provider).usd(1, 1) === undefined)
      return meterRefusals.unpriced(estimate.model);
    if (caps.requests !== null && requests >= caps.requests) return meterRefusals.requests(caps.requests, unanswered);
    const { worst, input, least: minimum, output, there, aside } = estimateRoom(estimate, alone);
    if (output >= minimum) return undefined;
    const by_tokens = there.tokens < input + minimum;
    return by_tokens
      ? meterRefusals.tokens(caps.tokens!, there.tokens + aside.tokens, input + minimum + aside.tokens)
      : meterRefusals.usd(
          caps.usd!,
          there.usd + aside.usd,
          (worst.usd(input, minimum) ?? 0) + aside.usd,
          elsewhere_usd(),
        );
  };

  const reserve = (estimate: RequestEstimate): Reservation | MeterRefusal => {
    const rejection = refused(estimate, false);
    if (rejection) return rejection;
    const { worst, input, answers, wanted, output, aside } = estimateRoom(estimate, false);
    const max_tokens = output < wanted ? Math.floor(output / answers) : estimate.max_tokens;
    const limit = max_tokens === null ? null : max_tokens * answers;
    const held: HeldAmount = { tokens: 0, usd: 0 };
    let granted = 0;
    let look_at_bytes = 0;
    const grant = (output: number) => {
      granted = output;
      held.tokens = input + output + aside.tokens;
      held.usd = caps.usd === null ? 0 : (worst.usd(input, output) ?? 0) + aside.usd;
    };
    grant(limit ?? output);
    requests += 1;
    open_requests.add(held);

    const grow = (wish: number) => {
      open_requests.delete(held);
      const { tokens, usd } = computeRemaining(false);
      const there = room(worst, input, wish, { tokens: tokens - aside.tokens, usd: usd - aside.usd });
      open_requests.add(held);
      if (there > granted) grant(there);
    };
    return {
      max_tokens,
      covers(output_bytes) {
        const minimum = computeMinOutputTokens(output_bytes);
        const wish = limit === null || minimum > limit ? computeMaxOutputTokens(output_bytes, density) : limit;
        if (wish > granted && output_bytes >= look_at_bytes && open_requests.has(held)) {
          look_at_bytes = output_bytes + LOOK_AGAIN_BYTES;
          grow(wish + LOOK_AGAIN_BYTES);
        }
        return minimum <= granted;
      },
      settle(reported, { sent, reached = sent, output_bytes, left_after_ms = 0 }) {
        if (!open_requests.delete(held)) throw new Error('a request is settled once');
        if (!reached) requests -= 1;
        if (reached && !sent) unanswered += 1;
        const unseen = Math.min(computeMaxUnseenTokens(left_after_ms), limit ?? granted);
        const { input_bytes, untexted } = estimate;
        const passed = { input_bytes, untexted, output_bytes, limit, density, unseen };
        const usage = !sent ? null : reported ? correctUsage(reported, passed) : estimateUsage(passed);
        const settled = usage === null ? NOTHING_USED : charged(usage, estimate, held);
        if (usage && estimate.compacts_from !== undefined) {
          surplus.input = Math.max(surplus.input, usage.input_tokens - input);
          surplus.output = Math.max(surplus.output, usage.output_tokens - granted);
        }
        if (usage) density = Math.min(MAX_DENSITY, Math.max(density, computeSeenDensity(usage, estimate)));
        queue.next();
        return settled;
      },
    };
  };

  const charged = (usage: ModelUsage, { model, provider }: RequestEstimate, held: HeldAmount): SettledCost => {
    const priced = prices.cost(model, provider, usage);
    tokens += getTotalTokens(usage);
    // Under a cap an unpriced request is rejected. If a count has no price all the same, the reservation is charged.
    const own = priced?.usd ?? (caps.usd === null ? null : held.usd);
    usd = usd === null || own === null ? null : usd + own;
    const { price = null, unpriced } = priced ?? {};
    return { usage, usd: own, price, ...(unpriced ? { unpriced } : {}) };
  };

  const queue = createRequestQueue(
    (estimate: RequestEstimate) => {
      const { output, wanted } = estimateRoom(estimate, false);
      return open_requests.size === 0 || output >= wanted || refused(estimate, true) !== undefined;
    },
    (estimate) => refused(estimate, true) ?? reserve(estimate),
  );

  return {
    reserve,
    claim: queue.wait,
    renew(cap) {
      const settled = { usd: (usd ?? 0) + elsewhere_usd(), tokens, requests: requests - open_requests.size };
      const once = allowed[cap];
      if (once !== null) caps[cap] = settled[cap] + once;
      queue.next();
    },
    get spent() {
      return { requests, tokens, usd };
    },
  };
}

interface TokenPair {
  input: number;
  output: number;
}

/**
 * Computes what is kept for the compaction of a conversation: the input and the limit once more where the body may reach
 * the trigger, and no less than an earlier compaction used.
 */
function createCompactionReserve(
  worst: WorstCase,
  seen: TokenPair,
  { input, compacts_from, max_tokens }: { input: number; compacts_from: number | undefined; max_tokens: number | null },
): HeldAmount {
  if (compacts_from === undefined) return { tokens: 0, usd: 0 };
  const reaches = input >= compacts_from;
  const kept = {
    input: Math.max(seen.input, reaches ? input : 0),
    output: Math.max(seen.output, reaches ? (max_tokens ?? USUAL_ANSWER) : 0),
  };
  return { tokens: kept.input + kept.output, usd: worst.usd(kept.input, kept.output) ?? 0 };
}

const NOTHING_USED: SettledCost = { usage: null, usd: null, price: null };

/** Computes the density of an input by a reported count. */
const computeSeenDensity = (
  { input_tokens, source }: ModelUsage,
  { input_bytes, untexted }: RequestEstimate,
): number =>
  source === 'reported' && input_bytes > 0 ? computeDensity(input_tokens - (untexted?.tokens ?? 0), input_bytes) : 0;

const sumHeld = (held: readonly HeldAmount[], of: keyof HeldAmount) =>
  held.reduce((total, each) => total + each[of], 0);

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
      `${elsewhere > 0 ? `, ${formatUsd(elsewhere)} of them gone for commands, calls, people and overhead,` : ' on models'} ` +
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
