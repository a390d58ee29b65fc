import type { SteeringOutcome } from '../../record/events/model_payloads.js';
import type { ModelRoute, ParsedRequest, ParsedResponse, ToolCall } from '../dialects/dialect.js';
import type { MeterRefusal } from '../meter/create_meter.js';
import type { NonTextInput } from '../meter/estimate_media_tokens.js';
import type { SettledCost } from '../meter/price_book.js';
import type { RequestHeaders } from '../upstreams/request_headers.js';

/**
 * Account of one run at the gateway: its tokens, budget and recorder. The server knows accounts only by their tokens,
 * so that several runs can share it without seeing each other.
 */
export interface RunAccount {
  /**
   * Finds the agent of a token.
   *
   * @returns undefined if the token is unknown
   */
  findAgent(presented: string): string | undefined;
  /** Aborted when the account ends: open exchanges are aborted too. */
  readonly stopped?: AbortSignal | undefined;
  /**
   * Asks for permission to forward a request. May wait long: a throttled request is held.
   *
   * @param client_gone aborted when the client goes away, or with the reason `stopped` when the gateway ends
   */
  admit(
    request: ModelRequest,
    client_gone: AbortSignal,
  ): Promise<Exchange | MeterRefusal | { refused: 'stopped' | 'record-full'; message: string }>;
  /** Records a request that was rejected before admission: unreadable, unknown model, … */
  recordRejection(request: RejectedRequest): void;
}

export interface ModelRequest {
  agent: string;
  route: ModelRoute;
  path: string;
  asked: ParsedRequest;
  /** Session id in the headers, if the client sends one. */
  session: string | undefined;
  upstream: { name: string; provider: string | undefined };
  body: { sha256: string; bytes: number };
  /** Parts that are not text, or only referred to; absent if there are none. */
  untexted?: NonTextInput | undefined;
}

export interface RejectedRequest {
  agent: string;
  path: string;
  code: string;
  message: string;
  status: number;
  bytes: number;
}

/**
 * Admitted request. `recordPrompt` and `finish` are called once each, in this order; `finish` also without
 * `recordPrompt`.
 */
export interface Exchange {
  readonly number: number;
  /** Output limit to send; null = leave the body as it is. */
  readonly max_tokens: number | null;
  /** Records the prompt before a byte of it is forwarded. */
  recordPrompt(as: {
    body: { sha256: string; bytes: number } | null;
    steering: SteeringOutcome[] | undefined;
    sent_model?: string;
    withheld?: readonly string[];
    headers?: RequestHeaders;
  }): void;
  /** Waits until everything that follows from the prompt is done; absent if nothing does. */
  waitUntilSettled?: (() => Promise<void>) | undefined;
  /** Returns true if a response of so many bytes may continue; false = abort it. */
  covers(output_bytes: number): boolean;
  /** Records the outcome of the exchange and its cost. */
  finish(end: ExchangeOutcome): void;
}

export interface ExchangeOutcome {
  outcome: 'complete' | 'partial' | 'aborted' | 'error' | 'refused';
  code: string | null;
  detail: string;
  status: number | null;
  /** null = there was no response. */
  answered: ParsedResponse | null;
  output_bytes: number;
  first_byte_ms: number | null;
  wall_ms: number;
  body: { sha256: string; bytes: number } | null;
}

/** Outcome of an exchange without a response. */
export const NO_RESPONSE: Omit<ExchangeOutcome, 'outcome' | 'code'> = {
  detail: '',
  status: null,
  answered: null,
  output_bytes: 0,
  first_byte_ms: null,
  wall_ms: 0,
  body: null,
};

/**
 * Recorder of one account's traffic (requirement R6): each message once, by conversation, and tool calls with their
 * results.
 */
export interface TrafficRecorder {
  /** True if the recording has reached its limits, so that no further request may be admitted. */
  readonly full: boolean;
  /**
   * Records a prompt.
   *
   * @returns the number of the exchange
   */
  recordPrompt(request: ModelRequest, as: SentRequest): number;
  /** Records the outcome of an exchange, its usage and cost. */
  recordResponse(exchange: number, end: ExchangeOutcome, settled: SettledCost, held_ms: number): void;
  recordRejection(request: RejectedRequest): void;
  /** Records the calls without results. Call it at the end. */
  close(): void;
}

/** Form in which a request was forwarded; `upstream` null = it was rejected. */
export interface SentRequest {
  max_tokens: number | null;
  /** null = as the client sent it. */
  body: { sha256: string; bytes: number } | null;
  upstream: string | null;
  steering?: SteeringOutcome[] | undefined;
  /** The upstream's name of the model, if it differs. */
  sent_model?: string | undefined;
  /** Tools that were removed from the request. */
  withheld?: readonly string[] | undefined;
  /** Header fields of the agent, besides those of every request. */
  headers?: RequestHeaders | undefined;
}

/** Listener of a recording. It gets everything whole, before redaction; it must not throw, and not keep anything. */
export interface TrafficListener {
  /** Receives a response of a model; `seq` is its event. */
  onResponse(answer: ObservedResponse): void;
  /** Receives the result of a call as told to the model; `seq` is the event of the call. */
  onToolResult(result: ObservedToolResult): void;
}

interface ObservedResponse {
  seq: number;
  exchange: number;
  conversation: number;
  /** Subtask of the agent, if the task is split. */
  subtask: string | undefined;
  /** True if the response was complete; else the client may repeat the request. */
  whole: boolean;
  response: Pick<ParsedResponse, 'message' | 'calls' | 'passed_over'>;
}

interface ObservedToolResult {
  seq: number;
  exchange: number;
  call: ToolCall;
  /** Text or JSON, verbatim; null if no result was seen. */
  result: unknown;
}
