import { canonical } from '../../record/canonical.js';
import { type Event, type Execution, eventsOf } from '../../record/events.js';
import { genAi, stable } from './conventions.js';
import type { Told } from './span.js';
import { type Stretch, stretchAt } from './stage_spans.js';
import type { Attributes } from './values.js';

const NS_PER_MS = 1e6;

type Invocation = Event<'tool_invocation'>;
/** A call, and how the traffic shows it. */
type Pair = { of: Invocation; seen: Invocation['payload']['asked'] };

/**
 * A span for each call of a tool: what the harness ran for the agent, and what was seen in its traffic with a model. A call that is both
 * has one span.
 */
export function toolSpans(
  events: readonly Event[],
  { stretches, content }: { stretches: readonly Stretch[]; content: boolean },
): Told[] {
  const answers = new Map(eventsOf(events, 'response').map(({ t, payload }) => [payload.exchange, t]));
  return paired(eventsOf(events, 'tool_invocation')).map(({ of, seen }) => {
    const { seq, t, payload } = of;
    const { tool, execution, subtask, summary } = payload;
    return {
      key: `tool ${seq}`,
      parent: stretchAt(stretches, t)?.key,
      name: `execute_tool ${tool}`,
      ...during(execution, payload.asked ? (answers.get(payload.asked.exchange) ?? t) : t, t),
      attributes: {
        [genAi.operation]: 'execute_tool',
        [genAi.tool_name]: tool,
        [genAi.tool_type]: 'function',
        [genAi.tool_call_id]: seen?.call_id,
        'gatebench.subtask': subtask,
        'gatebench.summary': summary,
        'gatebench.seen_in_traffic': seen !== undefined,
        ...ended(execution),
      },
      content: content
        ? {
            [genAi.tool_arguments]: JSON.stringify(payload.arguments) ?? null,
            [genAi.tool_result]: seen?.result?.text ?? execution?.stdout.head,
          }
        : undefined,
      error: broken(execution),
    };
  });
}

/** Calls with what the traffic says of them: one that was made through us is the next in the traffic that is the same. */
function paired(calls: readonly Invocation[]): Pair[] {
  const made = new Map<string, Pair[]>();
  return calls.flatMap((of): Pair[] => {
    const { tool, arguments: given, asked } = of.payload;
    const key = canonical({ tool, arguments: given ?? null });
    const open = made.get(key) ?? [];
    if (asked) {
      const match = open.shift();
      if (!match) return [{ of, seen: asked }];
      match.seen = asked;
      return [];
    }
    const entry: Pair = { of, seen: undefined };
    made.set(key, [...open, entry]);
    return [entry];
  });
}

/** A span for each command of the contract: build, checks, canary, setup. */
export function checkSpans(events: readonly Event[], stretches: readonly Stretch[]): Told[] {
  return events.flatMap((event) => {
    const run = (execution: Execution, name: string, i = 0): Told => ({
      key: `command ${event.seq} ${i}`,
      parent: stretchAt(stretches, execution.started_ms * NS_PER_MS)?.key,
      name,
      ...during(execution, event.t, event.t),
      attributes: { 'gatebench.event': event.type, ...ended(execution) },
      error: broken(execution),
    });
    switch (event.type) {
      case 'setup':
        return (event as Event<'setup'>).payload.steps.map((step, i) => run(step, 'setup', i));
      case 'build':
      case 'static_check':
      case 'acceptance_check':
      case 'maintainability_check': {
        const { execution, check } = (event as Event<'build'>).payload;
        return execution ? [run(execution, `check ${check}`)] : [];
      }
      case 'rebuild': {
        const { execution, check } = (event as Event<'rebuild'>).payload;
        return [run(execution, `rebuild ${check}`)];
      }
      case 'challenge': {
        const { execution, check, round } = (event as Event<'challenge'>).payload;
        return execution ? [run(execution, `challenge ${round} ${check}`)] : [];
      }
      case 'canary': {
        const { execution } = (event as Event<'canary'>).payload;
        return execution ? [run(execution, 'canary')] : [];
      }
      default:
        return [];
    }
  });
}

const during = (execution: Execution | undefined, from: number, to: number) =>
  execution ? { from: execution.started_ms * NS_PER_MS, to: execution.ended_ms * NS_PER_MS } : { from, to };

const ended = (execution: Execution | undefined): Attributes => ({
  [stable.exit_code]: execution?.exit_code,
  'gatebench.cause': execution?.cause,
  [stable.error_type]: broken(execution) && execution?.cause,
});

/** A command that ends by itself has not failed as a call, whatever its status. */
const broken = (execution: Execution | undefined): string | undefined =>
  execution && execution.cause !== 'exit' ? (execution.detail ?? execution.cause) : undefined;
