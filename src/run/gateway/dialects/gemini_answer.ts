import type { AnswerFold } from './answer_reader.js';
import type { Answered, JsonObject } from './dialect.js';
import { errorText, isObject, nameOf, objectOf, objectsOf, textOf, wholeOf } from './fields.js';
import { partCalls } from './gemini_parts.js';
import { Output } from './output.js';
import { believed, counted, type Reported, usagePart } from './reported.js';

interface Candidate {
  parts: JsonObject[];
  finish_reason: string | null;
}

/**
 * Gemini's answer: every piece of a stream has the form of a whole answer. Its end is a reason to finish, or to block the prompt. Usage is
 * counted on in every piece: the last one is meant.
 */
export class GeminiAnswer implements AnswerFold {
  readonly output = new Output();
  readonly #candidates = new Map<number, Candidate>();
  #model: string | null = null;
  #blocked: string | null = null;
  #counted = false;
  #usage: unknown;
  #error: string | undefined;

  event(data: JsonObject): void {
    this.#error ??= errorText(data.error);
    this.#model = nameOf(data.modelVersion) ?? this.#model;
    this.#blocked = nameOf(objectOf(data.promptFeedback).blockReason) ?? this.#blocked;
    this.#usage = data.usageMetadata ?? this.#usage;
    if (wholeOf(data.totalTokens) !== null) this.#counted = true;
    for (const candidate of objectsOf(data.candidates)) this.#read(candidate);
  }

  #read(said: JsonObject): void {
    const index = wholeOf(said.index) ?? 0;
    let candidate = this.#candidates.get(index);
    if (candidate === undefined) {
      if (!this.output.room()) return;
      candidate = { parts: [], finish_reason: null };
      this.#candidates.set(index, candidate);
    }
    candidate.finish_reason = nameOf(said.finishReason) ?? candidate.finish_reason;
    for (const part of objectsOf(objectOf(said.content).parts)) this.#add(candidate.parts, part);
  }

  /** Texts that follow each other are one text, and thoughts one thought, as clients keep them. */
  #add(parts: JsonObject[], part: JsonObject): void {
    const said = this.output.text(part.text);
    for (const { name, arguments: args } of partCalls(part)) {
      this.output.text(name);
      this.output.json(args);
    }
    for (const other of [part.executableCode, part.inlineData]) this.output.json(other);
    const last = parts.at(-1);
    if (last !== undefined && isPlain(last) && isPlain(part) && last.thought === part.thought) {
      last.text = `${last.text}${said}`;
    } else if (this.output.room()) {
      parts.push(typeof part.text === 'string' ? { ...part, text: said } : part);
    }
  }

  answered(): Answered {
    const candidates = [...this.#candidates].sort(([a], [b]) => a - b).map(([, candidate]) => candidate);
    const messages = candidates.filter(({ parts }) => parts.length > 0).map(({ parts }) => ({ role: 'model', parts }));
    const finished = candidates.length > 0 && candidates.every(({ finish_reason }) => finish_reason !== null);
    const complete = finished || this.#blocked !== null || this.#counted;
    const usage = this.#counted ? { promptTokenCount: 0 } : this.#usage;
    return {
      model: this.#model,
      finish_reason: candidates[0]?.finish_reason ?? this.#blocked,
      ...usagePart(complete ? usageOf(usage, this.output.bytes) : undefined),
      message: messages.length > 1 ? messages : (messages[0] ?? null),
      calls: messages.flatMap(({ parts }) => parts.flatMap(partCalls)),
      complete: complete && this.#error === undefined,
      error: this.#error,
    };
  }
}

/** A text and nothing else, but that it is a thought. */
const isPlain = (part: JsonObject): boolean =>
  textOf(part.text) !== undefined && Object.keys(part).every((key) => key === 'text' || key === 'thought');

/** Cached input is in the prompt's count, thoughts are not in the candidates', what tools of the provider's read not in the prompt's. */
function usageOf(usage: unknown, output_bytes: number): Reported | undefined {
  if (usage === undefined || usage === null) return undefined;
  if (!isObject(usage)) return { disbelieved: 'usageMetadata is no object' };
  const { promptTokenCount, toolUsePromptTokenCount, cachedContentTokenCount } = usage;
  const { candidatesTokenCount, thoughtsTokenCount } = usage;
  const read = counted(
    { promptTokenCount, toolUsePromptTokenCount, cachedContentTokenCount, candidatesTokenCount, thoughtsTokenCount },
    ['promptTokenCount'],
  );
  if ('disbelieved' in read) return read;
  const { counts } = read;
  return believed(
    {
      input_tokens: counts.promptTokenCount + counts.toolUsePromptTokenCount,
      cached_input_tokens: counts.cachedContentTokenCount,
      cache_write_tokens: 0,
      output_tokens: counts.candidatesTokenCount + counts.thoughtsTokenCount,
      reasoning_tokens: counts.thoughtsTokenCount,
    },
    output_bytes,
  );
}
