import { type ModelUsage, totalTokens } from '../../../record/model_usage.js';
import { leastWith } from '../dialects/thinking.js';
import {
  ASSUMED_DENSITY,
  believed,
  DENSEST,
  densityOf,
  estimated,
  leastOutput,
  mostInput,
  mostOutput,
  mostUnseen,
} from './bounds.js';
import type { Caps, Estimate, Meter, MeterRefusal, Reservation } from './meter.js';
import type { PriceBook, Settled } from './price.js';
import { openQueue } from './queue.js';
import { type Left, refusal } from './refusal.js';
import { type WorstCase, worstCases } from './worst_case.js';

/** What is reserved for an answer that the client sets no limit to. More is reserved as it grows; no limit is sent unless less is left. */
const USUAL_ANSWER = 8192;
/** An answer that would be cut shorter than this is worth nothing, so it is refused, unless the client wants no more. */
const USEFUL_ANSWER = 256;

/** Numbers beyond that are what nobody can mean, and would not be counted exactly. */
const MOST_TOKENS = 1e9;
/** An answer that grows is looked at again after so many bytes. */
const LOOK_AGAIN_BYTES = 1024;

/** A request under way, and what is kept for it. */
interface Held {
  tokens: number;
  usd: number;
}

/**
 * A meter over its own counts: no clock, no files. What may be spent beyond a cap is bounded, per request under way: an input denser than
 * any that was seen (at most twice what is reserved at first), what an upstream adds after it was told to stop, and hidden reasoning of an
 * answer without a limit (docs/costs.md).
 */
