import { omitUndefined } from '../../contract/input/omit_undefined.js';
import type { RecordedMessage } from '../../record/events/model_payloads.js';
import { selectEvents } from '../../record/events/select_events.js';
import { truncateText } from '../../record/json/compute_digest.js';
import type { Redactor, RestrictedStore } from '../../record/redaction/redactor.js';
import {
  type ExchangeOutcome,
  type ModelRequest,
  NO_RESPONSE,
  type RejectedRequest,
  type SentRequest,
  type TrafficListener,
  type TrafficRecorder,
} from '../accounts/run_account.js';
import type { ParsedMessage, ParsedRequest } from '../dialects/dialect.js';
import { scaleThinkingBudget } from '../dialects/scale_thinking_budget.js';
import { toCostEvent } from '../meter/price_book.js';
import { type AgentTraffic, createAgentTraffic } from './agent_traffic.js';
import { computeResultDigest } from './compute_result_digest.js';
import type { Conversation } from './create_conversation_tracker.js';
import { createHeaderRedactor } from './create_header_redactor.js';
import { createParameterStore } from './create_parameter_store.js';
import { createToolListStore } from './create_tool_list_store.js';
import { createMessageStore, type MessageStore } from './message_store.js';
import type { PendingToolCall, PendingToolCalls } from './pending_tool_calls.js';
import type { RecordSink } from './record_folder.js';
import { truncateJson } from './truncate_json.js';

interface TrafficRecorderOptions {
  sink: RecordSink;
  redaction: Redactor;
  store?: RestrictedStore | undefined;
  /** Returns the subtask of an agent, if the task is split. */
  findSubtask?: ((agent: string) => string | undefined) | undefined;
  /** Listener of responses and tool results. */
  listener?: TrafficListener | undefined;
  limits?: RecordLimits;
}

const ARGUMENTS = 32_768;
const DETAIL = 2_000;
const NAME = 256;
/**
 * Maximum number of rejected requests that are recorded one by one; later ones at each power of ten, and as a total.
 */
const REJECTIONS = 1_000;

/** Limits of one account's recording: exchanges, characters in events (which stay in memory), and in artifacts. */
interface RecordLimits {
  exchanges: number;
  inline: number;
  apart: number;
}
const DEFAULT_LIMITS: RecordLimits = { exchanges: 200_000, inline: 256 * 2 ** 20, apart: 2 * 2 ** 30 };

/** Exchange without a response so far. */
interface OpenExchange {
  agent: string;
  traffic: AgentTraffic;
  conversation: Conversation;
}

