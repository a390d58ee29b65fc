import { omitUndefined } from '../../contract/input/omit_undefined.js';
import {
  dropAbsent,
  type ForeignRecord,
  isRecord,
  joinTexts,
  toCallArguments,
  toRecord,
  toText,
  toTimestamp,
  type UnnumberedStep,
} from './trajectory_fault.js';

/**
 * Reads the events of the OpenHands V1 SDK. Actions of one response of the model are one step; a result belongs to the
 * call whose id it has. Events of the program's own state are left out.
 */
export function readOpenhandsEvents(history: readonly ForeignRecord[]): UnnumberedStep[] {
  const steps: UnnumberedStep[] = [];
  const by_response = new Map<string, UnnumberedStep>();
  const by_call = new Map<string, UnnumberedStep>();
  for (const [index, event] of history.entries()) {
    const kind = toText(event.kind) ?? '';
    const timestamp = toTimestamp(event.timestamp);
    if (kind === 'ActionEvent') {
      const response = toText(event.llm_response_id);
      const response_step = response === undefined ? undefined : by_response.get(response);
      const step = response_step ?? createStep(event, timestamp);
      if (!response_step) steps.push(step);
      if (response !== undefined) by_response.set(response, step);
      by_call.set(addCall(step, event, index), step);
    } else if (RESULTS.has(kind)) addResult(event, by_call, steps, timestamp);
    else if (kind === 'SystemPromptEvent')
      steps.push(dropAbsent<UnnumberedStep>({ source: 'system', timestamp, message: readText(event.system_prompt) }));
    else if (kind === 'MessageEvent')
      steps.push(
        dropAbsent<UnnumberedStep>({
          source: event.source === 'user' ? 'user' : event.source === 'agent' ? 'agent' : 'system',
          timestamp,
          message: readText(event.llm_message),
        }),
      );
    else if (kind === 'CondensationSummaryEvent')
      steps.push(dropAbsent<UnnumberedStep>({ source: 'system', timestamp, message: readText(event.summary) }));
    else if (kind === 'ConversationErrorEvent')
      steps.push(dropAbsent<UnnumberedStep>({ source: 'system', timestamp, message: readText(event.detail) }));
  }
  return steps;
}

const RESULTS = new Set(['ObservationEvent', 'AgentErrorEvent', 'UserRejectObservation']);

function createStep(event: ForeignRecord, timestamp: string | undefined): UnnumberedStep {
  return dropAbsent<UnnumberedStep>({
    source: 'agent',
    timestamp,
    message: joinTexts(event.thought),
    reasoning_content: toText(event.reasoning_content),
  });
}

function addCall(step: UnnumberedStep, event: ForeignRecord, at: number): string {
  const call = toRecord(event.tool_call);
  const target = toRecord(call.function);
  const { kind: _, ...action } = toRecord(event.action);
  const input = call.arguments ?? target.arguments;
  const tool_call_id = toText(event.tool_call_id) ?? toText(call.id) ?? `event-${at}`;
  const function_name = toText(event.tool_name) ?? toText(call.name) ?? toText(target.name) ?? 'unknown';
  const args = input === undefined ? action : toCallArguments(input);
  step.tool_calls = [...(step.tool_calls ?? []), { tool_call_id, function_name, arguments: args }];
  return tool_call_id;
}

function addResult(
  event: ForeignRecord,
  by_call: ReadonlyMap<string, UnnumberedStep>,
  steps: UnnumberedStep[],
  timestamp: string | undefined,
): void {
  const id = toText(event.tool_call_id);
  const step = id === undefined ? undefined : by_call.get(id);
  const { exit_code } = toRecord(event.observation);
  const result = {
    ...omitUndefined({ source_call_id: step && id }),
    content: readText(event.observation ?? event.error ?? event.rejection_reason),
    ...omitUndefined({ extra: typeof exit_code === 'number' ? { exit_code } : undefined }),
  };
  if (step) step.observation = { results: [...(step.observation?.results ?? []), result] };
  else
    steps.push(
      dropAbsent<UnnumberedStep>({ source: 'system', timestamp, message: '', observation: { results: [result] } }),
    );
}

/** Reads the words of a message, of an observation, or of parts of them. */
function readText(value: unknown): string {
  if (!isRecord(value)) return joinTexts(value);
  const words = joinTexts(value.content ?? value.output ?? value.text ?? value.message);
  return words === '' && Object.keys(value).length > 1 && value.content === undefined ? JSON.stringify(value) : words;
}
