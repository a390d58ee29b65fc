import type { AnswerFold } from './answer_reader.js';
import type { Answered, JsonObject } from './dialect.js';
import { errorText, isObject, nameOf, objectOf, objectsOf, textOf, wholeOf } from './fields.js';
import { jsonOrText } from './json_text.js';
import { blockCalls } from './messages_blocks.js';
import { Output } from './output.js';
import { believed, counted, type Reported, usagePart } from './reported.js';

/** A block of the content, as it grows. */
interface Growing {
  block: JsonObject;
  texts: Map<string, string>;
  /** Arguments, as pieces of JSON. */
  json: string;
  citations: unknown[];
}

/** Which field of a block grows by which field of which delta. */
const textDeltas: Readonly<Record<string, 'text' | 'thinking' | 'signature' | 'content'>> = Object.freeze({
  text_delta: 'text',
  thinking_delta: 'thinking',
  signature_delta: 'signature',
  compaction_delta: 'content',
});

/** The answer of Anthropic's messages. Its end is `message_stop`, or a reason to stop. */
export class MessagesAnswer implements AnswerFold {
  readonly output = new Output();
  readonly #blocks = new Map<number, Growing>();
  #whole: JsonObject | undefined;
  #model: string | null = null;
  #stop: string | null = null;
  #stopped = false;
  #begun = false;
  #first: unknown;
  #last: unknown;
  #error: string | undefined;

  event(data: JsonObject, eventType: string): void {
    const type = textOf(data.type) ?? eventType;
    if (type === 'error' || (data.error ?? null) !== null) this.#error ??= errorText(data.error ?? data);
    else if (type === 'message') this.#read(data);
    else if (type === 'message_start') this.#start(objectOf(data.message));
    else if (type === 'content_block_start') this.#block(data.index, objectOf(data.content_block));
    else if (type === 'content_block_delta') this.#delta(data.index, objectOf(data.delta));
    else if (type === 'message_delta') this.#change(data);
    else if (type === 'message_stop') this.#stopped = true;
    else if (type === '' && wholeOf(data.input_tokens) !== null) this.#counted();
  }

  #read(message: JsonObject): void {
    this.#model = nameOf(message.model) ?? null;
    this.#stop = nameOf(message.stop_reason) ?? null;
    this.#stopped = true;
    this.#last = message.usage;
    const { role, content } = message;
    this.#whole = { role: role ?? 'assistant', content: content ?? [] };
    for (const block of objectsOf(content)) {
      this.output.text(block.text);
      this.output.text(block.thinking);
      if (blockCalls(block).length > 0) this.output.json(block.input);
    }
  }

  /** An answer to the question how many tokens a request has: it uses none. */
  #counted(): void {
    this.#stopped = true;
    this.#last = { input_tokens: 0, output_tokens: 0 };
  }

  #start(message: JsonObject): void {
    this.#begun = true;
    this.#model = nameOf(message.model) ?? this.#model;
    this.#first = message.usage;
    for (const [index, block] of objectsOf(message.content).entries()) this.#block(index, block);
  }

  #block(index: unknown, block: JsonObject): Growing | undefined {
    const at = wholeOf(index) ?? this.#blocks.size;
    if (!this.output.room()) return undefined;
    const growing: Growing = { block, texts: new Map(), json: '', citations: [] };
    this.output.text(block.text);
    this.output.text(block.thinking);
    this.#blocks.set(at, growing);
    return growing;
  }

  #delta(index: unknown, delta: JsonObject): void {
    const growing = this.#blocks.get(wholeOf(index) ?? this.#blocks.size - 1) ?? this.#block(index, {});
    if (growing === undefined || typeof delta.type !== 'string') return;
    if (delta.type === 'input_json_delta') {
      growing.json += this.output.text(delta.partial_json);
    } else if (delta.type === 'citations_delta') {
      if (this.output.room()) growing.citations.push(delta.citation);
    } else if (Object.hasOwn(textDeltas, delta.type)) {
      const field = textDeltas[delta.type]!;
      growing.texts.set(field, (growing.texts.get(field) ?? '') + this.output.text(delta[field]));
    }
  }

  #change(data: JsonObject): void {
    const { stop_reason } = objectOf(data.delta);
    this.#stop = nameOf(stop_reason) ?? this.#stop;
    this.#last = data.usage ?? this.#last;
  }

  answered(): Answered {
    const inOrder = [...this.#blocks].sort(([a], [b]) => a - b);
    const content = inOrder.map(([, growing]) => written(growing));
    const streamed = content.length > 0 || this.#begun ? { role: 'assistant', content } : null;
    const message = this.#whole ?? streamed;
    const complete = this.#stopped || this.#stop !== null;
    return {
      model: this.#model,
      finish_reason: this.#stop,
      ...usagePart(complete ? usageOf(this.#first, this.#last, this.output.bytes) : undefined),
      message,
      calls: objectsOf(message?.content).flatMap(blockCalls),
      complete: complete && this.#error === undefined,
      error: this.#error,
    };
  }
}

/** A block as it stands in a history. Arguments that were cut stay the text that came. */
function written({ block, texts, json, citations }: Growing): JsonObject {
  const grown: JsonObject = { ...block };
  for (const [field, text] of texts) grown[field] = (textOf(block[field]) ?? '') + text;
  if (json !== '') grown.input = jsonOrText(json);
  if (citations.length > 0) grown.citations = citations;
  if (grown.type === undefined && texts.size > 0) grown.type = texts.has('thinking') ? 'thinking' : 'text';
  return grown;
}

/**
 * What a stream counted at its end. The count of the last event is of all, and some servers give in it only the output, some a
 * wrong input, some first the real one: of the two counts of the input the larger is meant.
 */
function usageOf(first: unknown, last: unknown, output_bytes: number): Reported | undefined {
  if (last === undefined || last === null) return undefined;
  if (!isObject(last)) return { disbelieved: 'usage is no object' };
  const inputs = [last, first].filter(isObject).map(inputOf);
  const output = counted(
    {
      output_tokens: last.output_tokens,
      reasoning_tokens: objectOf(last.output_tokens_details).thinking_tokens,
    },
    ['output_tokens'],
  );
  if ('disbelieved' in output) return output;
  let input: Record<keyof typeof noInput, number> | undefined;
  for (const read of inputs) {
    if (read === undefined) continue;
    if ('disbelieved' in read) return read;
    if (input === undefined || sum(read.counts) > sum(input)) input = read.counts;
  }
  if (input === undefined) return { disbelieved: 'input_tokens is missing' };
  return believed(
    {
      input_tokens: sum(input),
      cached_input_tokens: input.cache_read_input_tokens,
      cache_write_tokens: input.cache_creation_input_tokens,
      ...output.counts,
    },
    output_bytes,
  );
}

const noInput = { input_tokens: 0, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 };

/** The input, which leaves out what a cache had or got; undefined = it is not said. */
function inputOf(usage: JsonObject): ReturnType<typeof counted<keyof typeof noInput>> | undefined {
  const { input_tokens, cache_read_input_tokens, cache_creation_input_tokens } = usage;
  if ((input_tokens ?? cache_read_input_tokens ?? cache_creation_input_tokens ?? null) === null) return undefined;
  return counted({ input_tokens, cache_read_input_tokens, cache_creation_input_tokens }, []);
}

const sum = (counts: Record<keyof typeof noInput, number>): number =>
  counts.input_tokens + counts.cache_read_input_tokens + counts.cache_creation_input_tokens;