/** Opens a recorder of an account's traffic. In a continued sink the numbers go on. */
export function openTrafficRecorder(options: TrafficRecorderOptions): TrafficRecorder {
  const { sink, store, findSubtask, listener, limits = DEFAULT_LIMITS } = options;
  const { log } = sink;
  const redaction = options.redaction.begin(); // placeholders are numbered per record
  const messages = createMessageStore(sink, redaction, store);
  const tools = createToolListStore(messages);
  const createPromptFields = createPromptFieldStore(messages);
  const invocations = createInvocationRecorder(options, messages);
  const traffic_by_agent = new Map<string, AgentTraffic>();
  const open = new Map<number, OpenExchange>();
  const count = readLastNumbers(sink);
  const first = count.exchanges;
  const rejections = createRejectionRecorder(log, redaction, count);

  const getTraffic = (agent: string): AgentTraffic => {
    const traffic = traffic_by_agent.get(agent) ?? createAgentTraffic(() => ++count.conversations);
    traffic_by_agent.set(agent, traffic);
    return traffic;
  };

  return {
    get full() {
      const { inline, apart } = messages.characters;
      return count.exchanges - first >= limits.exchanges || inline >= limits.inline || apart >= limits.apart;
    },
    recordPrompt(request, form) {
      const { agent, asked: model_request } = request;
      const traffic = getTraffic(agent);
      const declared = tools.store(model_request.tools);
      const { conversation, history, fresh, remember } = traffic.read(request, declared?.sha256 ?? null);
      const recorded = fresh.map((hashed) => ({ message: hashed.message, stored: messages.storeMessage(hashed) }));
      const exchange = count.exchanges + 1;
      log.append('prompt', 'agent', {
        exchange,
        conversation: conversation.number,
        ...createPromptFields(request, form),
        tools: declared,
        history,
        messages: recorded.map(({ stored }) => stored),
      });
      // Remember the exchange only after it is on disk.
      count.exchanges = exchange;
      remember(exchange);
      open.set(exchange, { traffic, agent, conversation });
      for (const message of recorded) invocations.recordResults(traffic.calls, agent, conversation, message);
      return exchange;
    },
    recordResponse(exchange, end, settled, held_ms) {
      const entry = open.get(exchange);
      if (!entry) throw new Error(`exchange ${exchange} is not open`);
      const { traffic, agent, conversation } = entry;
      const { answered } = end;
      const ids = { exchange, conversation: conversation.number };
      const message = answered?.message == null ? null : messages.storeValue('assistant', answered.message);
      const fields = { ...ids, ...createResponseFields(end, redaction), message, usage: settled.usage, held_ms };
      const { seq } = log.append('response', 'harness', fields);
      open.delete(exchange);
      const whole = end.outcome === 'complete';
      traffic.calls.add(answered?.calls ?? [], { exchange, conversation, whole });
      if (answered) listener?.onResponse({ ...ids, seq, subtask: findSubtask?.(agent), whole, response: answered });
      const cost = toCostEvent(settled, exchange);
      if (cost) log.append('cost', 'harness', cost);
    },
    recordRejection: rejections.record,
    close() {
      rejections.close();
      invocations.recordUnanswered(traffic_by_agent);
    },
  };
}

/** New message of a request, with its recorded form. */
interface StoredMessage {
  message: ParsedMessage;
  stored: RecordedMessage;
}

/** Creates a recorder of the tool calls that models asked for. */
function createInvocationRecorder(
  { sink: { log }, findSubtask, listener }: TrafficRecorderOptions,
  messages: MessageStore,
) {
  const record = (
    { call, exchange, conversation }: PendingToolCall,
    agent: string,
    result: RecordedMessage | null,
    raw_result: unknown,
  ) => {
    const subtask = findSubtask?.(agent);
    const { seq } = log.append('tool_invocation', 'agent', {
      tool: truncateText(call.name, NAME),
      arguments: truncateJson(messages.redact(call.arguments), ARGUMENTS),
      summary: result ? `asked for in exchange ${exchange}` : `asked for in exchange ${exchange}; no result was seen`,
      ...omitUndefined({ subtask }),
      asked: {
        conversation: conversation.number,
        exchange,
        call_id: truncateText(call.id, NAME),
        result,
        told: result && computeResultDigest(raw_result),
      },
    });
    listener?.onToolResult({ seq, exchange, call, result: raw_result });
  };
  return {
    /** Records the results in a new message; each completes a pending call. */
    recordResults(
      calls: PendingToolCalls,
      agent: string,
      conversation: Conversation,
      { message: { results }, stored }: StoredMessage,
    ): void {
      for (const result of results) {
        const pending = calls.take(result, conversation);
        if (!pending) continue;
        const recorded = results.length === 1 ? stored : messages.storeValue('tool', result.value);
        record(pending, agent, recorded, result.value ?? '');
      }
    },
    /** Records the calls of all agents whose results were never seen, in their order. */
    recordUnanswered(traffic_by_agent: ReadonlyMap<string, AgentTraffic>): void {
      const unanswered = [...traffic_by_agent].flatMap(([agent, { calls }]) =>
        calls.listUnanswered().map((pending) => ({ agent, pending })),
      );
      unanswered.sort((a, b) => a.pending.exchange - b.pending.exchange);
      for (const { agent, pending } of unanswered) record(pending, agent, null, null);
    },
  };
}