export function openMeter(allowed: Caps, prices: PriceBook): Meter {
  const caps = { ...allowed };
  const under_way = new Set<Held>();
  const worstOf = worstCases(prices);
  let requests = 0;
  let unanswered = 0;
  let tokens = 0;
  let usd: number | null = 0;
  let density = ASSUMED_DENSITY;

  const left = (alone: boolean): Left => {
    const kept = alone ? [] : [...under_way];
    return {
      tokens: caps.tokens === null ? Number.POSITIVE_INFINITY : caps.tokens - tokens - sum(kept, 'tokens'),
      usd: caps.usd === null ? Number.POSITIVE_INFINITY : caps.usd - (usd ?? caps.usd) - sum(kept, 'usd'),
    };
  };
  /** Tokens that all answers of a request may have together, up to `most`; less than 0 = not even its input fits. */
  const room = (worst: WorstCase, input: number, most: number, { tokens, usd }: Left): number => {
    const fits = Math.min(most, Math.floor(tokens - input));
    return fits < 0 || caps.usd === null ? fits : worst.affordable(input, fits, usd);
  };
  /** How much room there is; `short` = the cap that leaves less than a useful answer. */
  const look = (estimate: Estimate, alone: boolean) => {
    const worst = worstOf(estimate.model, estimate.provider);
    const input = mostInput(estimate.input_bytes, density) + (estimate.untexted?.tokens ?? 0);
    const answers = Math.max(1, estimate.answers);
    const { thinking } = estimate;
    const wanted = answers * Math.max(0, estimate.max_tokens ?? USUAL_ANSWER + (thinking ?? 0));
    const least = Math.min(wanted, answers * (thinking === undefined ? USEFUL_ANSWER : leastWith(thinking)));
    const there = left(alone);
    const output = room(worst, input, Math.min(wanted, MOST_TOKENS), there);
    return { worst, input, answers, wanted, least, output, there };
  };

  const refused = (estimate: Estimate, alone: boolean): MeterRefusal | undefined => {
    if (caps.usd !== null && worstOf(estimate.model, estimate.provider).usd(1, 1) === undefined)
      return refusal.unpriced(estimate.model);
    if (caps.requests !== null && requests >= caps.requests) return refusal.requests(caps.requests, unanswered);
    const { worst, input, least, output, there } = look(estimate, alone);
    if (output >= least) return undefined;
    const by_tokens = there.tokens < input + least;
    return by_tokens
      ? refusal.tokens(caps.tokens!, there.tokens, input + least)
      : refusal.usd(caps.usd!, there.usd, worst.usd(input, least) ?? 0);
  };

  const reserve = (estimate: Estimate): Reservation | MeterRefusal => {
    const no = refused(estimate, false);
    if (no) return no;
    const { worst, input, answers, wanted, output } = look(estimate, false);
    const max_tokens = output < wanted ? Math.floor(output / answers) : estimate.max_tokens;
    const limit = max_tokens === null ? null : max_tokens * answers;
    const held: Held = { tokens: 0, usd: 0 };
    let granted = 0;
    let look_at_bytes = 0;
    const grant = (output: number) => {
      granted = output;
      held.tokens = input + output;
      held.usd = caps.usd === null ? 0 : (worst.usd(input, output) ?? 0);
    };
    grant(limit ?? output);
    requests += 1;
    under_way.add(held);

    const grow = (wish: number) => {
      under_way.delete(held);
      const there = room(worst, input, wish, left(false));
      under_way.add(held);
      if (there > granted) grant(there);
    };
    return {
      max_tokens,
      covers(output_bytes) {
        const least = leastOutput(output_bytes);
        const wish = limit === null || least > limit ? mostOutput(output_bytes, density) : limit;
        if (wish > granted && output_bytes >= look_at_bytes && under_way.has(held)) {
          look_at_bytes = output_bytes + LOOK_AGAIN_BYTES;
          grow(wish + LOOK_AGAIN_BYTES);
        }
        return least <= granted;
      },
      settle(told, { sent, reached = sent, output_bytes, left_after_ms = 0 }) {
        if (!under_way.delete(held)) throw new Error('a request is settled once');
        if (!reached) requests -= 1;
        if (reached && !sent) unanswered += 1;
        const unseen = Math.min(mostUnseen(left_after_ms), limit ?? granted);
        const { input_bytes, untexted } = estimate;
        const passed = { input_bytes, untexted, output_bytes, limit, density, unseen };
        const usage = !sent ? null : told ? believed(told, passed) : estimated(passed);
        const settled = usage === null ? NOTHING_USED : charged(usage, estimate, held);
        if (usage) density = Math.min(DENSEST, Math.max(density, seenDensity(usage, estimate)));
        queue.next();
        return settled;
      },
    };
  };

  const charged = (usage: ModelUsage, { model, provider }: Estimate, held: Held): Settled => {
    const priced = prices.cost(model, provider, usage);
    tokens += totalTokens(usage);
    // Under a cap nothing is sent whose price is not known; should a count have none all the same, what was kept for it is gone.
    const own = priced?.usd ?? (caps.usd === null ? null : held.usd);
    usd = usd === null || own === null ? null : usd + own;
    return { usage, usd: own, price: priced?.price ?? null };
  };

  const queue = openQueue(
    (estimate: Estimate) => {
      const { output, wanted } = look(estimate, false);
      return under_way.size === 0 || output >= wanted || refused(estimate, true) !== undefined;
    },
    (estimate) => refused(estimate, true) ?? reserve(estimate),
  );

  return {
    reserve,
    claim: queue.wait,
    renew(cap) {
      const settled = { usd: usd ?? 0, tokens, requests: requests - under_way.size };
      const once = allowed[cap];
      if (once !== null) caps[cap] = settled[cap] + once;
      queue.next();
    },
    get spent() {
      return { requests, tokens, usd };
    },
  };
}

const NOTHING_USED: Settled = { usage: null, usd: null, price: null };

/** How dense an input was, by a count that somebody made. */
const seenDensity = ({ input_tokens, source }: ModelUsage, { input_bytes, untexted }: Estimate): number =>
  source === 'reported' && input_bytes > 0 ? densityOf(input_tokens - (untexted?.tokens ?? 0), input_bytes) : 0;

const sum = (held: readonly Held[], of: keyof Held) => held.reduce((total, each) => total + each[of], 0);
