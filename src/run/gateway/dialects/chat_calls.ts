import type { JsonObject, ToolCall } from './dialect.js';
import { isObject, objectOf, objectsOf, textOf } from './fields.js';
import { jsonOrText } from './json_text.js';
import type { Output } from './output.js';

/** Calls of a whole message, also in its form before there were tools. */
export function callsOf(tool_calls: unknown, function_call: unknown): ToolCall[] {
  const calls = objectsOf(tool_calls).map((call): ToolCall => {
    const { name, text } = toldBy(call);
    return { id: textOf(call.id) ?? '', name: textOf(name) ?? '', arguments: argumentsOf(text) };
  });
  if (!isObject(function_call)) return calls;
  const { name, arguments: text } = function_call;
  return [...calls, { id: '', name: textOf(name) ?? '', arguments: argumentsOf(text) }];
}

const argumentsOf = (value: unknown): unknown => (typeof value === 'string' ? jsonOrText(value) : (value ?? ''));

/** What a call says of itself: of a function, or of a tool that takes any text. */
function toldBy(call: JsonObject): { name: unknown; text: unknown } {
  if (isObject(call.custom)) return { name: call.custom.name, text: call.custom.input };
  const { name, arguments: text } = objectOf(call.function);
  return { name, text };
}

interface Growing {
  id: string;
  name: string;
  text: string;
  custom: boolean;
}

/** Calls of a message that comes in pieces, several of them side by side. */
export class GrowingCalls {
  readonly #output: Output;
  readonly #all: Growing[] = [];
  readonly #byIndex = new Map<unknown, Growing>();
  readonly #byId = new Map<string, Growing>();

  constructor(output: Output) {
    this.#output = output;
  }

  add(piece: JsonObject): void {
    const { name, text } = toldBy(piece);
    const id = textOf(piece.id) ?? '';
    const call = this.#known(piece.index, id, name) ?? this.#begun(piece, id);
    if (call === undefined) return;
    if (call.name === '') call.name = this.#output.text(name);
    if (typeof text === 'string') call.text += this.#output.text(text);
    else if (text !== undefined && text !== null) call.text += this.#output.text(JSON.stringify(text));
  }

  /** Servers that send whole calls leave the index out, or give the same to all of them: then another id is another call. */
  #known(index: unknown, id: string, name: unknown): Growing | undefined {
    if (index === undefined || index === null) return id === '' ? this.#all.at(-1) : this.#byId.get(id);
    const call = this.#byIndex.get(index);
    const another = call !== undefined && id !== '' && call.id !== '' && call.id !== id && textOf(name) !== undefined;
    return another ? undefined : call;
  }

  #begun(piece: JsonObject, id: string): Growing | undefined {
    if (!this.#output.room()) return undefined;
    const call: Growing = { id, name: '', text: '', custom: isObject(piece.custom) };
    this.#all.push(call);
    this.#byIndex.set(piece.index, call);
    if (id !== '') this.#byId.set(id, call);
    return call;
  }

  /** As a message of the history has them. */
  written(): JsonObject[] {
    return this.#all.map(({ id, name, text, custom }) =>
      custom
        ? { id, type: 'custom', custom: { name, input: text } }
        : { id, type: 'function', function: { name, arguments: text } },
    );
  }
}
