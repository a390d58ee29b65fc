import { type RunRecord, selectEvents } from '../../../record/events/select_events.js';
import type { AgentActivity } from '../../../record/verdict/verdict.js';
import { countActs } from './count_acts.js';

/**
 * Counts what an agent did, for the result line. Counts are null where calls or traffic were not watched. Unwatched
 * programs matter only where the agent does all its work within one command, whose calls show nowhere else.
 */
export function computeActivity(record: RunRecord): AgentActivity {
  const roads = new Map(
    selectEvents(record.events, 'road_unobserved').map(({ payload }) => [payload.road, payload.because]),
  );
  const counts = countActs(record);
  const alone =
    record.manifest.agent.kind === 'command' &&
    !selectEvents(record.events, 'act').some(({ payload }) => payload.road === 'traffic');
  const hidden = (['call', 'traffic', ...(alone ? (['program'] as const) : [])] as const).some((road) =>
    roads.has(road),
  );
  const imported = selectEvents(record.events, 'imported_trajectory').length > 0;
  const unobserved = [...roads].map(([road, because]) => `${road}: ${because}`).sort();
  if (counts === null || hidden || imported)
    return {
      tool_calls: null,
      test_cycles: null,
      failed_test_cycles: null,
      build_cycles: null,
      dependency_events: null,
      unobserved:
        unobserved.length > 0
          ? unobserved
          : [imported ? 'the agent ran elsewhere' : 'the calls of the agent were not watched'],
    };
  const { tool_calls, test_cycles, build_cycles, dependency_events } = counts;
  const all = ({ passed, failed, unknown }: typeof test_cycles) => passed + failed + unknown;
  return {
    tool_calls,
    test_cycles: all(test_cycles),
    failed_test_cycles: test_cycles.failed,
    build_cycles: all(build_cycles),
    dependency_events: dependency_events.total,
    unobserved,
  };
}
