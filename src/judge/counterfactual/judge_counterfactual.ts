import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { computeSpendableUsd } from '../../record/costs/cost_estimator.js';
import { type RunRecord, selectEvents } from '../../record/events/select_events.js';
import type { Counterfactual, CounterfactualLimits } from '../../record/verdict/attempt_result.js';
import type { Verdict } from '../../record/verdict/verdict.js';
import { scoreAttempt } from '../rubric/score_attempt.js';
import { type CapUsage, computeCostUsage, computeTokenUsage, computeWallUsage } from './cap_usage.js';

/** Verdict on one attempt under other limits, without the identity of the attempt. */
type CounterfactualVerdict = Pick<
  Counterfactual,
  'sealed' | 'status' | 'basis' | 'because' | 'stop' | 'graded' | 'decomposed'
>;

/**
 * Judges an attempt under other caps or weights, from its record alone (requirement S7).
 *
 * - An agent that stayed below the caps by what was metered keeps its verdict. This is an approximation: a gateway
 *   reserves the worst case of a request, so that near a cap it might have shortened or refused a request.
 * - An agent that reached a cap would have been stopped there. If the workspace then already was what was judged, the
 *   verdict stays; else the patch is unknown, and the rule makes it a failure.
 * - What an agent would have done with higher caps is unknown.
 * - An invalid attempt stays invalid.
 *
 * Weights and λ change scores only, never gates.
 */
export function judgeCounterfactual(record: RunRecord, terms: CounterfactualLimits): CounterfactualVerdict {
  const sealed = scoreAttempt(record);
  const weighted = scoreAttempt(withScoring(record, terms));
  const head = {
    sealed: {
      status: sealed.status,
      graded_score: sealed.graded.score,
      decomposed_score: sealed.decomposed.score,
    },
  };
  const createKept = (because: string, stop: Counterfactual['stop'] = null): CounterfactualVerdict => ({
    ...head,
    status: sealed.status,
    basis: 'evidence',
    because,
    stop,
    graded: weighted.graded,
    decomposed: weighted.decomposed,
  });
  if (sealed.status === 'invalid') return createKept(`it is invalid under any terms: ${sealed.reason}`);
  const stop = findFirstStop(record, terms);
  if (stop === undefined) {
    const doubt = findDoubt(record, terms, sealed);
    if (doubt === undefined)
      return createKept(hasCaps(terms) ? 'what was metered stays below the caps' : 'the caps are as they were');
    return { ...head, status: 'unknown', basis: 'none', because: doubt, stop: null, graded: null, decomposed: null };
  }
  if (isWorkDone(record, stop))
    return createKept('the cap is reached when the work was done already', toRecordedStop(stop));
  return {
    ...head,
    status: 'failure',
    basis: 'rule',
    because: `the ${stop.cap} cap is reached before the work is done; what the patch would have been is unknown`,
    stop: toRecordedStop(stop),
    graded: null,
    decomposed: null,
  };
}

type CapStop = NonNullable<Counterfactual['stop']> & { t: number };

function toRecordedStop({ t: _, ...stop }: CapStop): Counterfactual['stop'] {
  return stop;
}

/**
 * Finds the first cap that was reached.
 *
 * @returns undefined if none was
 */
function findFirstStop({ manifest, events }: RunRecord, { caps }: CounterfactualLimits): CapStop | undefined {
  const { headroom } = manifest.contract.body.budget;
  const reached = (cap: CapStop['cap'], limit: number | null, steps: () => readonly CapUsage[]): CapStop[] => {
    const step = limit === null ? undefined : steps().find(({ spent }) => spent >= limit);
    return step === undefined ? [] : [{ cap, seq: step.seq, spent: step.spent, limit: limit!, t: step.t }];
  };
  // The headroom is reserved, as it was during the attempt.
  const less = (cap: number | null) => (cap === null ? null : cap * (1 - headroom));
  const { steps, reserve_usd } = computeCostUsage(events);
  const stops = [
    ...reached(
      'usd',
      caps.usd === null ? null : computeSpendableUsd({ usd: caps.usd, headroom }, reserve_usd),
      () => steps,
    ),
    ...reached('tokens', less(caps.tokens), () => computeTokenUsage(events)),
    ...reached('wall', caps.wall_ms, () => computeWallUsage(events)),
  ];
  return stops.sort((a, b) => a.seq - b.seq)[0];
}

/**
 * Finds the reason why the record cannot answer the question.
 *
 * @returns undefined if it can
 */
function findDoubt(
  { manifest, events }: RunRecord,
  { caps }: CounterfactualLimits,
  { termination }: Verdict,
): string | undefined {
  if ((caps.usd !== null || caps.tokens !== null) && manifest.model === null && !NO_MODEL.includes(manifest.agent.kind))
    return 'what it asked of models did not pass the gateway, so nobody metered it';
  const { unpriced } = computeCostUsage(events);
  if (caps.usd !== null && unpriced !== undefined)
    return `what a request to a model cost is unknown (event ${unpriced}), so the usd cap may have been reached`;
  const { budget } = manifest.contract.body;
  const more = {
    usd: caps.usd !== null && budget.usd !== undefined && caps.usd > budget.usd,
    tokens: caps.tokens !== null && budget.tokens !== undefined && caps.tokens > budget.tokens,
    wall: caps.wall_ms !== null && caps.wall_ms > budget.wall,
  };
  const stopped = termination?.code === 'resource' ? termination.cap : undefined;
  if (stopped !== undefined && stopped in more && more[stopped as keyof typeof more])
    return `it was stopped at the ${stopped} cap in force; what it would have done with more is not in the record`;
  const cut = selectEvents(events, 'prompt').filter(
    ({ payload: { max_tokens } }) => max_tokens.sent !== max_tokens.asked,
  );
  if ((more.usd || more.tokens) && cut.length > 0)
    return (
      `answers were limited by the caps in force (${cut.length}, first at event ${cut[0]!.seq}); what they ` +
      'would have been is not in the record'
    );
  return undefined;
}

/** Checks whether the workspace before the stop was the one that was judged, by its tree. */
function isWorkDone({ events }: RunRecord, { seq }: CapStop): boolean {
  const judged = selectEvents(events, 'patch_applied').at(-1)?.payload.tree ?? null;
  if (judged === null) return false;
  const trees = events.flatMap((event) => {
    if (event.seq >= seq) return [];
    if (event.type === 'tool_invocation' || event.type === 'resource_sample') return event.payload.tree ?? [];
    return [];
  });
  return trees.at(-1) === judged;
}

/** Kinds of agents that never ask a model. */
const NO_MODEL: readonly string[] = ['noop', 'golden', 'scripted'];

function hasCaps({ caps }: CounterfactualLimits): boolean {
  return caps.usd !== null || caps.tokens !== null || caps.wall_ms !== null;
}

/** Returns the record with other weights in its contract. The version stays, since only scores depend on weights. */
function withScoring(record: RunRecord, { lambda, graded, decomposed }: CounterfactualLimits): RunRecord {
  const { manifest, events } = record;
  const { body } = manifest.contract;
  const scoring = {
    ...body.scoring,
    ...omitUndefined({
      lambda: lambda ?? undefined,
      weights: graded ?? undefined,
      decomposed: decomposed ?? undefined,
    }),
  };
  return { manifest: { ...manifest, contract: { ...manifest.contract, body: { ...body, scoring } } }, events };
}
