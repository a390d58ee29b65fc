import type { Answered, Dialect, ToolCall } from '../../../gateway/dialects/dialect.js';

/** How the conversation of the loop agent is written in a wire format. Pure; one per file beside this one. */
export interface LoopFormat {
  /** Reads the answers. */
  readonly dialect: Dialect;
  /** Fields of a request beside those of every format. */
  readonly headers: Readonly<Record<string, string>>;
  /** Returns where a request goes to at the gateway. */
  path(request: Pick<LoopRequest, 'model' | 'stream'>): string;
  /** Returns the body of the request that goes on from a history. */
  body(request: LoopRequest): object;
  /** Returns an answer as it stands in the history from then on. */
  reply(answered: Answered, step: number, thoughts: boolean): ModelReply;
  /** Returns a request that asks for less, where a refusal says that the server does not know what was asked for; undefined = there is none. */
  lesser?(request: LoopRequest, refusal: string): LoopRequest | undefined;
}

/** A request of the loop agent before it has a wire format. */
export interface LoopRequest {
  model: string;
  system: string;
  history: readonly LoopMessage[];
  /** false: the model is offered no tool. */
  tools: boolean;
  temperature?: number | undefined;
  max_tokens?: number | undefined;
  stream: boolean;
  /** What the model thought goes back to it where the format leaves that open. */
  thoughts: boolean;
  /** What it thought is asked for in a form that only the server can read. */
  sealed_thoughts: boolean;
}

/** A message of the history; what the model said is in the form of the format that it came in. */
export type LoopMessage =
  | { from: 'user'; text: string }
  | { from: 'model'; said: unknown }
  | { from: 'tools'; results: readonly ToolOutput[] };

/** What a call of the model came to. */
export interface ToolOutput {
  /** Id of the call; empty where the format has none. */
  id: string;
  name: string;
  text: string;
}

/** What the model said. */
export interface ModelReply {
  /** As the format takes it back. */
  said: unknown;
  text: string;
  calls: ToolCall[];
}

/** Stands for an answer that says nothing, where a format takes no empty message back. */
export const NOTHING_SAID = '(no answer)';

/** Returns the calls of an answer, each with an id. */
export const namedCalls = (calls: readonly ToolCall[], step: number): ToolCall[] =>
  calls.map((call, i) => ({ ...call, id: call.id || `call_${step}_${i + 1}` }));

/** Returns arguments as servers take them back: what is no object becomes an empty one. */
export const argumentsOf = (given: unknown): object =>
  typeof given === 'object' && given !== null && !Array.isArray(given) ? given : {};
