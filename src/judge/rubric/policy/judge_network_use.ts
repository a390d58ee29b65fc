import type { Event } from '../../../record/events/event.js';
import { selectEvents } from '../../../record/events/select_events.js';
import type { Evidence, VerdictFinding } from '../../../record/verdict/verdict.js';
import { pluralise } from '../text/to_one_line.js';
import type { AttemptTrace } from '../trace/attempt_trace.js';
import { isAgentStageName } from '../trace/is_agent_stage_name.js';

const SEVERITY = { record: 'info', warn: 'warning', fail: 'violation' } as const;

/** Most destinations that a message names: an agent chooses them. */
const NAMED = 5;
/** Most characters of a destination. */
const NAME_LENGTH = 80;

/** Network attempts of the agent, judged by `policy.network_attempts`. */
interface NetworkUse {
  findings: VerdictFinding[];
  /** Commands whose attempts were not counted although the policy makes them decisive. */
  unmeasured: Evidence[];
}

/** Judges attempts of the agent's commands to leave the sandbox, and requests that the proxy denied. */
export function judgeNetworkUse(trace: AttemptTrace): NetworkUse {
  const { events } = trace.record;
  const mode = trace.contract.policy.network_attempts;
  const commands = selectEvents(events, 'tool_invocation').filter((event) => event.payload.execution);
  const leaving = commands.filter((event) => (event.payload.execution?.network_attempts ?? 0) > 0);
  const denied = selectEvents(events, 'network_request').filter(
    (event) => event.payload.decision === 'denied' && isAgentStageName(event.stage) && event.payload.count > 0,
  );
  const attempts = leaving.reduce((sum, event) => sum + (event.payload.execution?.network_attempts ?? 0), 0);
  const requests = denied.reduce((sum, event) => sum + event.payload.count, 0);
  const unmeasured =
    mode === 'fail'
      ? commands.filter((event) => event.payload.execution?.network_attempts === null).map(({ seq }) => ({ seq }))
      : [];
  if (attempts + requests === 0) return { findings: [], unmeasured };
  const parts = [
    ...(attempts > 0 ? [`${pluralise(attempts, 'attempt')} to leave the sandbox network`] : []),
    ...(requests > 0 ? [`${pluralise(requests, 'network request')} denied${describeDestinations(denied)}`] : []),
  ];
  const evidence = [...leaving, ...denied].map(({ seq }): Evidence => ({ seq })).slice(0, 20);
  return {
    findings: [{ rule: 'network-attempt', severity: SEVERITY[mode], message: parts.join(', '), evidence }],
    unmeasured,
  };
}

/** Lists the destinations of denied requests, the most frequent first. */
function describeDestinations(denied: readonly Event<'network_request'>[]): string {
  const counts = new Map<string, number>();
  for (const { payload } of denied) {
    if (payload.destination === null) continue;
    counts.set(payload.destination, (counts.get(payload.destination) ?? 0) + payload.count);
  }
  if (counts.size === 0) return '';
  const sorted = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  const shown = sorted.slice(0, NAMED).map(([to]) => formatDestination(to));
  const rest = sorted.length - shown.length;
  return ` (${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''})`;
}

/** Formats a destination with printable ASCII characters only. Reports escape it for their own format. */
function formatDestination(destination: string): string {
  const printable = destination.replace(/[^\x21-\x7e]/g, '?');
  return printable.length > NAME_LENGTH ? `${printable.slice(0, NAME_LENGTH)}…` : printable;
}
