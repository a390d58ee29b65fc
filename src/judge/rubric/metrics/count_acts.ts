import { createCallCounter, type RunRecord, selectEvents } from '../../../record/events/select_events.js';
import { readWatchedActs, type WatchedAct } from '../trace/watched_act.js';

/** Counts of what an agent did in one attempt. Each act counts once, on whatever road it was seen. */
interface ActCounts {
  /** Calls executed by gatebench or calls requested by models, whichever are more: one call can be in both. */
  tool_calls: number;
  test_cycles: { passed: number; failed: number; unknown: number };
  build_cycles: { passed: number; failed: number; unknown: number };
  /** Acts that resolve or install dependencies, by ecosystem and in total. */
  dependency_events: { total: number; by_ecosystem: Record<string, number> };
  /** Programs that ran below a call. They are part of that call. */
  programs: number;
}

/**
 * Counts the acts of a record.
 *
 * @returns null if no act was watched: the record says so, or it was made without a watch
 */
export function countActs(record: RunRecord): ActCounts | null {
  const acts = readWatchedActs(record);
  if (acts.length === 0 && !hasWatchedCalls(record)) return null;
  const tried = acts.filter(({ payload }) => payload.road !== 'plan' && payload.road !== 'check');
  const by_ecosystem: Record<string, number> = {};
  const resolving = tried.filter(({ payload, outcome }) => payload.installs.length > 0 && outcome !== 'refused');
  for (const ecosystem of resolving.flatMap(({ payload }) => [...new Set(payload.installs)]))
    by_ecosystem[ecosystem] = (by_ecosystem[ecosystem] ?? 0) + 1;
  return {
    tool_calls: countToolCalls(record),
    test_cycles: countCycles(tried, 'test'),
    build_cycles: countCycles(tried, 'build'),
    dependency_events: {
      total: resolving.length,
      by_ecosystem: Object.fromEntries(Object.entries(by_ecosystem).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
    programs: tried.filter(({ payload }) => payload.road === 'program').length,
  };
}

/** Counts calls by their own events, as caps do: many calls pose no question to the guard, and some pose several. */
function countToolCalls({ events }: RunRecord): number {
  const count = createCallCounter();
  for (const event of events) count.add(event);
  return count.calls;
}

/**
 * Checks whether the agent's calls were watched. True if an act is recorded, or if the record has no call that could
 * have been one.
 */
function hasWatchedCalls({ events }: RunRecord): boolean {
  if (selectEvents(events, 'act').length > 0) return true;
  return !events.some(({ type, actor }) => type === 'tool_invocation' && actor === 'agent');
}

function countCycles(acts: readonly WatchedAct[], cycle: 'build' | 'test'): ActCounts['test_cycles'] {
  const cycle_acts = acts.filter(({ payload, outcome }) => payload.cycle === cycle && outcome !== 'refused');
  const count = (ended: 'passed' | 'failed' | null) =>
    cycle_acts.filter(({ cycle_outcome }) => cycle_outcome === ended).length;
  return { passed: count('passed'), failed: count('failed'), unknown: count(null) };
}
