import {
  isJsonObject,
  type JsonObject,
  type ToolCall,
  toJsonObject,
  toJsonObjects,
  toNonEmptyText,
} from '../dialect.js';
import { parseJsonOrText } from '../parse_bounded_json.js';
import type { OutputCounter } from '../streaming/output_counter.js';

/** Parses the calls of a whole message, also in the form that preceded tools. */
export function parseChatCalls(tool_calls: unknown, function_call: unknown): ToolCall[] {
  const calls = toJsonObjects(tool_calls).map((call): ToolCall => {
    const { name, text } = readCallFields(call);
    return { id: toNonEmptyText(call.id) ?? '', name: toNonEmptyText(name) ?? '', arguments: parseArguments(text) };
  });
  if (!isJsonObject(function_call)) return calls;
  const { name, arguments: text } = function_call;
  return [...calls, { id: '', name: toNonEmptyText(name) ?? '', arguments: parseArguments(text) }];
}

const parseArguments = (value: unknown): unknown =>
  typeof value === 'string' ? parseJsonOrText(value) : (value ?? '');

/** Reads name and arguments of a call: of a function, or of a custom tool. */
function readCallFields(call: JsonObject): { name: unknown; text: unknown } {
  if (isJsonObject(call.custom)) return { name: call.custom.name, text: call.custom.input };
  const { name, arguments: text } = toJsonObject(call.function);
  return { name, text };
}

interface PartialCall {
  id: string;
  name: string;
  text: string;
  custom: boolean;
}

/** Builder for several calls of a message that comes in pieces. */
export class ChatCallBuilder {
  readonly #output: OutputCounter;
  readonly #all: PartialCall[] = [];
  readonly #byIndex = new Map<unknown, PartialCall>();
  readonly #byId = new Map<string, PartialCall>();

  constructor(output: OutputCounter) {
    this.#output = output;
  }

  add(piece: JsonObject): void {
    const { name, text } = readCallFields(piece);
    const id = toNonEmptyText(piece.id) ?? '';
    const call = this.#known(piece.index, id, name) ?? this.#begun(piece, id);
    if (call === undefined) return;
    if (call.name === '') call.name = this.#output.addText(name);
    if (typeof text === 'string') call.text += this.#output.addText(text);
    else if (text !== undefined && text !== null) call.text += this.#output.addText(JSON.stringify(text));
  }

  /** Servers that send whole calls omit the index, or use the same for all of them: then another id is another call. */
  #known(index: unknown, id: string, name: unknown): PartialCall | undefined {
    if (index === undefined || index === null) return id === '' ? this.#all.at(-1) : this.#byId.get(id);
    const call = this.#byIndex.get(index);
    const is_new_call =
      call !== undefined && id !== '' && call.id !== '' && call.id !== id && toNonEmptyText(name) !== undefined;
    return is_new_call ? undefined : call;
  }

  #begun(piece: JsonObject, id: string): PartialCall | undefined {
    if (!this.#output.takePiece()) return undefined;
    const call: PartialCall = { id, name: '', text: '', custom: isJsonObject(piece.custom) };
    this.#all.push(call);
    this.#byIndex.set(piece.index, call);
    if (id !== '') this.#byId.set(id, call);
    return call;
  }

  /** Returns the calls as a message of the history has them. */
  toToolCalls(): JsonObject[] {
    return this.#all.map(({ id, name, text, custom }) =>
      custom
        ? { id, type: 'custom', custom: { name, input: text } }
        : { id, type: 'function', function: { name, arguments: text } },
    );
  }
}
