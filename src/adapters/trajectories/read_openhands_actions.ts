import { omitUndefined } from '../../contract/input/omit_undefined.js';
import {
  dropAbsent,
  type ForeignRecord,
  joinTexts,
  readUsage,
  toCallArguments,
  toList,
  toRecord,
  toText,
  toTimestamp,
  type UnnumberedStep,
} from './trajectory_fault.js';

/** Actions that are words of the agent, not calls. */
const SPOKEN = new Set(['message', 'think', 'finish', 'reject']);

/**
 * Reads the events of OpenHands V0. An observation belongs to the action that its `cause` names; calls of one response
 * are one step.
 */
export function readOpenhandsActions(history: readonly ForeignRecord[]): UnnumberedStep[] {
  const steps: UnnumberedStep[] = [];
  const by_event = new Map<unknown, { step: UnnumberedStep; call: string | undefined }>();
  const by_response = new Map<string, UnnumberedStep>();
  for (const [index, event] of history.entries()) {
    if (event.observation !== undefined && event.action === undefined) {
      addObservation(event, by_event.get(event.cause), steps);
      continue;
    }
    if (event.source !== 'agent' || event.action === 'system') {
      const text = toText(toRecord(event.args).content) ?? joinTexts(event.message);
      // Events that the environment makes in the name of the user are no words of the user.
      const source = event.source === 'user' && event.action === 'message' ? 'user' : 'system';
      const step = dropAbsent<UnnumberedStep>({ source, timestamp: toTimestamp(event.timestamp), message: text });
      steps.push(step);
      by_event.set(event.id, { step, call: undefined });
      continue;
    }
    const response = toRecord(toRecord(event.tool_call_metadata).model_response);
    const id = toText(response.id);
    const response_step = id === undefined ? undefined : by_response.get(id);
    const step = response_step ?? createStep(event, response);
    if (!response_step) steps.push(step);
    if (id !== undefined) by_response.set(id, step);
    by_event.set(event.id, { step, call: addCall(step, event, index) });
  }
  return steps;
}

function createStep(event: ForeignRecord, response: ForeignRecord): UnnumberedStep {
  const { thought, content, final_thought } = toRecord(event.args);
  const spoken = toRecord(toRecord(toList(response.choices)[0]).message);
  return dropAbsent<UnnumberedStep>({
    source: 'agent',
    timestamp: toTimestamp(event.timestamp),
    model_name: toText(response.model),
    message: toText(thought) ?? toText(content) ?? toText(final_thought) ?? joinTexts(spoken.content),
    reasoning_content: toText(spoken.reasoning_content),
    metrics: readUsage(response.usage),
  });
}

/** Adds the call of an action; returns its id, undefined for words. */
function addCall(step: UnnumberedStep, event: ForeignRecord, at: number): string | undefined {
  const metadata = toRecord(event.tool_call_metadata);
  const named_function = toText(metadata.function_name);
  const action = toText(event.action) ?? 'unknown';
  if (named_function === undefined && SPOKEN.has(action)) return undefined;
  const tool_call_id = toText(metadata.tool_call_id) ?? `event-${at}`;
  const function_name = named_function ?? action;
  const call = { tool_call_id, function_name, arguments: toCallArguments(event.args) };
  step.tool_calls = [...(step.tool_calls ?? []), call];
  return tool_call_id;
}

function addObservation(
  event: ForeignRecord,
  cause: { step: UnnumberedStep; call: string | undefined } | undefined,
  steps: UnnumberedStep[],
): void {
  const { exit_code } = toRecord(toRecord(event.extras).metadata);
  const result = {
    ...omitUndefined({ source_call_id: cause?.call }),
    content: joinTexts(event.content ?? event.message),
    ...omitUndefined({ extra: exit_code === undefined ? undefined : { exit_code } }),
  };
  if (cause && cause.step.source !== 'user')
    cause.step.observation = { results: [...(cause.step.observation?.results ?? []), result] };
  else
    steps.push(
      dropAbsent<UnnumberedStep>({
        source: 'system',
        timestamp: toTimestamp(event.timestamp),
        message: '',
        observation: { results: [result] },
      }),
    );
}
