import type { Event } from '../../record/events.js';
import type { RecordedMessage } from '../../record/model_events.js';

/** Part of a message as the conventions have it; what has no form of its own there stands as its JSON. */
type Part = { type: string; [key: string]: unknown };

/** The messages that a request added to its history, as JSON: those before are in the spans before. */
export const inputMessages = (messages: readonly RecordedMessage[]): string =>
  JSON.stringify(messages.map((message) => ({ role: message.role, parts: partsOf(message) })));

/** What was said, as JSON. */
export function outputMessages(response: Event<'response'>['payload'] | undefined): string | null {
  if (!response?.message) return null;
  const { message, finish_reason } = response;
  return JSON.stringify([{ role: message.role, parts: partsOf(message), finish_reason: finish_reason ?? '' }]);
}

/** A recorded message, which may be cut off and then is a text. */
function partsOf({ text, artifact }: RecordedMessage): Part[] {
  const value = artifact === undefined ? parsed(text) : undefined;
  if (!isObject(value)) return [{ type: 'text', content: text }];
  const content = value.content ?? value.parts ?? value.output;
  const parts = typeof content === 'string' ? [textPart(content)] : list(content).map(partOf);
  const calls = list(value.tool_calls).map(callOf);
  if (value.role === 'tool') return [{ type: 'tool_call_response', id: value.tool_call_id, response: content }];
  return parts.length + calls.length > 0 ? [...parts, ...calls] : [textPart(text)];
}

const textPart = (content: string): Part => ({ type: 'text', content });

function partOf(part: unknown): Part {
  if (!isObject(part)) return textPart(JSON.stringify(part) ?? '');
  const thought = part.thinking ?? (part.thought === true ? part.text : undefined);
  if (typeof thought === 'string') return { type: 'reasoning', content: thought };
  if (typeof part.text === 'string') return textPart(part.text);
  if (part.type === 'tool_use') return { type: 'tool_call', id: part.id, name: part.name, arguments: part.input };
  if (part.type === 'tool_result') return { type: 'tool_call_response', id: part.tool_use_id, response: part.content };
  return textPart(JSON.stringify(part));
}

function callOf(call: unknown): Part {
  const { id, function: called } = (isObject(call) ? call : {}) as { id?: unknown; function?: unknown };
  const { name, arguments: given } = (isObject(called) ? called : {}) as { name?: unknown; arguments?: unknown };
  return { type: 'tool_call', id, name, arguments: typeof given === 'string' ? (parsed(given) ?? given) : given };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
