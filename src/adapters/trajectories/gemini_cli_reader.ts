import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { type GeminiSession, readGeminiEvents } from './read_gemini_events.js';
import { addCounts, MAX_HEAD, SessionSteps } from './session_steps.js';
import {
  dropAbsent,
  type ForeignRecord,
  isRecord,
  joinTexts,
  requireList,
  requireRecord,
  toCallArguments,
  toCount,
  toList,
  toRecord,
  toText,
  toTimestamp,
} from './trajectory_fault.js';
import type { TrajectoryReader } from './trajectory_reader.js';

/** Reads sessions of the Gemini command line: its chat files, older and newer, and what it prints as `stream-json`. */
export const geminiCliReader: TrajectoryReader = {
  matches: (value) => {
    if (isRecord(value)) return typeof value.sessionId === 'string' && Array.isArray(value.messages);
    const head = toList(value).slice(0, MAX_HEAD).map(toRecord);
    return head.some(isChatHead) || head.some(isStreamHead);
  },
  read(value) {
    const { id, model, end, ...rest } = toList(value).slice(0, MAX_HEAD).map(toRecord).some(isStreamHead)
      ? readGeminiEvents(value)
      : readChat(value);
    return {
      format: 'gemini-cli',
      format_version: null,
      document: {
        schema_version: 'ATIF-v1.7',
        session_id: id ?? null,
        agent: { name: 'gemini-cli', version: 'unknown', ...omitUndefined({ model_name: model }) },
        ...rest,
      },
      task: null,
      patch: null,
      exit_status: end ?? null,
    };
  },
};

const isChatHead = ({ sessionId, projectHash, type }: ForeignRecord): boolean =>
  typeof sessionId === 'string' && typeof projectHash === 'string' && type === undefined;

const isStreamHead = ({ type, session_id, model, subtype }: ForeignRecord): boolean =>
  type === 'init' && typeof session_id === 'string' && typeof model === 'string' && subtype === undefined;

function readChat(value: unknown): GeminiSession {
  const session = new SessionSteps();
  const { id, messages } = isRecord(value)
    ? { id: value.sessionId, messages: requireList(value.messages, 'messages') }
    : collectMessages(session, value);
  const records = messages.map((each, at) => requireRecord(each, `messages.${at}`));
  for (const [at, message] of records.entries()) readMessage(session, message, at);
  const model = records.flatMap(({ model: name }) => toText(name) ?? [])[0];
  return { id: toText(id), model, ...session.finish(null) };
}

/** Collects the messages of a chat file of lines. A later one of an id stands in the place of the earlier one. */
function collectMessages(session: SessionSteps, value: unknown) {
  const messages = new Map<unknown, unknown>();
  let id: unknown;
  for (const { record } of session.list(value)) {
    if (isChatHead(record)) id ??= record.sessionId;
    else if (isRecord(record.$set)) {
      for (const message of toList(record.$set.messages)) messages.set(toRecord(message).id ?? message, message);
    } else if (typeof record.type === 'string') messages.set(record.id ?? record, record);
    else session.leaveOut(Object.keys(record)[0]);
  }
  return { id, messages: [...messages.values()] };
}

function readMessage(session: SessionSteps, message: ForeignRecord, at: number): void {
  const timestamp = toTimestamp(message.timestamp);
  const text = joinTexts(message.content);
  if (message.type !== 'gemini') {
    session.addMessage(message.type === 'user' ? 'user' : 'system', text, { timestamp });
    return;
  }
  const tokens = toRecord(message.tokens);
  const thoughts = toList(message.thoughts)
    .flatMap((each) => toText(toRecord(each).description) ?? toText(toRecord(each).subject) ?? [])
    .join('\n');
  const step = session.getResponse(`${at}`, {
    timestamp,
    message: text,
    model_name: toText(message.model),
    reasoning_content: toText(thoughts),
    metrics: isRecord(message.tokens)
      ? dropAbsent({
          prompt_tokens: toCount(tokens.input),
          completion_tokens: addCounts(toCount(tokens.output), toCount(tokens.thoughts)),
          cached_tokens: toCount(tokens.cached),
        })
      : undefined,
  });
  for (const [index, call] of toList(message.toolCalls).map(toRecord).entries()) {
    const id = toText(call.id) ?? `call-${at}-${index + 1}`;
    session.addCall(step, id, toText(call.name) ?? 'unknown', toCallArguments(call.args));
    const failed = call.status === 'error' ? { is_error: true } : undefined;
    if (call.result !== undefined && call.result !== null) session.addResult(id, readResult(call.result), failed);
  }
}

/** Reads a result: a text, or the parts that the model was given. */
function readResult(result: unknown): string {
  if (typeof result === 'string') return result;
  const outputs = toList(result).map((part) => {
    const { output, error } = toRecord(toRecord(toRecord(part).functionResponse).response);
    return toText(output) ?? toText(error);
  });
  return outputs.length > 0 && outputs.every((text) => text !== undefined)
    ? outputs.join('\n')
    : JSON.stringify(result);
}
