import { addUnitsApart } from '../add_units_apart.js';
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
import { parseJsonOrText } from '../parse_bounded_json.js';
import { type ReportedUsage, readUsageCounts, toUsageFields, validateUsage } from '../reported_usage.js';
import type { ResponseBuilder } from '../streaming/create_response_parser.js';
import { OutputCounter } from '../streaming/output_counter.js';
import { parseBlockCalls } from './parse_block_calls.js';

/** Content block in progress. */
interface PartialBlock {
  block: JsonObject;
  texts: Map<string, string>;
  /** Arguments, as pieces of JSON. */
  json: string;
  citations: unknown[];
}

/** Field of a block that each delta type extends. */
const textDeltas: ReadonlyMap<string, 'text' | 'thinking' | 'signature' | 'content'> = new Map([
  ['text_delta', 'text'],
  ['thinking_delta', 'thinking'],
  ['signature_delta', 'signature'],
  ['compaction_delta', 'content'],
]);

/** Builder for responses of Anthropic's messages. The end is `message_stop`, or a stop reason. */
export class MessagesResponseBuilder implements ResponseBuilder {
  readonly output = new OutputCounter();
  readonly #blocks = new Map<number, PartialBlock>();
  #whole: JsonObject | undefined;
  #model: string | null = null;
  #stop: string | null = null;
  #stopped = false;
  #begun = false;
  #first: unknown;
  #last: unknown;
  #error: string | undefined;

  addEvent(data: JsonObject, eventType: string): void {
    const type = toNonEmptyText(data.type) ?? eventType;
    if (type === 'error' || (data.error ?? null) !== null) this.#error ??= formatErrorObject(data.error ?? data);
    else if (type === 'message') this.#read(data);
    else if (type === 'message_start') this.#start(toJsonObject(data.message));
    else if (type === 'content_block_start') this.#block(data.index, toJsonObject(data.content_block));
    else if (type === 'content_block_delta') this.#delta(data.index, toJsonObject(data.delta));
    else if (type === 'message_delta') this.#change(data);
    else if (type === 'message_stop') this.#stopped = true;
    else if (type === '' && toWholeNumber(data.input_tokens) !== null) this.#counted();
  }

