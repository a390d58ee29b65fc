import type { Event } from '../../record/events/event.js';
import type { RecordedMessage } from '../../record/events/model_payloads.js';

/** Part of a message in the form of the conventions; other content is written as JSON. */
export type MessagePart = { type: string; [key: string]: unknown };

/** Formats the messages that a request added to its history, as JSON; earlier spans hold the earlier ones. */
export const formatInputMessages = (messages: readonly RecordedMessage[]): string =>
  JSON.stringify(messages.map((message) => ({ role: message.role, parts: toMessageParts(message) })));

/** Formats the message of a response, as JSON. */
export function formatOutputMessages(response: Event<'response'>['payload'] | undefined): string | null {
  if (!response?.message) return null;
  const { message, finish_reason } = response;
  return JSON.stringify([{ role: message.role, parts: toMessageParts(message), finish_reason: finish_reason ?? '' }]);
}

/** Converts a recorded message to parts; a truncated message is one text. */
export function toMessageParts({ text, artifact }: RecordedMessage): MessagePart[] {
  const value = artifact === undefined ? parseJsonText(text) : undefined;
  if (!isObject(value)) return [{ type: 'text', content: text }];
  const content = value.content ?? value.parts ?? value.output;
  const parts = typeof content === 'string' ? [createTextPart(content)] : toList(content).map(toMessagePart);
  const calls = toList(value.tool_calls).map(toToolCallPart);
  if (value.role === 'tool') return [{ type: 'tool_call_response', id: value.tool_call_id, response: content }];
  return parts.length + calls.length > 0 ? [...parts, ...calls] : [createTextPart(text)];
}

const createTextPart = (content: string): MessagePart => ({ type: 'text', content });

function toMessagePart(part: unknown): MessagePart {
  if (!isObject(part)) return createTextPart(JSON.stringify(part) ?? '');
  const thought = part.thinking ?? (part.thought === true ? part.text : undefined);
  if (typeof thought === 'string') return { type: 'reasoning', content: thought };
  if (typeof part.text === 'string') return createTextPart(part.text);
  if (part.type === 'tool_use') return { type: 'tool_call', id: part.id, name: part.name, arguments: part.input };
  if (part.type === 'tool_result') return { type: 'tool_call_response', id: part.tool_use_id, response: part.content };
  return createTextPart(JSON.stringify(part));
}

function toToolCallPart(call: unknown): MessagePart {
  const { id, function: function_part } = (isObject(call) ? call : {}) as { id?: unknown; function?: unknown };
  const { name, arguments: arguments_text } = (isObject(function_part) ? function_part : {}) as {
    name?: unknown;
    arguments?: unknown;
  };
  return {
    type: 'tool_call',
    id,
    name,
    arguments: typeof arguments_text === 'string' ? (parseJsonText(arguments_text) ?? arguments_text) : arguments_text,
  };
}

function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
