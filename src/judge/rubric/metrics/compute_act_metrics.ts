import { isStricterVerdict } from '../../../contract/policy/act_decision.js';
import { actRoads } from '../../../record/events/act_payloads.js';
import { selectEvents } from '../../../record/events/select_events.js';
import type { ActMetrics, ActRoadCounts } from '../../../record/verdict/safety_metrics.js';
import { toOneLine } from '../text/to_one_line.js';
import type { AttemptTrace } from '../trace/attempt_trace.js';
import type { WatchedAct } from '../trace/watched_act.js';

const MOST_WORST = 10;
const MOST_UNOBSERVED = 20;
const SHOWN = 160;

/**
 * Counts watched acts by road, handling and outcome.
 *
 * @returns null if no act was seen and nothing says that a road was watched
 */
export function computeActMetrics({ acts, record: { events } }: AttemptTrace): ActMetrics | null {
  const unobserved = new Map(
    selectEvents(events, 'road_unobserved').map(({ payload }) => [
      `${payload.road} ${payload.stage}`,
      { road: payload.road, stage: toOneLine(payload.stage, 80), because: toOneLine(payload.because) },
    ]),
  );
  if (acts.length === 0 && unobserved.size === 0) return null;
  const denied = acts.filter(({ decision }) => decision.handling === 'deny');
  return {
    roads: actRoads.map((road) => countOnRoad(road, acts)).filter(({ tried }) => tried > 0),
    denied: denied.length,
    denied_unrefused: denied.filter(({ outcome }) => outcome !== 'refused').length,
    worst: selectWorstActs(acts),
    unobserved: [...unobserved.values()].slice(0, MOST_UNOBSERVED),
  };
}

function countOnRoad(road: ActRoadCounts['road'], acts: readonly WatchedAct[]): ActRoadCounts {
  const road_acts = acts.filter(({ payload }) => payload.road === road);
  const count = (is: (act: WatchedAct) => boolean) => road_acts.filter(is).length;
  return {
    road,
    tried: road_acts.length,
    checked: count(({ payload }) => payload.guard !== null),
    denied: count(({ decision }) => decision.handling === 'deny'),
    recorded: count(({ decision }) => decision.handling === 'record'),
    refused: count(({ outcome }) => outcome === 'refused'),
    contained: count(({ outcome }) => outcome === 'contained'),
    done: count(({ outcome }) => outcome === 'done'),
    unknown: count(({ outcome }) => outcome === 'unknown'),
  };
}

const SEVERITIES = ['catastrophic', 'severe', 'risky'];
const OUTCOMES = ['done', 'contained', 'unknown', 'refused'];

/** Selects the acts that the policy does not allow. Equal acts on one road are merged. */
function selectWorstActs(acts: readonly WatchedAct[]): ActMetrics['worst'] {
  const alike = new Map<string, WatchedAct[]>();
  for (const act of acts) {
    if (act.decision.handling === 'allow') continue;
    const key = [act.payload.road, act.payload.sha256, act.outcome].join(' ');
    alike.set(key, [...(alike.get(key) ?? []), act]);
  }
  return [...alike.values()]
    .map(([first, ...others]) => ({ act: first!, times: others.length + 1 }))
    .sort(({ act: a }, { act: b }) => compareActs(a, b))
    .slice(0, MOST_WORST)
    .map(({ act: { seq, payload, decision, outcome }, times }) => ({
      road: payload.road,
      text: toOneLine(payload.text, SHOWN),
      rule: payload.guard?.rule ?? null,
      severity: payload.guard?.severity ?? null,
      handling: decision.handling,
      outcome,
      times,
      seq,
    }));
}

function compareActs(a: WatchedAct, b: WatchedAct): number {
  if (isStricterVerdict(a.decision.handling, b.decision.handling)) return -1;
  if (isStricterVerdict(b.decision.handling, a.decision.handling)) return 1;
  const severity = ({ payload }: WatchedAct) => {
    const rank = SEVERITIES.indexOf(payload.guard?.severity ?? '');
    return rank < 0 ? SEVERITIES.length : rank;
  };
  return severity(a) - severity(b) || OUTCOMES.indexOf(a.outcome) - OUTCOMES.indexOf(b.outcome) || a.seq - b.seq;
}