  #read(message: JsonObject): void {
    this.#model = toShortName(message.model) ?? null;
    this.#stop = toShortName(message.stop_reason) ?? null;
    this.#stopped = true;
    this.#last = message.usage;
    const { role, content } = message;
    this.#whole = { role: role ?? 'assistant', content: content ?? [] };
    for (const block of toJsonObjects(content)) {
      this.output.addText(block.text);
      this.output.addText(block.thinking);
      if (parseBlockCalls(block).length > 0) this.output.addJson(block.input);
    }
  }

  /** Handles a token count, which uses no tokens itself. */
  #counted(): void {
    this.#stopped = true;
    this.#last = { input_tokens: 0, output_tokens: 0 };
  }

  #start(message: JsonObject): void {
    this.#begun = true;
    this.#model = toShortName(message.model) ?? this.#model;
    this.#first = message.usage;
    for (const [index, block] of toJsonObjects(message.content).entries()) this.#block(index, block);
  }

  #block(index: unknown, block: JsonObject): PartialBlock | undefined {
    const position = toWholeNumber(index) ?? this.#blocks.size;
    if (!this.output.takePiece()) return undefined;
    const growing: PartialBlock = { block, texts: new Map(), json: '', citations: [] };
    this.output.addText(block.text);
    this.output.addText(block.thinking);
    this.#blocks.set(position, growing);
    return growing;
  }

  #delta(index: unknown, delta: JsonObject): void {
    const growing = this.#blocks.get(toWholeNumber(index) ?? this.#blocks.size - 1) ?? this.#block(index, {});
    if (growing === undefined || typeof delta.type !== 'string') return;
    if (delta.type === 'input_json_delta') {
      growing.json += this.output.addText(delta.partial_json);
    } else if (delta.type === 'citations_delta') {
      if (this.output.takePiece()) growing.citations.push(delta.citation);
    } else {
      const field = textDeltas.get(delta.type);
      if (field === undefined) return;
      growing.texts.set(field, (growing.texts.get(field) ?? '') + this.output.addText(delta[field]));
    }
  }

  #change(data: JsonObject): void {
    const { stop_reason } = toJsonObject(data.delta);
    this.#stop = toShortName(stop_reason) ?? this.#stop;
    this.#last = data.usage ?? this.#last;
  }

  build(): ParsedResponse {
    const inOrder = [...this.#blocks].sort(([a], [b]) => a - b);
    const content = inOrder.map(([, growing]) => toBlock(growing));
    const streamed = content.length > 0 || this.#begun ? { role: 'assistant', content } : null;
    const message = this.#whole ?? streamed;
    const complete = this.#stopped || this.#stop !== null;
    return {
      model: this.#model,
      finish_reason: this.#stop,
      ...toUsageFields(complete ? this.#last : undefined, (last) => parseUsage(this.#first, last, this.output.bytes)),
      message,
      calls: toJsonObjects(message?.content).flatMap(parseBlockCalls),
      complete: complete && this.#error === undefined,
      error: this.#error,
    };
  }
}

/** Converts a block to the form of a history. Truncated arguments stay text. */
function toBlock({ block, texts, json, citations }: PartialBlock): JsonObject {
  const grown: JsonObject = { ...block };
  for (const [field, text] of texts) grown[field] = (toNonEmptyText(block[field]) ?? '') + text;
  if (json !== '') grown.input = parseJsonOrText(json);
  if (citations.length > 0) grown.citations = citations;
  if (grown.type === undefined && texts.size > 0) grown.type = texts.has('thinking') ? 'thinking' : 'text';
  return grown;
}

/** Counts of one sampling, as the format names them. */
interface SamplingCounts {
  input_tokens: number;
  cache_read_input_tokens: number;
  cache_creation_input_tokens: number;
  output_tokens: number;
  reasoning_tokens: number;
  /** Of the cache writes, those that are kept for an hour. */
  hour_tokens: number;
  /** Tokens of a sampling by another model. */
  other_model_tokens: number;
}

/**
 * Parses the usage at the end of a stream. The last count covers everything, but some servers report only the output in
 * it, some a wrong input, and some the right input only there: the larger input counts.
 */
function parseUsage(first: unknown, last: JsonObject, output_bytes: number): ReportedUsage {
  const ended = readSamplings(last);
  const begun = isJsonObject(first) && hasInput(first) ? readSamplings(first) : undefined;
  if ('disbelieved' in ended) return ended;
  if ((last.output_tokens ?? null) === null) return { disbelieved: 'output_tokens is missing' };
  if (begun !== undefined && 'disbelieved' in begun) return begun;
  if (!hasInput(last) && begun === undefined) return { disbelieved: 'input_tokens is missing' };
  const input = begun !== undefined && sumInput(begun.counts) > sumInput(ended.counts) ? begun.counts : ended.counts;
  const reported = validateUsage(
    {
      input_tokens: sumInput(input),
      cached_input_tokens: input.cache_read_input_tokens,
      cache_write_tokens: input.cache_creation_input_tokens,
      output_tokens: ended.counts.output_tokens,
      reasoning_tokens: ended.counts.reasoning_tokens,
    },
    output_bytes,
  );
  return addUnitsApart(reported, {
    cache_write_1h_tokens: input.hour_tokens,
    other_model_tokens: ended.counts.other_model_tokens,
    web_searches: toJsonObject(last.server_tool_use).web_search_requests,
  });
}

type ReadCounts = { counts: SamplingCounts } | { disbelieved: string };

/**
 * Reads the counts of a usage. `iterations` lists every sampling of a request, those of a compaction included, which
 * the counts beside it leave out: its sum counts where it has more of anything.
 */
function readSamplings(usage: JsonObject): ReadCounts {
  const whole = readSampling(usage);
  const { iterations } = usage;
  if ('disbelieved' in whole || (iterations ?? null) === null) return whole;
  if (!Array.isArray(iterations)) return { disbelieved: 'iterations is no list' };
  const sum: SamplingCounts = { ...NO_COUNTS };
  for (const one of iterations) {
    if (!isJsonObject(one)) return { disbelieved: 'an iteration is no object' };
    const read = readSampling(one);
    if ('disbelieved' in read) return read;
    for (const name of COUNTS) sum[name] += read.counts[name];
    if (toNonEmptyText(one.type)?.startsWith('advisor'))
      sum.other_model_tokens += sumInput(read.counts) + read.counts.output_tokens;
  }
  const input = sumInput(sum) >= sumInput(whole.counts) ? sum : whole.counts;
  const output = sum.output_tokens >= whole.counts.output_tokens ? sum : whole.counts;
  return {
    counts: {
      ...input,
      output_tokens: output.output_tokens,
      reasoning_tokens: Math.max(sum.reasoning_tokens, whole.counts.reasoning_tokens),
      other_model_tokens: sum.other_model_tokens,
    },
  };
}

/** Reads the counts of one sampling. Its input excludes cache reads and writes; what is missing is 0. */
function readSampling(usage: JsonObject): ReadCounts {
  const { input_tokens, cache_read_input_tokens, cache_creation_input_tokens, output_tokens } = usage;
  const { ephemeral_5m_input_tokens, ephemeral_1h_input_tokens } = toJsonObject(usage.cache_creation);
  const read = readUsageCounts(
    {
      ...{ input_tokens, cache_read_input_tokens, cache_creation_input_tokens, output_tokens },
      ...{ ephemeral_5m_input_tokens, ephemeral_1h_input_tokens },
      reasoning_tokens: toJsonObject(usage.output_tokens_details).thinking_tokens,
    },
    [],
  );
  if ('disbelieved' in read) return read;
  const { ephemeral_5m_input_tokens: minutes, ephemeral_1h_input_tokens: hour, ...counts } = read.counts;
  const write_tokens = Math.max(counts.cache_creation_input_tokens, minutes + hour);
  return {
    counts: { ...counts, cache_creation_input_tokens: write_tokens, hour_tokens: hour, other_model_tokens: 0 },
  };
}

const NO_COUNTS: SamplingCounts = {
  input_tokens: 0,
  cache_read_input_tokens: 0,
  cache_creation_input_tokens: 0,
  output_tokens: 0,
  reasoning_tokens: 0,
  hour_tokens: 0,
  other_model_tokens: 0,
};
const COUNTS = Object.keys(NO_COUNTS) as (keyof SamplingCounts)[];

/** Checks whether a usage says anything of the input. */
const hasInput = ({ input_tokens, cache_read_input_tokens, cache_creation_input_tokens }: JsonObject): boolean =>
  (input_tokens ?? cache_read_input_tokens ?? cache_creation_input_tokens ?? null) !== null;

const sumInput = (counts: SamplingCounts): number =>
  counts.input_tokens + counts.cache_read_input_tokens + counts.cache_creation_input_tokens;
