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
} from '../dialect.js';
import { type ReportedUsage, readUsageCounts, toUsageFields, validateUsage } from '../reported_usage.js';
import type { ResponseBuilder } from '../streaming/create_response_parser.js';
import { OutputCounter } from '../streaming/output_counter.js';
import { ChatCallBuilder, parseChatCalls } from './parse_chat_calls.js';

/** Choice of the response, in pieces or whole. */
interface ChatChoice {
  whole: JsonObject | undefined;
  /** Texts by field: content, refusal, and reasoning under the names that servers use. */
  texts: Map<string, string>;
  calls: ChatCallBuilder;
  function_call: { name: string; arguments: string } | undefined;
  finish_reason: string | null;
}

const textFields = ['reasoning_content', 'reasoning', 'refusal'] as const;

/**
 * Builder for responses of chat completions. The end is `[DONE]`, or a finish reason for every choice. Usage comes in a
 * chunk without choices, in the last one with choices, or as a running count in every chunk; the last one counts.
 */
export class ChatResponseBuilder implements ResponseBuilder {
  readonly output = new OutputCounter();
  readonly #choices = new Map<number, ChatChoice>();
  #model: string | null = null;
  #usage: unknown;
  #done = false;
  #error: string | undefined;

  markDone(): void {
    this.#done = true;
  }

  addEvent(data: JsonObject): void {
    this.#error ??= formatErrorObject(data.error) ?? (data.object === 'error' ? formatErrorObject(data) : undefined);
    this.#model = toShortName(data.model) ?? this.#model;
    const choices = toJsonObjects(data.choices);
    for (const choice of choices) this.#read(choice);
    this.#usage = data.usage ?? toJsonObject(data.x_groq).usage ?? choices[0]?.usage ?? this.#usage;
  }

  #read(data: JsonObject): void {
    const choice = this.#choice(typeof data.index === 'number' ? data.index : 0);
    if (choice === undefined) return;
    choice.finish_reason = toShortName(data.finish_reason) ?? choice.finish_reason;
    if (isJsonObject(data.message)) {
      choice.whole = data.message;
      this.#count(data.message);
    } else if (isJsonObject(data.delta)) {
      this.#grow(choice, data.delta);
    }
  }

  #choice(index: number): ChatChoice | undefined {
    const existing = this.#choices.get(index);
    if (existing !== undefined || !this.output.takePiece()) return existing;
    const calls = new ChatCallBuilder(this.output);
    const choice: ChatChoice = {
      whole: undefined,
      texts: new Map(),
      calls,
      function_call: undefined,
      finish_reason: null,
    };
    this.#choices.set(index, choice);
    return choice;
  }

  #grow(choice: ChatChoice, delta: JsonObject): void {
    this.#append(choice, 'content', joinContentText(delta.content));
    for (const field of textFields) this.#append(choice, field, delta[field]);
    for (const piece of toJsonObjects(delta.tool_calls)) choice.calls.add(piece);
    if (!isJsonObject(delta.function_call)) return;
    choice.function_call ??= { name: '', arguments: '' };
    choice.function_call.name ||= this.output.addText(delta.function_call.name);
    choice.function_call.arguments += this.output.addText(delta.function_call.arguments);
  }

  #append(choice: ChatChoice, field: string, text: unknown): void {
    const piece = this.output.addText(text);
    if (piece !== '') choice.texts.set(field, (choice.texts.get(field) ?? '') + piece);
  }

  #count(message: JsonObject): void {
    this.output.addText(joinContentText(message.content));
    for (const field of textFields) this.output.addText(message[field]);
    for (const call of parseChatCalls(message.tool_calls, message.function_call)) {
      this.output.addText(call.name);
      this.output.addJson(call.arguments);
    }
  }

  build(): ParsedResponse {
    const choices = [...this.#choices].sort(([a], [b]) => a - b).map(([, choice]) => choice);
    const messages = choices.map((choice) => choice.whole ?? toMessage(choice));
    const finished = choices.length > 0 && choices.every((choice) => choice.finish_reason !== null);
    const complete = this.#done || finished;
    return {
      model: this.#model,
      finish_reason: choices[0]?.finish_reason ?? null,
      ...toUsageFields(complete ? this.#usage : undefined, (usage) => parseUsage(usage, this.output.bytes)),
      message: messages.length > 1 ? messages : (messages[0] ?? null),
      calls: messages.flatMap((message) => parseChatCalls(message.tool_calls, message.function_call)),
      complete: complete && this.#error === undefined,
      error: this.#error,
    };
  }
}

/** Joins the text of a content, which some servers send in parts: text, and thinking with parts of its own. */
function joinContentText(content: unknown): unknown {
  if (!Array.isArray(content)) return content;
  return toJsonObjects(content)
    .map(
      (part) =>
        toNonEmptyText(part.text) ??
        toJsonObjects(part.thinking)
          .map(({ text }) => toNonEmptyText(text) ?? '')
          .join(''),
    )
    .join('');
}

/** Converts a choice to a message as a history has it. */
function toMessage({ texts, calls, function_call }: ChatChoice): JsonObject {
  const { content, ...further_texts } = Object.fromEntries(texts);
  const tool_calls = calls.toToolCalls();
  const has_calls = tool_calls.length > 0 || function_call !== undefined;
  return {
    role: 'assistant',
    content: content ?? (has_calls || further_texts.refusal !== undefined ? null : ''),
    ...further_texts,
    ...omitUndefined({ tool_calls: tool_calls.length > 0 ? tool_calls : undefined, function_call }),
  };
}

/**
 * Parses usage. Totals include cached input and reasoning. If a server leaves reasoning out of the output, its total
 * exceeds the sum of both.
 */
function parseUsage(usage: JsonObject, output_bytes: number): ReportedUsage {
  const read = readUsageCounts(
    {
      prompt_tokens: usage.prompt_tokens,
      completion_tokens: usage.completion_tokens,
      total_tokens: usage.total_tokens,
      ...listCacheFields(usage, toJsonObject(usage.prompt_tokens_details)),
      reasoning_tokens: toJsonObject(usage.completion_tokens_details).reasoning_tokens,
    },
    ['prompt_tokens', 'completion_tokens'],
  );
  if ('disbelieved' in read) return read;
  const { counts } = read;
  const { prompt_tokens, completion_tokens, total_tokens } = counts;
  const cache = combineCacheCounts(counts);
  const is_beside = isBesideInput(cache, prompt_tokens, completion_tokens, total_tokens);
  const input_tokens = prompt_tokens + (is_beside ? cache.foreign : 0);
  const reported = validateUsage(
    {
      input_tokens,
      cached_input_tokens: cache.read,
      cache_write_tokens: cache.written,
      output_tokens: Math.max(completion_tokens, total_tokens - input_tokens),
      reasoning_tokens: counts.reasoning_tokens,
    },
    output_bytes,
  );
  const { prompt_tokens_details, completion_tokens_details } = usage;
  return addUnitsApart(reported, readOpenAiUnits(usage, prompt_tokens_details, completion_tokens_details));
}
