import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import { addUnitsApart, readOpenAiUnits } from '../add_units_apart.js';
import { combineCacheCounts, isBesideInput, listCacheFields } from '../combine_cache_counts.js';
import {
  formatErrorObject,
  isJsonObject,
  type JsonObject,
  type ParsedResponse,
  toJsonObject,
  toJsonObjects,
  toNonEmptyText,
  toShortName,
  toWholeNumber,
} from '../dialect.js';
import { type ReportedUsage, readUsageCounts, toUsageFields, validateUsage } from '../reported_usage.js';
import type { ResponseBuilder } from '../streaming/create_response_parser.js';
import { OutputCounter } from '../streaming/output_counter.js';
import { parseItemCalls } from './parse_item_calls.js';

/** Item in progress, until its own end event. */
interface PartialItem {
  item: JsonObject;
  done: boolean;
  /** Texts by event kind and part. */
  texts: Map<string, { kind: string; text: string }>;
  bytes: number;
}

const endEvents: ReadonlySet<string> = new Set([
  'response.completed',
  'response.incomplete',
  'response.failed',
  'response.done',
]);

/**
 * Builder for responses, which arrive three times: in deltas, in finished items, and in the last event. The last event
 * wins. Servers leave items out of it, and streams break, so items are collected as they pass.
 */
export class ResponsesResponseBuilder implements ResponseBuilder {
  readonly output = new OutputCounter();
  readonly #items = new Map<number, PartialItem>();
  #response: JsonObject = {};
  #ended = false;
  #model: string | null = null;
  #id: string | undefined;
  #error: string | undefined;

  addEvent(data: JsonObject, eventType: string): void {
    const type = toNonEmptyText(data.type) ?? eventType;
    if (isJsonObject(data.response)) this.#progress(type, data.response);
    else if (data.object === 'response') this.#progress(`response.${toNonEmptyText(data.status) ?? 'completed'}`, data);
    else if (data.object === 'response.input_tokens') this.#counted(data);
    else if (type === 'error' || (data.error ?? null) !== null) this.#error ??= formatErrorObject(data.error ?? data);
    else if (isJsonObject(data.item)) this.#item(data.output_index, data.item, type === 'response.output_item.done');
    else if (type.endsWith('.delta')) this.#delta(type.slice(0, -'.delta'.length), data);
  }

  #progress(type: string, response: JsonObject): void {
    this.#model = toShortName(response.model) ?? this.#model;
    this.#id ??= toShortName(response.id);
    this.#error ??= formatErrorObject(response.error);
    if (!endEvents.has(type)) return;
    this.#ended = true;
    this.#response = response;
    if (this.output.bytes === 0) for (const item of toJsonObjects(response.output)) this.#count(item);
  }

  /** Handles a token count, which uses no tokens itself. */
  #counted(data: JsonObject): void {
    if (toWholeNumber(data.input_tokens) === null) return;
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

  #growing(index: unknown, item: JsonObject): PartialItem | undefined {
    const position = toWholeNumber(index) ?? this.#items.size;
    const growing_item = this.#items.get(position);
    if (growing_item !== undefined || !this.output.takePiece()) return growing_item;
    const growing: PartialItem = { item, done: false, texts: new Map(), bytes: 0 };
    this.#items.set(position, growing);
    return growing;
  }

  #delta(kind: string, data: JsonObject): void {
    const text = this.output.addText(data.delta);
    if (text === '') return;
    const growing = this.#growing(toWholeNumber(data.output_index) ?? Math.max(0, this.#items.size - 1), {});
    if (growing === undefined) return;
    growing.bytes += text.length;
    const part = `${kind} ${toWholeNumber(data.content_index) ?? toWholeNumber(data.summary_index) ?? 0}`;
    const growing_text = growing.texts.get(part);
    if (growing_text !== undefined) growing_text.text += text;
    else if (this.output.takePiece()) growing.texts.set(part, { kind, text });
  }

  #count(item: JsonObject): number {
    const earlier_bytes = this.output.bytes;
    for (const part of [...toJsonObjects(item.content), ...toJsonObjects(item.summary)]) {
      this.output.addText(part.text);
      this.output.addText(part.refusal);
    }
    for (const text of [item.arguments, item.input, item.code]) this.output.addText(text);
    return this.output.bytes - earlier_bytes;
  }

  build(): ParsedResponse {
    const last = toJsonObjects(this.#response.output);
    const items = last.length > 0 ? last : this.#collected();
    const reason = toNonEmptyText(toJsonObject(this.#response.incomplete_details).reason);
    return {
      model: this.#model,
      ...omitUndefined({ id: this.#id }),
      finish_reason: this.#ended ? (reason ?? toNonEmptyText(this.#response.status) ?? null) : null,
      ...toUsageFields(this.#ended ? this.#response.usage : undefined, (usage) =>
        parseUsage(usage, this.output.bytes, items.filter(({ type }) => type === 'web_search_call').length),
      ),
      message: items.length === 0 ? null : items,
      calls: items.flatMap(parseItemCalls),
      complete: this.#ended && this.#error === undefined,
      error: this.#error,
    };
  }

  #collected(): JsonObject[] {
    const inOrder = [...this.#items].sort(([a], [b]) => a - b);
    return inOrder.map(([, growing]) => (growing.done ? growing.item : toItem(growing)));
  }
}

/** Converts an item in progress to the form of a history. */
function toItem({ item, texts }: PartialItem): JsonObject {
  let grown = item;
  for (const { kind, text } of texts.values()) grown = appendText(grown, kind, text);
  return grown;
}

function appendText(item: JsonObject, kind: string, text: string): JsonObject {
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

/** Parses usage. Totals include cached input and reasoning. */
function parseUsage(usage: JsonObject, output_bytes: number, searches: number): ReportedUsage {
  const read = readUsageCounts(
    {
      input_tokens: usage.input_tokens,
      output_tokens: usage.output_tokens,
      total_tokens: usage.total_tokens,
      ...listCacheFields(usage, toJsonObject(usage.input_tokens_details)),
      reasoning_tokens: toJsonObject(usage.output_tokens_details).reasoning_tokens,
    },
    ['input_tokens', 'output_tokens'],
  );
  if ('disbelieved' in read) return read;
  const { input_tokens, output_tokens, total_tokens, reasoning_tokens } = read.counts;
  const cache = combineCacheCounts(read.counts);
  const reported = validateUsage(
    {
      input_tokens:
        input_tokens + (isBesideInput(cache, input_tokens, output_tokens, total_tokens) ? cache.foreign : 0),
      cached_input_tokens: cache.read,
      cache_write_tokens: cache.written,
      ...{ output_tokens, reasoning_tokens },
    },
    output_bytes,
  );
  const { input_tokens_details, output_tokens_details } = usage;
  return addUnitsApart(reported, readOpenAiUnits(usage, input_tokens_details, output_tokens_details, searches));
}
