import type { SteeringOutcome } from '../../record/events/model_payloads.js';
import type { ParsedResponse, ToolCall } from '../dialects/dialect.js';
import type { SettledCost } from '../meter/price_book.js';
import type { RequestHeaders } from '../upstreams/request_headers.js';
import type { ExchangeOutcome, ModelRequest, RejectedRequest } from './run_account.js';

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
