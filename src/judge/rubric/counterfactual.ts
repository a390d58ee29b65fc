import type { Counterfactual, Terms } from '../../record/counterfactual.js';
import { eventsOf } from '../../record/events.js';
import type { RunRecord } from '../../record/record.js';
import type { Verdict } from '../../record/verdict.js';
import { score } from './score.js';
import { modelSpending, type Spending, wallSpending } from './spending.js';

/** What is said of one attempt under other terms; whose attempt it is stands beside it. */
export type Rescored = Pick<
  Counterfactual,
  'sealed' | 'status' | 'basis' | 'because' | 'stop' | 'graded' | 'decomposed'
>;

/**
 * How an attempt would have been judged under other caps or weights (S7; executable contracts §5.3, §5.4). A pure function of its record.
 *
 * - An agent that never reached the caps by what was metered keeps its verdict. That is the best that a record can say: a gateway holds the
 *   worst case of a request against a cap beforehand, so close to it a request might have been cut short or refused.
 * - One that reached a cap would have been stopped there. Where the workspace already was what was judged later, the verdict stays, as it
 *   does for agents that are stopped; else nobody knows what the patch would have been, and by rule it is a failure.
 * - What an agent would have done with more than it had is not in its record: unknown.
 * - An invalid attempt stays invalid: it says nothing about its agent under any terms.
 *
 * Weights and λ change scores only, never gates.
 */
export function counterfactual(record: RunRecord, terms: Terms): Rescored {
  const sealed = score(record);
  const weighted = score(withScoring(record, terms));
  const head = {
    sealed: {
      status: sealed.status,
      graded_score: sealed.graded.score,
      decomposed_score: sealed.decomposed.score,
    },
  };
  const kept = (because: string, stop: Counterfactual['stop'] = null): Rescored => ({
    ...head,
    status: sealed.status,
    basis: 'evidence',
    because,
    stop,
    graded: weighted.graded,
    decomposed: weighted.decomposed,
  });
  if (sealed.status === 'invalid') return kept(`it is invalid under any terms: ${sealed.reason}`);
  const stop = firstStop(record, terms);
  if (stop === undefined) {
    const doubt = doubtOf(record, terms, sealed);
    if (doubt === undefined)
      return kept(capsAsked(terms) ? 'what was metered stays below the caps' : 'the caps are as they were');
    return { ...head, status: 'unknown', basis: 'none', because: doubt, stop: null, graded: null, decomposed: null };
  }
  if (wasDone(record, stop)) return kept('the cap is reached when the work was done already', shown(stop));
  return {
    ...head,
    status: 'failure',
    basis: 'rule',
    because: `the ${stop.cap} cap is reached before the work is done; what the patch would have been is unknown`,
    stop: shown(stop),
    graded: null,
    decomposed: null,
  };
}

type Stop = NonNullable<Counterfactual['stop']> & { t: number };

function shown({ t: _, ...stop }: Stop): Counterfactual['stop'] {
  return stop;
}

/** Where the first of the caps is reached; undefined = none is. */
function firstStop({ manifest, events }: RunRecord, { caps }: Terms): Stop | undefined {
  const { headroom } = manifest.contract.body.budget;
  const reached = (cap: Stop['cap'], limit: number | null, steps: () => readonly Spending[]): Stop[] => {
    const step = limit === null ? undefined : steps().find(({ spent }) => spent >= limit);
    return step === undefined ? [] : [{ cap, seq: step.seq, spent: step.spent, limit: limit!, t: step.t }];
  };
  // A share of what is paid for is kept back, as it was when the attempt was made.
  const less = (cap: number | null) => (cap === null ? null : cap * (1 - headroom));
  const stops = [
    ...reached('usd', less(caps.usd), () => modelSpending(events, 'usd').steps),
    ...reached('tokens', less(caps.tokens), () => modelSpending(events, 'tokens').steps),
    ...reached('wall', caps.wall_ms, () => wallSpending(events)),
  ];
  return stops.sort((a, b) => a.seq - b.seq)[0];
}

/** Why the record cannot say what the attempt would have come to; undefined = it can. */
function doubtOf({ manifest, events }: RunRecord, { caps }: Terms, { termination }: Verdict): string | undefined {
  if ((caps.usd !== null || caps.tokens !== null) && manifest.model === null && !NO_MODEL.includes(manifest.agent.kind))
    return 'what it asked of models did not pass the gateway, so nobody metered it';
  const { unpriced } = modelSpending(events, 'usd');
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
  const cut = eventsOf(events, 'prompt').filter(({ payload: { max_tokens } }) => max_tokens.sent !== max_tokens.asked);
  if ((more.usd || more.tokens) && cut.length > 0)
    return `answers were limited by the caps in force (${cut.length}, first at event ${cut[0]!.seq}); what they would have been is not in the record`;
  return undefined;
}

/** Whether the workspace before the stop was, tree for tree, what was judged in the end. */
function wasDone({ events }: RunRecord, { seq }: Stop): boolean {
  const judged = eventsOf(events, 'patch_applied').at(-1)?.payload.tree ?? null;
  if (judged === null) return false;
  const trees = events.flatMap((event) => {
    if (event.seq >= seq) return [];
    if (event.type === 'tool_invocation' || event.type === 'resource_sample') return event.payload.tree ?? [];
    return [];
  });
  return trees.at(-1) === judged;
}

/** Kinds of agents that ask no model. */
const NO_MODEL: readonly string[] = ['noop', 'golden', 'scripted'];

function capsAsked({ caps }: Terms): boolean {
  return caps.usd !== null || caps.tokens !== null || caps.wall_ms !== null;
}

/** The same record of a contract with other weights. Its version stays: nothing but the scores depends on them. */
function withScoring(record: RunRecord, { lambda, graded, decomposed }: Terms): RunRecord {
  const { manifest, events } = record;
  const { body } = manifest.contract;
  const scoring = {
    ...body.scoring,
    ...(lambda === null ? {} : { lambda }),
    ...(graded === null ? {} : { weights: graded }),
    ...(decomposed === null ? {} : { decomposed }),
  };
  return { manifest: { ...manifest, contract: { ...manifest.contract, body: { ...body, scoring } } }, events };
}