/** Creates a function that makes the fields of a prompt event from a request and the form in which it was sent. */
function createPromptFieldStore(messages: MessageStore) {
  const parameters = createParameterStore(messages);
  const redactHeaders = createHeaderRedactor(messages);
  return (request: ModelRequest, form: SentRequest) => ({
    ...createRequestFields(request, form),
    ...omitUndefined({ headers: form.headers && redactHeaders(form.headers) }),
    ...parameters.store(request.asked.parameters),
  });
}

function createRequestFields({ agent, route, path, asked, body, untexted }: ModelRequest, form: SentRequest) {
  return {
    agent,
    dialect: route.dialect,
    operation: route.operation,
    path: truncateText(path, NAME),
    model: truncateText(asked.model, NAME),
    ...omitUndefined({ sent_model: form.sent_model === undefined ? undefined : truncateText(form.sent_model, NAME) }),
    upstream: form.upstream,
    stream: asked.stream,
    max_tokens: { asked: asked.max_tokens, sent: form.max_tokens ?? asked.max_tokens },
    ...omitUndefined({ thinking_budget: toThinkingBudgets(asked, form) }),
    body,
    ...omitUndefined({ untexted: untexted && { ...untexted } }),
    sent: form.body,
    ...omitUndefined({ steering: form.steering, withheld: form.withheld && [...form.withheld] }),
  };
}

/** Computes the thinking budget that was sent, which was lowered together with the limit. */
function toThinkingBudgets({ max_tokens, thinking }: ParsedRequest, form: SentRequest) {
  if (thinking === undefined) return undefined;
  if (form.max_tokens === null || form.max_tokens === max_tokens) return { asked: thinking, sent: thinking };
  return { asked: thinking, sent: scaleThinkingBudget(thinking, max_tokens, form.max_tokens) };
}

function createResponseFields(end: ExchangeOutcome, redaction: Redactor) {
  const { outcome, code, detail, status, answered, first_byte_ms, wall_ms, body } = end;
  const truncateName = (text: string | null | undefined) => (text == null ? null : truncateText(text, NAME));
  return {
    outcome,
    code,
    detail: redactDetail(detail, redaction),
    status,
    model: truncateName(answered?.model),
    finish_reason: truncateName(answered?.finish_reason),
    tool_calls: answered?.calls.length ?? 0,
    first_byte_ms,
    wall_ms,
    body,
  };
}

/** Creates a recorder of requests that no exchange is opened for. Each takes a number. */
function createRejectionRecorder(log: RecordSink['log'], redaction: Redactor, count: { exchanges: number }) {
  let rejections = 0;
  return {
    record({ path, code, message, status }: RejectedRequest): void {
      rejections += 1;
      if (rejections > REJECTIONS && !Number.isInteger(Math.log10(rejections))) return;
      const exchange = count.exchanges + 1;
      const end: ExchangeOutcome = { ...NO_RESPONSE, outcome: 'refused', code, detail: `${path}: ${message}`, status };
      const fields = createResponseFields(end, redaction);
      log.append('response', 'harness', {
        exchange,
        conversation: null,
        ...fields,
        message: null,
        usage: null,
        held_ms: 0,
      });
      count.exchanges = exchange;
    },
    close(): void {
      const text = `${rejections} requests to models were turned away; not each was written down`;
      if (rejections > REJECTIONS) log.append('note', 'harness', { text });
    },
  };
}

const redactDetail = (detail: string, redaction: Redactor) => truncateText(redaction.text(detail).value, DETAIL);

/** Reads the last numbers of exchanges and conversations from a sink. */
function readLastNumbers({ log: { events } }: RecordSink): { exchanges: number; conversations: number } {
  const prompts = selectEvents(events, 'prompt').map(({ payload }) => payload);
  const numbers = [...prompts, ...selectEvents(events, 'response').map(({ payload }) => payload)];
  const last = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b), 0);
  return {
    exchanges: last(numbers.map(({ exchange }) => exchange)),
    conversations: last(prompts.map(({ conversation }) => conversation)),
  };
}
