import { addUnitsApart, readGeminiUnits } from '../add_units_apart.js';
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
import { parsePartCalls } from './parse_part_calls.js';

interface Candidate {
  parts: JsonObject[];
  finish_reason: string | null;
}

/**
 * Builder for Gemini's responses: every piece of a stream has the form of a whole response. The end is a finish reason,
 * or a reason to block the prompt. Usage is a running count in every piece; the last
 * one counts, and what it leaves out is that of the piece before.
 */
export class GeminiResponseBuilder implements ResponseBuilder {
  readonly output = new OutputCounter();
  readonly #candidates = new Map<number, Candidate>();
  #model: string | null = null;
  #blocked: string | null = null;
  #counted = false;
  #usage: unknown;
  #error: string | undefined;

  addEvent(data: JsonObject): void {
    this.#error ??= formatErrorObject(data.error);
    this.#model = toShortName(data.modelVersion) ?? this.#model;
    this.#blocked = toShortName(toJsonObject(data.promptFeedback).blockReason) ?? this.#blocked;
    const { usageMetadata } = data;
    const earlier_usage = isJsonObject(this.#usage) && isJsonObject(usageMetadata) ? this.#usage : undefined;
    this.#usage = earlier_usage
      ? { ...earlier_usage, ...(usageMetadata as JsonObject) }
      : (usageMetadata ?? this.#usage);
    if (toWholeNumber(data.totalTokens) !== null) this.#counted = true;
    for (const candidate of toJsonObjects(data.candidates)) this.#read(candidate);
  }

  #read(data: JsonObject): void {
    const index = toWholeNumber(data.index) ?? 0;
    let candidate = this.#candidates.get(index);
    if (candidate === undefined) {
      if (!this.output.takePiece()) return;
      candidate = { parts: [], finish_reason: null };
      this.#candidates.set(index, candidate);
    }
    candidate.finish_reason = toShortName(data.finishReason) ?? candidate.finish_reason;
    for (const part of toJsonObjects(toJsonObject(data.content).parts)) this.#add(candidate.parts, part);
  }

  /** Adds a part. Adjacent texts become one text, and adjacent thoughts one thought, as clients keep them. */
  #add(parts: JsonObject[], part: JsonObject): void {
    const text = this.output.addText(part.text);
    for (const { name, arguments: args } of parsePartCalls(part)) {
      this.output.addText(name);
      this.output.addJson(args);
    }
    for (const content of [part.executableCode, part.inlineData]) this.output.addJson(content);
    const last = parts.at(-1);
    if (last !== undefined && isPlainText(last) && isPlainText(part) && last.thought === part.thought) {
      last.text = `${last.text}${text}`;
    } else if (this.output.takePiece()) {
      parts.push(typeof part.text === 'string' ? { ...part, text } : part);
    }
  }

  build(): ParsedResponse {
    const candidates = [...this.#candidates].sort(([a], [b]) => a - b).map(([, candidate]) => candidate);
    const messages = candidates.filter(({ parts }) => parts.length > 0).map(({ parts }) => ({ role: 'model', parts }));
    const finished = candidates.length > 0 && candidates.every(({ finish_reason }) => finish_reason !== null);
    const complete = finished || this.#blocked !== null || this.#counted;
    const usage = this.#counted ? { promptTokenCount: 0 } : this.#usage;
    return {
      model: this.#model,
      finish_reason: candidates[0]?.finish_reason ?? this.#blocked,
      ...toUsageFields(complete ? usage : undefined, (given) => parseUsage(given, this.output.bytes), 'usageMetadata'),
      message: messages.length > 1 ? messages : (messages[0] ?? null),
      calls: messages.flatMap(({ parts }) => parts.flatMap(parsePartCalls)),
      complete: complete && this.#error === undefined,
      error: this.#error,
    };
  }
}

/** Returns true for a part with only a text, thought or not. */
const isPlainText = (part: JsonObject): boolean =>
  toNonEmptyText(part.text) !== undefined && Object.keys(part).every((key) => key === 'text' || key === 'thought');

/**
 * Parses usage. The prompt's count includes cached input, but not the input of the provider's tools; the candidates'
 * count excludes thoughts.
 */
function parseUsage(usage: JsonObject, output_bytes: number): ReportedUsage {
  const { promptTokenCount, toolUsePromptTokenCount, cachedContentTokenCount } = usage;
  const { candidatesTokenCount, thoughtsTokenCount } = usage;
  const read = readUsageCounts(
    { promptTokenCount, toolUsePromptTokenCount, cachedContentTokenCount, candidatesTokenCount, thoughtsTokenCount },
    ['promptTokenCount'],
  );
  if ('disbelieved' in read) return read;
  const { counts } = read;
  const reported = validateUsage(
    {
      input_tokens: counts.promptTokenCount + counts.toolUsePromptTokenCount,
      cached_input_tokens: counts.cachedContentTokenCount,
      cache_write_tokens: 0,
      output_tokens: counts.candidatesTokenCount + counts.thoughtsTokenCount,
      reasoning_tokens: counts.thoughtsTokenCount,
    },
    output_bytes,
  );
  return addUnitsApart(reported, readGeminiUnits(usage));
}
