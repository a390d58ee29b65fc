import type { AnswerFold } from './answer_reader.js';
import { callsOf, GrowingCalls } from './chat_calls.js';
import type { Answered, JsonObject } from './dialect.js';
import { errorText, isObject, nameOf, objectOf, objectsOf, textOf } from './fields.js';
import { Output } from './output.js';
import { believed, counted, type Reported, usagePart } from './reported.js';

/** One of the answers, in pieces or whole. */
interface Choice {
  whole: JsonObject | undefined;
  /** Text by field: content, refusal, and reasoning under the names that servers have for it. */
  texts: Map<string, string>;
  calls: GrowingCalls;
  function_call: { name: string; arguments: string } | undefined;
  finish_reason: string | null;
}

const textFields = ['reasoning_content', 'reasoning', 'refusal'] as const;

/**
 * The answer of chat completions. Its end is `[DONE]`, or a reason to finish for every choice. Usage comes in a chunk without choices, in the last one
 * with some, or, counted on, in every chunk: the last one is meant.
 */
export class ChatAnswer implements AnswerFold {
  readonly output = new Output();
  readonly #choices = new Map<number, Choice>();
  #model: string | null = null;
  #usage: unknown;
  #done = false;
  #error: string | undefined;

  done(): void {
    this.#done = true;
  }

  event(data: JsonObject): void {
    this.#error ??= errorText(data.error) ?? (data.object === 'error' ? errorText(data) : undefined);
    this.#model = nameOf(data.model) ?? this.#model;
    const choices = objectsOf(data.choices);
    for (const choice of choices) this.#read(choice);
    this.#usage = data.usage ?? objectOf(data.x_groq).usage ?? choices[0]?.usage ?? this.#usage;
  }

  #read(said: JsonObject): void {
    const choice = this.#choice(typeof said.index === 'number' ? said.index : 0);
    if (choice === undefined) return;
    choice.finish_reason = nameOf(said.finish_reason) ?? choice.finish_reason;
    if (isObject(said.message)) {
      choice.whole = said.message;
      this.#count(said.message);
    } else if (isObject(said.delta)) {
      this.#grow(choice, said.delta);
    }
  }

  #choice(index: number): Choice | undefined {
    const known = this.#choices.get(index);
    if (known !== undefined || !this.output.room()) return known;
    const calls = new GrowingCalls(this.output);
    const choice: Choice = { whole: undefined, texts: new Map(), calls, function_call: undefined, finish_reason: null };
    this.#choices.set(index, choice);
    return choice;
  }

  #grow(choice: Choice, delta: JsonObject): void {
    this.#append(choice, 'content', contentText(delta.content));
    for (const field of textFields) this.#append(choice, field, delta[field]);
    for (const piece of objectsOf(delta.tool_calls)) choice.calls.add(piece);
    if (!isObject(delta.function_call)) return;
    choice.function_call ??= { name: '', arguments: '' };
    choice.function_call.name ||= this.output.text(delta.function_call.name);
    choice.function_call.arguments += this.output.text(delta.function_call.arguments);
  }

  #append(choice: Choice, field: string, text: unknown): void {
    const kept = this.output.text(text);
    if (kept !== '') choice.texts.set(field, (choice.texts.get(field) ?? '') + kept);
  }

  #count(message: JsonObject): void {
    this.output.text(contentText(message.content));
    for (const field of textFields) this.output.text(message[field]);
    for (const call of callsOf(message.tool_calls, message.function_call)) {
      this.output.text(call.name);
      this.output.json(call.arguments);
    }
  }

  answered(): Answered {
    const choices = [...this.#choices].sort(([a], [b]) => a - b).map(([, choice]) => choice);
    const messages = choices.map((choice) => choice.whole ?? written(choice));
    const finished = choices.length > 0 && choices.every((choice) => choice.finish_reason !== null);
    const complete = this.#done || finished;
    return {
      model: this.#model,
      finish_reason: choices[0]?.finish_reason ?? null,
      ...usagePart(complete ? usageOf(this.#usage, this.output.bytes) : undefined),
      message: messages.length > 1 ? messages : (messages[0] ?? null),
      calls: messages.flatMap((message) => callsOf(message.tool_calls, message.function_call)),
      complete: complete && this.#error === undefined,
      error: this.#error,
    };
  }
}

/** The text of a content, which some servers send in parts: text, and thinking with parts of its own. */
function contentText(content: unknown): unknown {
  if (!Array.isArray(content)) return content;
  return objectsOf(content)
    .map(
      (part) =>
        textOf(part.text) ??
        objectsOf(part.thinking)
          .map(({ text }) => textOf(text) ?? '')
          .join(''),
    )
    .join('');
}

/** A message as it stands in a history. */
function written({ texts, calls, function_call }: Choice): JsonObject {
  const { content, ...others } = Object.fromEntries(texts);
  const tool_calls = calls.written();
  const called = tool_calls.length > 0 || function_call !== undefined;
  return {
    role: 'assistant',
    content: content ?? (called || others.refusal !== undefined ? null : ''),
    ...others,
    ...(tool_calls.length > 0 && { tool_calls }),
    ...(function_call && { function_call }),
  };
}

/** Cached input and reasoning are in the totals. Servers that leave reasoning out of the output show it by a total that is more than both. */
function usageOf(usage: unknown, output_bytes: number): Reported | undefined {
  if (usage === undefined || usage === null) return undefined;
  if (!isObject(usage)) return { disbelieved: 'usage is no object' };
  const input = objectOf(usage.prompt_tokens_details);
  const read = counted(
    {
      prompt_tokens: usage.prompt_tokens,
      completion_tokens: usage.completion_tokens,
      total_tokens: usage.total_tokens,
      cached_tokens: input.cached_tokens ?? usage.prompt_cache_hit_tokens ?? usage.cached_tokens,
      cache_write_tokens: input.cache_write_tokens,
      reasoning_tokens: objectOf(usage.completion_tokens_details).reasoning_tokens,
    },
    ['prompt_tokens', 'completion_tokens'],
  );
  if ('disbelieved' in read) return read;
  const { counts } = read;
  return believed(
    {
      input_tokens: counts.prompt_tokens,
      cached_input_tokens: counts.cached_tokens,
      cache_write_tokens: counts.cache_write_tokens,
      output_tokens: Math.max(counts.completion_tokens, counts.total_tokens - counts.prompt_tokens),
      reasoning_tokens: counts.reasoning_tokens,
    },
    output_bytes,
  );
}
