import type { Dialect, ParsedResponse, ToolCall } from '../../../../gateway/dialects/dialect.js';

/** Tool of the loop agent, declared as in chat completions. */
export interface LoopTool {
  type: 'function';
  function: { name: string; description: string; parameters: Readonly<Record<string, unknown>> };
}

/** Wire format of the loop agent's conversation. Implementations are pure, one per file beside this one. */
export interface LoopFormat {
  /** Dialect that reads the answers. */
  readonly dialect: Dialect;
  /** Headers of a request beside those of every format. */
  readonly headers: Readonly<Record<string, string>>;
  /** Returns the path of a request at the gateway. */
  path(request: Pick<LoopRequest, 'model' | 'stream'>): string;
  /** Returns the body of a request, which is sent as JSON: members that are undefined are left out. */
  body(request: LoopRequest): object;
  /** Parses an answer into the form in which the history keeps it. */
  reply(answered: ParsedResponse, step: number, thoughts: boolean): ModelReply;
  /**
   * Reduces a request if the refusal says that the server does not know a part of it.
   *
   * @returns undefined if nothing can be left out
   */
  lesser?(request: LoopRequest, refusal: string): LoopRequest | undefined;
}

/** Request of the loop agent, independent of a wire format. */
export interface LoopRequest {
  model: string;
  system: string;
  history: readonly LoopMessage[];
  /** Tools that the model is offered. */
  tools: readonly LoopTool[];
  temperature?: number | undefined;
  max_tokens?: number | undefined;
  /** True if chat completions take that limit as `max_completion_tokens`; reasoning models refuse `max_tokens`. */
  as_completion_tokens?: boolean | undefined;
  stream: boolean;
  /** True if the model's thoughts go back to it where the format leaves that open. */
  thoughts: boolean;
  /** True if thoughts are requested in a form that only the server can read. */
  sealed_thoughts: boolean;
}

/** Message of the history. An answer of the model stays in its wire format. */
export type LoopMessage =
  | { from: 'user'; text: string }
  | { from: 'model'; said: unknown }
  | { from: 'tools'; results: readonly ToolOutput[] };

/** Result of a tool call. */
export interface ToolOutput {
  /** Id of the call; empty if the format has none. */
  id: string;
  name: string;
  text: string;
}

/** Answer of the model. */
export interface ModelReply {
  /** Answer in the form that the format accepts back. */
  said: unknown;
  text: string;
  calls: ToolCall[];
}

/** Stands for an empty answer, in formats that accept no empty message. */
export const EMPTY_ANSWER = '(no answer)';

/** Assigns an id to each call of an answer that has none. */
export const assignCallIds = (calls: readonly ToolCall[], step: number): ToolCall[] =>
  calls.map((call, i) => ({ ...call, id: call.id || `call_${step}_${i + 1}` }));

/** Returns a list, or undefined for an empty one, which some servers refuse. */
export const toNonEmptyList = <T>(list: readonly T[]): readonly T[] | undefined =>
  list.length === 0 ? undefined : list;

/** Converts arguments to an object; anything else becomes an empty one. */
export const toArgumentObject = (given: unknown): object =>
  typeof given === 'object' && given !== null && !Array.isArray(given) ? given : {};
