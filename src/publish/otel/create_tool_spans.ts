import type { Event, Execution } from '../../record/events/event.js';
import { selectEvents } from '../../record/events/select_events.js';
import { toCanonicalJson } from '../../record/json/compute_digest.js';
import { genAiAttributes, stableAttributes } from './gen_ai_attributes.js';
import type { SpanAttributes } from './otel_attribute.js';
import type { SpanDraft } from './otel_span.js';
import { findStageInterval, type StageInterval } from './stage_interval.js';

const NS_PER_MS = 1e6;

type Invocation = Event<'tool_invocation'>;
/** Tool call, with its appearance in the traffic. */
type InvocationPair = { of: Invocation; seen: Invocation['payload']['asked'] };

/**
 * Creates a span for each tool call: run by the harness, or seen in the traffic with a model. A call that is both has
 * one span.
 */
export function createToolSpans(
  events: readonly Event[],
  { stretches, content }: { stretches: readonly StageInterval[]; content: boolean },
): SpanDraft[] {
  const answers = new Map(selectEvents(events, 'response').map(({ t, payload }) => [payload.exchange, t]));
  return pairInvocations(selectEvents(events, 'tool_invocation')).map(({ of, seen }) => {
    const { seq, t, payload } = of;
    const { tool, execution, subtask, summary } = payload;
    return {
      key: `tool ${seq}`,
      parent: findStageInterval(stretches, t)?.key,
      name: `execute_tool ${tool}`,
      ...toInterval(execution, payload.asked ? (answers.get(payload.asked.exchange) ?? t) : t, t),
      attributes: {
        [genAiAttributes.operation]: 'execute_tool',
        [genAiAttributes.tool_name]: tool,
        [genAiAttributes.tool_type]: 'function',
        [genAiAttributes.tool_call_id]: seen?.call_id,
        'gatebench.subtask': subtask,
        'gatebench.summary': summary,
        'gatebench.seen_in_traffic': seen !== undefined,
        ...toEndAttributes(execution),
      },
      content: content
        ? {
            [genAiAttributes.tool_arguments]: JSON.stringify(payload.arguments) ?? null,
            [genAiAttributes.tool_result]: seen?.result?.text ?? execution?.stdout.head,
          }
        : undefined,
      error: getExecutionError(execution),
    };
  });
}

/** Pairs calls with their appearance in the traffic: the next equal call there. */
function pairInvocations(calls: readonly Invocation[]): InvocationPair[] {
  const open_pairs = new Map<string, InvocationPair[]>();
  return calls.flatMap((of): InvocationPair[] => {
    const { tool, arguments: arguments_value, asked: request } = of.payload;
    const key = toCanonicalJson({ tool, arguments: arguments_value ?? null });
    const open = open_pairs.get(key) ?? [];
    if (request) {
      const match = open.shift();
      if (!match) return [{ of, seen: request }];
      match.seen = request;
      return [];
    }
    const entry: InvocationPair = { of, seen: undefined };
    open_pairs.set(key, [...open, entry]);
    return [entry];
  });
}

/** Creates a span for each command of the contract: build, checks, canary, setup. */
export function createCheckSpans(events: readonly Event[], stretches: readonly StageInterval[]): SpanDraft[] {
  return events.flatMap((event) => {
    const run = (execution: Execution, name: string, i = 0): SpanDraft => ({
      key: `command ${event.seq} ${i}`,
      parent: findStageInterval(stretches, execution.started_ms * NS_PER_MS)?.key,
      name,
      ...toInterval(execution, event.t, event.t),
      attributes: { 'gatebench.event': event.type, ...toEndAttributes(execution) },
      error: getExecutionError(execution),
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

const toInterval = (execution: Execution | undefined, from: number, to: number) =>
  execution ? { from: execution.started_ms * NS_PER_MS, to: execution.ended_ms * NS_PER_MS } : { from, to };

const toEndAttributes = (execution: Execution | undefined): SpanAttributes => ({
  [stableAttributes.exit_code]: execution?.exit_code,
  'gatebench.cause': execution?.cause,
  [stableAttributes.error_type]: getExecutionError(execution) && execution?.cause,
});

/**
 * Returns the error of an execution. A command that exits by itself has not failed as a call, whatever its exit code.
 */
const getExecutionError = (execution: Execution | undefined): string | undefined =>
  execution && execution.cause !== 'exit' ? (execution.detail ?? execution.cause) : undefined;
