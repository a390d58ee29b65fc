import { omitUndefined } from '../../contract/input/omit_undefined.js';
import {
  dropAbsent,
  isRecord,
  joinTexts,
  numberSteps,
  requireList,
  requireRecord,
  toCallArguments,
  toCount,
  toList,
  toRecord,
  toText,
  toTimestamp,
  type UnnumberedStep,
} from './trajectory_fault.js';
import type { TrajectoryReader } from './trajectory_reader.js';

/** Reads sessions of the Gemini command line. They hold no patch. */
export const geminiCliReader: TrajectoryReader = {
  matches: (value) => isRecord(value) && typeof value.sessionId === 'string' && Array.isArray(value.messages),
  read(value) {
    const root = requireRecord(value, 'the file');
    const messages = requireList(root.messages, 'messages').map((each, at) => requireRecord(each, `messages.${at}`));
    const model = messages.flatMap(({ model: name }) => toText(name) ?? [])[0];
    return {
      format: 'gemini-cli',
      format_version: null,
      document: {
        schema_version: 'ATIF-v1.7',
        session_id: toText(root.sessionId) ?? null,
        agent: { name: 'gemini-cli', version: 'unknown', ...omitUndefined({ model_name: model }) },
        steps: numberSteps(messages.map(readMessage)),
      },
      task: null,
      patch: null,
      exit_status: null,
    };
  },
};

function readMessage(message: Readonly<Record<string, unknown>>, at: number): UnnumberedStep {
  const content = { timestamp: toTimestamp(message.timestamp), message: joinTexts(message.content) };
  if (message.type !== 'gemini')
    return dropAbsent<UnnumberedStep>({ source: message.type === 'user' ? 'user' : 'system', ...content });
  const tokens = toRecord(message.tokens);
  const calls = toList(message.toolCalls).map((each, i) => ({
    call: toRecord(each),
    tool_call_id: toText(toRecord(each).id) ?? `call-${at}-${i + 1}`,
  }));
  const thoughts = toList(message.thoughts)
    .flatMap((each) => toText(toRecord(each).description) ?? toText(toRecord(each).subject) ?? [])
    .join('\n');
  const [output, thought] = [toCount(tokens.output), toCount(tokens.thoughts)];
  return dropAbsent<UnnumberedStep>({
    source: 'agent',
    ...content,
    model_name: toText(message.model),
    reasoning_content: toText(thoughts),
    tool_calls:
      calls.length === 0
        ? undefined
        : calls.map(({ call, tool_call_id }) => ({
            tool_call_id,
            function_name: toText(call.name) ?? 'unknown',
            arguments: toCallArguments(call.args),
          })),
    observation:
      calls.length === 0
        ? undefined
        : {
            results: calls.map(({ call, tool_call_id }) => ({
              source_call_id: tool_call_id,
              content: readResult(call.result),
            })),
          },
    metrics:
      message.tokens === undefined
        ? undefined
        : dropAbsent({
            prompt_tokens: toCount(tokens.input),
            completion_tokens: output === undefined ? undefined : output + (thought ?? 0),
            cached_tokens: toCount(tokens.cached),
          }),
  });
}

function readResult(result: unknown): string {
  if (typeof result === 'string') return result;
  return result === undefined || result === null ? '' : JSON.stringify(result);
}
