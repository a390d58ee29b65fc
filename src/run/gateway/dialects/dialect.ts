import type { DialectName, RecordedMessage } from '../../../record/model_events.js';
import type { ModelUsage } from '../../../record/model_usage.js';

export type { DialectName };

/** A wire format (A2): how a request reads, how an answer does, and how a refusal is said. Pure; one per file beside this one. */
export interface Dialect {
  readonly name: DialectName;
  /**
   * What a request asks for. Of hostile JSON nothing is believed: a field of another type than it should have is as if it were not there,
   * unless the request makes no sense without.
   *
   * @param body the parsed JSON
   */
  readRequest(body: unknown, route: Route): Asked | Unreadable;
  /** The body with a lower limit on the output: the format's own field is set, or added, and a budget for thinking is lowered with it. */
  withMaxTokens(body: JsonObject, tokens: number): JsonObject;
  /** The body of a stream made to end with a count of tokens, where the format has to be asked for it; undefined = it tells by itself, or is asked already. */
  withUsage(body: JsonObject): JsonObject | undefined;
  /** Reads a streamed answer as it passes. */
  readStream(): AnswerReader;
  /** Reads an answer that is one JSON document. */
  readWhole(body: unknown): Answered;
  /** The body of an error answer of this format, with a type that a program can tell. */
  refusal(refusal: Refused): JsonObject;
}

export type JsonObject = { [key: string]: unknown };

/** Where a request went to, as far as the format has it in the path. */
export interface Route {
  dialect: DialectName;
  operation: 'generate' | 'count-tokens';
  /** Where the path says it: Gemini. */
  model?: string | undefined;
  stream?: boolean | undefined;
}

export interface Unreadable {
  unreadable: string;
}

/** A request, as far as it matters to us. */
export interface Asked {
  model: string;
  stream: boolean;
  max_tokens: number | null;
  /** How many answers are asked for at once (`n`, `candidateCount`); each may be as long as the limit. */
  answers: number;
  /** Tokens of the output that the model may think; absent = no such budget is set. */
  thinking?: number | undefined;
  /** The model is asked to think before it answers, as long as it wants. */
  thinks?: boolean | undefined;
  /** Every field of the request that is not told by the others, as sent and however large. */
  parameters: Record<string, unknown>;
  messages: Message[];
  tools: readonly Tool[];
  /** Ids by which clients tell their conversations apart (header or body); undefined = none was seen in the body. */
  session?: string | undefined;
}

export interface Message {
  role: RecordedMessage['role'];
  /** The message as it stands in the body, verbatim. */
  value: unknown;
  /** The same without what clients change of it from request to request, for telling whether it was said before; absent = the value. */
  likeness?: unknown;
  /** Calls that it asks for, of an assistant. */
  calls: ToolCall[];
  /** Results that it brings. */
  results: ToolResult[];
}

export interface Tool {
  name: string;
  /** Its declaration, verbatim. */
  value: unknown;
}

export interface ToolCall {
  /** Empty where the format has none (Gemini without ids): then calls are matched with results in their order, by name. */
  id: string;
  name: string;
  /** Parsed where it is JSON, else the text. */
  arguments: unknown;
}

export interface ToolResult {
  id: string;
  name?: string | undefined;
  /** As text or JSON, verbatim. */
  value: unknown;
}

/** An answer, as far as it came. */
export interface Answered {
  model: string | null;
  /** Id under which the provider may have stored it, where the format has that; absent = none. */
  id?: string | undefined;
  finish_reason: string | null;
  /** Only where the answer came to its end: a count in the middle of a stream is not the end's. */
  usage: ModelUsage | null;
  /** Why the usage that was reported cannot be true; `usage` is null then. */
  disbelieved?: string | undefined;
  /** What was said, in the form in which the format's own history has it (responses: a list of items); null = nothing. */
  message: unknown;
  calls: ToolCall[];
  /** It came to its end by the format's own mark. */
  complete: boolean;
  /** An error that the stream itself tells. */
  error?: string | undefined;
  /** Events, texts and pieces that could not be read, or were too long to keep; absent = none. */
  passed_over?: number | undefined;
}

/** Reads a stream, wherever its chunks are cut. Never throws; what cannot be read is passed over and counted. */
export interface AnswerReader {
  feed(chunk: Uint8Array): void;
  /** Bytes of generated text so far (content, reasoning, arguments), for a bound on tokens that nobody reported yet. */
  readonly output_bytes: number;
  end(): Answered;
}

/** Why a request is refused. Clients retry on 429 and 5xx and stop at 400, so everything that will not change is 400. */
export interface Refused {
  status: 400 | 401 | 404 | 408 | 413 | 415 | 502 | 503 | 504;
  /** For a program: usd-cap, token-cap, request-cap, unpriced-model, unknown-model, invalid-json, wrong-token, … */
  code: string;
  message: string;
}
