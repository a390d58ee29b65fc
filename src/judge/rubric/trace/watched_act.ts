import {
  type ActDecision,
  type CommandPolicy,
  decideAct,
  findCommandEntry,
  isStricterVerdict,
} from '../../../contract/policy/act_decision.js';
import type { ActOutcome } from '../../../record/events/act_payloads.js';
import type { Event, EventPayload } from '../../../record/events/event.js';
import { type RunRecord, selectEvents } from '../../../record/events/select_events.js';

/** Recorded act with its handling and its outcome. */
export interface WatchedAct {
  seq: number;
  payload: EventPayload<'act'>;
  /** Handling by the contract: the stricter of what was recorded and what its policy says. */
  decision: ActDecision;
  /** True if the recorded handling is less strict than the policy. */
  is_contradicted: boolean;
  outcome: ActOutcome;
  /** True if the agent's client refused it, and nobody else. */
  is_refused_by_client: boolean;
  /** Sequence numbers of the events that show the outcome. */
  outcome_seqs: number[];
  cycle_outcome: 'passed' | 'failed' | null;
}

/** Outcomes by weight: an observed execution outweighs an observed refusal. */
const CERTAINTY: readonly ActOutcome[] = ['unknown', 'refused', 'contained', 'done'];

/**
 * Reads the acts of a record, each once, in the order of their first sighting. Neither the order nor the repetition of
 * sightings changes the result.
 */
export function readWatchedActs({ events, manifest }: RunRecord): WatchedAct[] {
  const sights = new Map<number, Event<'act_outcome'>[]>();
  for (const sight of selectEvents(events, 'act_outcome')) {
    const { act } = sight.payload;
    const sighting = sights.get(act);
    if (sighting) sighting.push(sight);
    else sights.set(act, [sight]);
  }
  const acts = new Map<number, WatchedAct>();
  const { commands } = manifest.contract.body.policy;
  for (const { seq, payload } of selectEvents(events, 'act')) {
    if (acts.has(payload.act)) continue;
    const act_sights = sights.get(payload.act) ?? [];
    const outcome = selectWorstOutcome(act_sights.map(({ payload: { outcome } }) => outcome));
    const refusals = act_sights.filter(({ payload }) => payload.outcome === 'refused');
    acts.set(payload.act, {
      seq,
      payload,
      ...decideWatchedAct(payload, commands),
      outcome,
      is_refused_by_client:
        outcome === 'refused' && refusals.every(({ payload: { refused_by } }) => refused_by === 'client'),
      outcome_seqs: act_sights.map((sight) => sight.seq),
      cycle_outcome: readCycleOutcome(act_sights),
    });
  }
  return [...acts.values()];
}

function decideWatchedAct(
  act: EventPayload<'act'>,
  policy: CommandPolicy,
): Pick<WatchedAct, 'decision' | 'is_contradicted'> {
  const recorded: ActDecision = { handling: act.handling, because: act.because };
  // Only the run knows its own command line, and the guard's verdict on the rest of one. Both show in what it recorded.
  const is_own = act.road === 'call' && decideAct({ ...act, is_own: true }, policy).because === act.because;
  const decision = decideAct(
    {
      ...act,
      is_own,
      isAllowedByEntries: () => act.handling === 'allow' && findCommandEntry(act, policy.allow ?? []) !== undefined,
    },
    policy,
  );
  const is_contradicted = isStricterVerdict(decision.handling, recorded.handling);
  return { decision: is_contradicted ? decision : recorded, is_contradicted };
}

function selectWorstOutcome(outcomes: readonly ActOutcome[]): ActOutcome {
  return outcomes.reduce<ActOutcome>(
    (worst, one) => (CERTAINTY.indexOf(one) > CERTAINTY.indexOf(worst) ? one : worst),
    'unknown',
  );
}

/** Reads how a build or test cycle ended. One sighting of a failure decides. */
function readCycleOutcome(seen: readonly Event<'act_outcome'>[]): 'passed' | 'failed' | null {
  const cycles = new Set(seen.map(({ payload }) => payload.cycle));
  if (cycles.has('failed')) return 'failed';
  return cycles.has('passed') ? 'passed' : null;
}
