import type { AnswerFold } from './answer_reader.js';
import type { Answered, JsonObject } from './dialect.js';
import { errorText, isObject, nameOf, objectOf, objectsOf, textOf, wholeOf } from './fields.js';
import { Output } from './output.js';
import { believed, counted, type Reported, usagePart } from './reported.js';
import { itemCalls } from './responses_items.js';

/** An item of the answer, until its own end by what came of it. */
interface Growing {
  item: JsonObject;
  done: boolean;
  /** Texts by where they belong: event kind and part. */
  texts: Map<string, { kind: string; text: string }>;
  bytes: number;
}

const ends: ReadonlySet<string> = new Set([
  'response.completed',
  'response.incomplete',
  'response.failed',
  'response.done',
]);

/**
 * The answer of responses, told three times: in deltas, in items that are done, and in the last event. The last is taken where it is there; servers
 * leave its items out, and streams are cut, so items are collected as they pass.
 */
export class ResponsesAnswer implements AnswerFold {
  readonly output = new Output();
  readonly #items = new Map<number, Growing>();
  #response: JsonObject = {};
  #ended = false;
  #model: string | null = null;
  #id: string | undefined;
  #error: string | undefined;

  event(data: JsonObject, eventType: string): void {
    const type = textOf(data.type) ?? eventType;
    if (isObject(data.response)) this.#progress(type, data.response);
    else if (data.object === 'response') this.#progress(`response.${textOf(data.status) ?? 'completed'}`, data);
    else if (data.object === 'response.input_tokens') this.#counted(data);
    else if (type === 'error' || (data.error ?? null) !== null) this.#error ??= errorText(data.error ?? data);
    else if (isObject(data.item)) this.#item(data.output_index, data.item, type === 'response.output_item.done');
    else if (type.endsWith('.delta')) this.#delta(type.slice(0, -'.delta'.length), data);
  }

  #progress(type: string, response: JsonObject): void {
    this.#model = nameOf(response.model) ?? this.#model;
    this.#id ??= nameOf(response.id);
    this.#error ??= errorText(response.error);
    if (!ends.has(type)) return;
    this.#ended = true;
    this.#response = response;
    if (this.output.bytes === 0) for (const item of objectsOf(response.output)) this.#count(item);
  }

  /** An answer to the question how many tokens an input has: it uses none. */
  #counted(data: JsonObject): void {
    if (wholeOf(data.input_tokens) === null) return;
    this.#ended = true;
    this.#response = { usage: { input_tokens: 0, output_tokens: 0 } };
  }

  #item(index: unknown, item: JsonObject, done: boolean): void {
    const growing = this.#growing(index, item);
    if (growing === undefined) return;
    growing.item = item;
    growing.done = done;
    if (!done || growing.bytes > 0) return;
    growing.bytes = this.#count(item);
  }

  #growing(index: unknown, item: JsonObject): Growing | undefined {
    const at = wholeOf(index) ?? this.#items.size;
    const known = this.#items.get(at);
    if (known !== undefined || !this.output.room()) return known;
    const growing: Growing = { item, done: false, texts: new Map(), bytes: 0 };
    this.#items.set(at, growing);
    return growing;
  }

  #delta(kind: string, data: JsonObject): void {
    const text = this.output.text(data.delta);
    if (text === '') return;
    const growing = this.#growing(wholeOf(data.output_index) ?? Math.max(0, this.#items.size - 1), {});
    if (growing === undefined) return;
    growing.bytes += text.length;
    const part = `${kind} ${wholeOf(data.content_index) ?? wholeOf(data.summary_index) ?? 0}`;
    const known = growing.texts.get(part);
    if (known !== undefined) known.text += text;
    else if (this.output.room()) growing.texts.set(part, { kind, text });
  }

  #count(item: JsonObject): number {
    const before = this.output.bytes;
    for (const part of [...objectsOf(item.content), ...objectsOf(item.summary)]) {
      this.output.text(part.text);
      this.output.text(part.refusal);
    }
    for (const text of [item.arguments, item.input, item.code]) this.output.text(text);
    return this.output.bytes - before;
  }

  answered(): Answered {
    const last = objectsOf(this.#response.output);
    const items = last.length > 0 ? last : this.#collected();
    const reason = textOf(objectOf(this.#response.incomplete_details).reason);
    return {
      model: this.#model,
      ...(this.#id === undefined ? {} : { id: this.#id }),
      finish_reason: this.#ended ? (reason ?? textOf(this.#response.status) ?? null) : null,
      ...usagePart(this.#ended ? usageOf(this.#response.usage, this.output.bytes) : undefined),
      message: items.length === 0 ? null : items,
      calls: items.flatMap(itemCalls),
      complete: this.#ended && this.#error === undefined,
      error: this.#error,
    };
  }

  #collected(): JsonObject[] {
    const inOrder = [...this.#items].sort(([a], [b]) => a - b);
    return inOrder.map(([, growing]) => (growing.done ? growing.item : written(growing)));
  }
}

/** An item that was begun, with what came of it. */
function written({ item, texts }: Growing): JsonObject {
  let grown = item;
  for (const { kind, text } of texts.values()) grown = withText(grown, kind, text);
  return grown;
}

function withText(item: JsonObject, kind: string, text: string): JsonObject {
  const append = (field: string, part: JsonObject): JsonObject => ({
    ...item,
    [field]: [...(Array.isArray(item[field]) ? item[field] : []), part],
  });
  switch (kind) {
    case 'response.output_text':
      return { role: 'assistant', type: 'message', ...append('content', { type: 'output_text', text }) };
    case 'response.refusal':
      return { role: 'assistant', type: 'message', ...append('content', { type: 'refusal', refusal: text }) };
    case 'response.reasoning_summary_text':
      return { type: 'reasoning', ...append('summary', { type: 'summary_text', text }) };
    case 'response.reasoning_text':
      return { type: 'reasoning', ...append('content', { type: 'reasoning_text', text }) };
    case 'response.function_call_arguments':
    case 'response.mcp_call_arguments':
      return { ...item, arguments: text };
    case 'response.custom_tool_call_input':
      return { ...item, input: text };
    case 'response.code_interpreter_call_code':
      return { ...item, code: text };
    default:
      return item;
  }
}

/** Cached input and reasoning are in the totals. */
function usageOf(usage: unknown, output_bytes: number): Reported | undefined {
  if (usage === undefined || usage === null) return undefined;
  if (!isObject(usage)) return { disbelieved: 'usage is no object' };
  const input = objectOf(usage.input_tokens_details);
  const read = counted(
    {
      input_tokens: usage.input_tokens,
      output_tokens: usage.output_tokens,
      cached_tokens: input.cached_tokens,
      cache_write_tokens: input.cache_write_tokens,
      reasoning_tokens: objectOf(usage.output_tokens_details).reasoning_tokens,
    },
    ['input_tokens', 'output_tokens'],
  );
  if ('disbelieved' in read) return read;
  const { cached_tokens, ...counts } = read.counts;
  return believed({ ...counts, cached_input_tokens: cached_tokens }, output_bytes);
}
