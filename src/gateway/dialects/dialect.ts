import type { DialectName, RecordedMessage } from '../../record/events/model_payloads.js';
import type { ModelUsage } from '../../record/models/model_usage.js';

/**
 * Wire format of a model API: parses requests and responses, and formats errors (requirement A2). Pure; one folder per
 * format.
 */
export interface Dialect {
  readonly name: DialectName;
  /**
   * Parses a request. The JSON is untrusted: a field of the wrong type counts as absent, unless the request makes no
   * sense without it.
   *
   * @param body the parsed JSON
   */
  readRequest(body: unknown, route: ModelRoute): ParsedRequest | ParseFailure;
  /**
   * Returns the body with a lower output limit: sets or adds the format's field, and lowers a thinking budget with it.
   */
  withMaxTokens(body: JsonObject, tokens: number): JsonObject;
  /**
   * Returns the body of a stream request that asks for usage.
   *
   * @returns undefined if the format reports usage anyway, or the client asked for it
   */
  withUsage(body: JsonObject): JsonObject | undefined;
  /** Creates a parser of a streamed response. */
  createParser(): ResponseParser;
  /** Parses a response that is one JSON document. */
  readWhole(body: unknown): ParsedResponse;
  /** Parses the tool calls of a part of a message: of a chat message, an item, a block, or a part of contents. */
  parseCalls(part: JsonObject): ToolCall[];
  /** Formats the body of an error response, with a type for programs. */
  formatError(error: ErrorResponse): JsonObject;
}

export type JsonObject = { [key: string]: unknown };

/** Route of a request, as far as the path shows it. */
export interface ModelRoute {
  dialect: DialectName;
  operation: 'generate' | 'count-tokens';
  /** Model in the path, as Gemini has it. */
  model?: string | undefined;
  stream?: boolean | undefined;
}

export interface ParseFailure {
  unreadable: string;
}

/** Parsed request. */
export interface ParsedRequest {
  model: string;
  stream: boolean;
  max_tokens: number | null;
  /** Number of responses asked for at once (`n`, `candidateCount`); each may be as long as the limit. */
  answers: number;
  /** Thinking budget in output tokens; absent if none is set. */
  thinking?: number | undefined;
  /** True if the model is asked to think without a budget. */
  thinks?: boolean | undefined;
  /** Tokens of input from which the provider summarises the conversation before it answers; absent = it never does. */
  compacts_from?: number | undefined;
  /** All other fields of the request, as sent and of any size. */
  parameters: Record<string, unknown>;
  messages: ParsedMessage[];
  tools: readonly ToolDeclaration[];
  /** Id of the conversation in the body; undefined if there is none. */
  session?: string | undefined;
}

export interface ParsedMessage {
  role: RecordedMessage['role'];
  /** The message as it stands in the body, verbatim. */
  value: unknown;
  /**
   * The message without the parts that clients change from request to request, to recognise it; absent if equal to
   * `value`.
   */
  likeness?: unknown;
  /** Calls that an assistant message asks for. */
  calls: ToolCall[];
  /** Tool results in the message. */
  results: ToolResult[];
}

export interface ToolDeclaration {
  name: string;
  /** Declaration, verbatim. */
  value: unknown;
}

export interface ToolCall {
  /** Empty if the format has none (Gemini without ids): then calls and results are matched by name, in order. */
  id: string;
  name: string;
  /** Parsed if it is JSON, else the text. */
  arguments: unknown;
}

export interface ToolResult {
  id: string;
  name?: string | undefined;
  /** Text or JSON, verbatim. */
  value: unknown;
}

/** Parsed response, as far as it arrived. */
export interface ParsedResponse {
  model: string | null;
  /** Id under which the provider may have stored it, if the format has one. */
  id?: string | undefined;
  finish_reason: string | null;
  /** Usage at the end of the response; null if it did not end, since a count in the middle of a stream is not final. */
  usage: ModelUsage | null;
  /** Reason why the reported usage cannot be true; `usage` is null then. */
  disbelieved?: string | undefined;
  /** The message in the form of the format's own history (responses: a list of items); null if there is none. */
  message: unknown;
  calls: ToolCall[];
  /** True if it ended with the format's own end mark. */
  complete: boolean;
  /** Error that the stream itself reports. */
  error?: string | undefined;
  /** Number of events, texts and pieces that were unreadable or too long; absent if there are none. */
  passed_over?: number | undefined;
}

/** Parser of a stream, wherever its chunks are cut. Never throws; unreadable pieces are skipped and counted. */
export interface ResponseParser {
  feed(chunk: Uint8Array): void;
  /** Bytes of generated text so far (content, reasoning, arguments), as a bound on unreported tokens. */
  readonly output_bytes: number;
  end(): ParsedResponse;
}

/** Error response to a rejected request. Clients retry on 429 and 5xx and stop at 400, so a permanent reason is 400. */
export interface ErrorResponse {
  status: 400 | 401 | 404 | 408 | 413 | 415 | 502 | 503 | 504;
  /** Code for programs: usd-cap, token-cap, request-cap, unpriced-model, unknown-model, invalid-json, wrong-token, … */
  code: string;
  message: string;
}

/** Readers for fields of untrusted JSON. A value of the wrong type counts as absent. */

const emptyObject: JsonObject = Object.freeze({});

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const toJsonObject = (value: unknown): JsonObject => (isJsonObject(value) ? value : emptyObject);

const toJsonList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const toJsonObjects = (value: unknown): JsonObject[] => toJsonList(value).filter(isJsonObject);

/** Returns a text that is not empty, else undefined. */
export const toNonEmptyText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** Returns a whole number from 0 on, else null. */
export const toWholeNumber = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;

const MAX_NAME = 256;

/** Returns a name that is short enough for a record, of a model or a session; else undefined. */
export const toShortName = (value: unknown): string | undefined => {
  const name = toNonEmptyText(value);
  return name !== undefined && name.length <= MAX_NAME ? name : undefined;
};

const MAX_MESSAGE = 2_000;

/**
 * Formats an error object: its type and message, bounded.
 *
 * @returns undefined if it is no error
 */
export function formatErrorObject(error: unknown): string | undefined {
  if (typeof error === 'string') return error.slice(0, MAX_MESSAGE) || undefined;
  if (!isJsonObject(error)) return undefined;
  const kind = [error.type, error.status, error.code]
    .map(toNonEmptyText)
    .find((kind_text) => kind_text !== undefined && kind_text !== 'error');
  const text = toNonEmptyText(error.message) ?? toNonEmptyText(error.detail) ?? 'an error without a message';
  return (kind === undefined ? text : `${kind}: ${text}`).slice(0, MAX_MESSAGE);
}
