import type { EventPayload } from '../../record/events/event.js';
import type { RecordedMessage } from '../../record/events/model_payloads.js';
import { selectEvents } from '../../record/events/select_events.js';
import { truncateText } from '../../record/json/truncate_text.js';
import type { Redactor, RestrictedStore } from '../../record/redaction/redactor.js';
import type { ModelRequest } from '../accounts/run_account.js';
import type { SentRequest, TrafficListener, TrafficRecorder } from '../accounts/traffic_recorder.js';
import type { ParsedMessage, ParsedRequest } from '../dialects/dialect.js';
import { scaleThinkingBudget } from '../dialects/scale_thinking_budget.js';
import { toCostEvent } from '../meter/price_book.js';
import { computeResultDigest } from './compute_result_digest.js';
import {
  type Conversation,
  type ConversationTracker,
  createConversationTracker,
  type MessageOwner,
} from './conversation_tracker.js';
import { createHeaderRedactor } from './create_header_redactor.js';
import { createParameterStore } from './create_parameter_store.js';
import { createToolListStore } from './create_tool_list_store.js';
import { createMessageStore } from './message_store.js';
import { computePathDigest, createMessageTree, hashMessage, type MessageTree } from './message_tree.js';
import { createPendingToolCalls, type PendingToolCall, type PendingToolCalls } from './pending_tool_calls.js';
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

/** Traffic of one agent so far. */
interface AgentTraffic {
  heads: MessageTree<undefined>;
  turns: MessageTree<MessageOwner>;
  conversations: ConversationTracker;
  calls: PendingToolCalls;
}

const ARGUMENTS = 32_768;
const DETAIL = 2_000;
const NAME = 256;
/**
 * Maximum number of rejected requests that are recorded one by one; later ones at each power of ten, and as a total.
 */
const UNREAD = 1_000;
/** Maximum number of messages of a request; the rest becomes one message with a list. */
const MESSAGES = 50_000;

/** Limits of one account's recording: exchanges, characters in events (which stay in memory), and in artifacts. */
interface RecordLimits {
  exchanges: number;
  inline: number;
  apart: number;
}
const DEFAULT_LIMITS: RecordLimits = { exchanges: 200_000, inline: 256 * 2 ** 20, apart: 2 * 2 ** 30 };

/** Opens a recorder of an account's traffic. In a continued sink the numbers go on. */
export function openTrafficRecorder({
  sink,
  store,
  findSubtask,
  listener,
  limits = DEFAULT_LIMITS,
  ...given
}: TrafficRecorderOptions): TrafficRecorder {
  const { log } = sink;
  // Placeholders are numbered per record.
  const redaction = given.redaction.begin();
  const message_store = createMessageStore(sink, redaction, store);
  const tools = createToolListStore(message_store);
  const parameters = createParameterStore(message_store);
  const headers = createHeaderRedactor(message_store);
  const traffic_by_agent = new Map<string, AgentTraffic>();
  const open = new Map<number, { side: AgentTraffic; agent: string; conversation: Conversation }>();
  let [exchanges, conversations] = readLastNumbers(sink);
  const before = exchanges;
  let unread = 0;

  const getTraffic = (agent: string): AgentTraffic => {
    const traffic = traffic_by_agent.get(agent) ?? {
      heads: createMessageTree<undefined>(),
      turns: createMessageTree<MessageOwner>(),
      conversations: createConversationTracker(() => ++conversations),
      calls: createPendingToolCalls(),
    };
    traffic_by_agent.set(agent, traffic);
    return traffic;
  };

  /** Finds the new messages of a request and its conversation; `remember` applies them once they are written. */
  const read = (traffic: AgentTraffic, { asked, session }: ModelRequest) => {
    const [lead, turns] = splitSystemPrompt(asked.messages);
    const head = traffic.heads.follow(lead);
    const body = traffic.turns.follow(turns);
    const declared = tools.store(asked.tools);
    const path = computePathDigest(head.place, head.rest);
    const key = {
      session: asked.session ?? session,
      head: path,
      tools: declared?.sha256 ?? null,
      place: body.place,
      passed: body.passed,
    };
    const conversation = traffic.conversations.find(key);
    const { owner, depth } = body.place;
    const same = owner?.head === path;
    const fresh = [...(same ? [] : lead.map(hashMessage)), ...body.rest];
    const history: EventPayload<'prompt'>['history'] =
      owner === undefined
        ? { of: null, kept: 0 }
        : {
            of: owner.exchange,
            kept: owner.lead + depth,
            ...(same ? {} : { changed: { old: owner.lead, new: lead.length } }),
          };
    const remember = (exchange: number) => {
      traffic.heads.grow(head.place, head.rest, undefined);
      const grown = traffic.turns.grow(body.place, body.rest, {
        exchange,
        lead: lead.length,
        head: path,
        conversation,
      });
      traffic.conversations.recordRequest(key, grown, conversation);
    };
    return { conversation, declared, history, fresh, remember };
  };

  const recordInvocation = (
    { call, exchange, conversation }: PendingToolCall,
    agent: string,
    result: RecordedMessage | null,
    raw_result: unknown,
  ) => {
    const subtask = findSubtask?.(agent);
    const { seq } = log.append('tool_invocation', 'agent', {
      tool: truncateText(call.name, NAME),
      arguments: truncateJson(message_store.redact(call.arguments), ARGUMENTS),
      summary: result ? `asked for in exchange ${exchange}` : `asked for in exchange ${exchange}; no result was seen`,
      ...(subtask === undefined ? {} : { subtask }),
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

  /** Records the results in new messages; each completes a pending call. */
  const recordResults = (
    traffic: AgentTraffic,
    agent: string,
    conversation: Conversation,
    fresh: RecordedNewMessage[],
  ): void => {
    for (const { message, recorded } of fresh) {
      for (const result of message.results) {
        const pending = traffic.calls.take(result, conversation);
        if (!pending) continue;
        const told = message.results.length === 1 ? recorded : message_store.storeValue('tool', result.value);
        recordInvocation(pending, agent, told, result.value ?? '');
      }
    }
  };

  return {
    get full() {
      const { inline, apart } = message_store.characters;
      return exchanges - before >= limits.exchanges || inline >= limits.inline || apart >= limits.apart;
    },
    recordPrompt(request, as) {
      const { agent } = request;
      const traffic = getTraffic(agent);
      const { conversation, declared, history, fresh, remember } = read(traffic, request);
      const told = fresh.map((written) => ({
        message: written.message,
        recorded: message_store.storeMessage(written),
      }));
      const exchange = exchanges + 1;
      log.append('prompt', 'agent', {
        exchange,
        conversation: conversation.number,
        ...toPromptFields(request, as),
        ...(as.headers ? { headers: headers(as.headers) } : {}),
        ...parameters.store(request.asked.parameters),
        tools: declared,
        history,
        messages: told.map(({ recorded }) => recorded),
      });
      // Remember the exchange only after it is on disk.
      exchanges = exchange;
      remember(exchange);
      open.set(exchange, { side: traffic, agent, conversation });
      recordResults(traffic, agent, conversation, told);
      return exchange;
    },
    recordResponse(exchange, end, settled, held_ms) {
      const { answered } = end;
      const known = open.get(exchange);
      if (!known) throw new Error(`exchange ${exchange} is not open`);
      const calls = answered?.calls ?? [];
      const { seq } = log.append('response', 'harness', {
        exchange,
        conversation: known.conversation.number,
        outcome: end.outcome,
        code: end.code,
        detail: redactDetail(end.detail, redaction),
        status: end.status,
        model: answered?.model == null ? null : truncateText(answered.model, NAME),
        finish_reason: answered?.finish_reason == null ? null : truncateText(answered.finish_reason, NAME),
        message: answered?.message == null ? null : message_store.storeValue('assistant', answered.message),
        tool_calls: calls.length,
        usage: settled.usage,
        held_ms,
        first_byte_ms: end.first_byte_ms,
        wall_ms: end.wall_ms,
        body: end.body,
      });
      open.delete(exchange);
      known.side.calls.add(calls, {
        exchange,
        conversation: known.conversation,
        whole: end.outcome === 'complete',
      });
      if (answered && listener) {
        const conversation = known.conversation.number;
        const whole = end.outcome === 'complete';
        listener.onResponse({
          seq,
          exchange,
          conversation,
          subtask: findSubtask?.(known.agent),
          whole,
          response: answered,
        });
      }
      const cost = toCostEvent(settled, exchange);
      if (cost) log.append('cost', 'harness', cost);
    },
    recordRejection({ path, code, message, status }) {
      unread += 1;
      if (unread > UNREAD && !Number.isInteger(Math.log10(unread))) return;
      log.append('response', 'harness', {
        exchange: exchanges + 1,
        conversation: null,
        outcome: 'refused',
        code,
        detail: redactDetail(`${path}: ${message}`, redaction),
        status,
        model: null,
        finish_reason: null,
        message: null,
        tool_calls: 0,
        usage: null,
        held_ms: 0,
        first_byte_ms: null,
        wall_ms: 0,
        body: null,
      });
      exchanges += 1;
    },
    close() {
      if (unread > UNREAD)
        log.append('note', 'harness', {
          text: `${unread} requests to models were turned away; not each was written down`,
        });
      const unanswered = [...traffic_by_agent].flatMap(([agent, { calls }]) =>
        calls.listUnanswered().map((pending) => ({ agent, asked: pending })),
      );
      unanswered.sort((a, b) => a.asked.exchange - b.asked.exchange);
      for (const { agent, asked: pending } of unanswered) recordInvocation(pending, agent, null, null);
    },
  };
}

/** New message of a request, with its recorded form. */
interface RecordedNewMessage {
  message: ParsedMessage;
  recorded: RecordedMessage;
}

function toPromptFields({ agent, route, path, asked, body, untexted }: ModelRequest, as: SentRequest) {
  return {
    agent,
    dialect: route.dialect,
    operation: route.operation,
    path: truncateText(path, NAME),
    model: truncateText(asked.model, NAME),
    ...(as.sent_model === undefined ? {} : { sent_model: truncateText(as.sent_model, NAME) }),
    upstream: as.upstream,
    stream: asked.stream,
    max_tokens: { asked: asked.max_tokens, sent: as.max_tokens ?? asked.max_tokens },
    ...(asked.thinking === undefined ? {} : { thinking_budget: toThinkingBudgets(asked, asked.thinking, as) }),
    body,
    ...(untexted ? { untexted: { ...untexted } } : {}),
    sent: as.body,
    ...(as.steering ? { steering: as.steering } : {}),
    ...(as.withheld ? { withheld: [...as.withheld] } : {}),
  };
}

/** Computes the thinking budget that was sent, which was lowered together with the limit. */
const toThinkingBudgets = ({ max_tokens }: ParsedRequest, budget: number, as: SentRequest) => ({
  asked: budget,
  sent:
    as.max_tokens === null || as.max_tokens === max_tokens
      ? budget
      : scaleThinkingBudget(budget, max_tokens, as.max_tokens),
});

/** Splits the messages into system prompt and conversation. */
function splitSystemPrompt(
  history: readonly ParsedMessage[],
): [lead: readonly ParsedMessage[], turns: readonly ParsedMessage[]] {
  const messages =
    history.length <= MESSAGES ? history : [...history.slice(0, MESSAGES), mergeMessages(history.slice(MESSAGES))];
  const at = messages.findIndex(({ role }) => role !== 'system');
  const lead = at === -1 ? messages.length : at;
  return [messages.slice(0, lead), messages.slice(lead)];
}

const mergeMessages = (messages: readonly ParsedMessage[]): ParsedMessage => ({
  role: messages[0]!.role,
  value: messages.map(({ value }) => value),
  calls: messages.flatMap(({ calls }) => calls),
  results: messages.flatMap(({ results: recordResults }) => recordResults),
});

const redactDetail = (detail: string, redaction: Redactor) => truncateText(redaction.text(detail).value, DETAIL);

/** Reads the last numbers of exchanges and conversations from a sink. */
function readLastNumbers({ log: { events } }: RecordSink): [exchanges: number, conversations: number] {
  const prompts = selectEvents(events, 'prompt').map(({ payload }) => payload);
  const numbers = [...prompts, ...selectEvents(events, 'response').map(({ payload }) => payload)];
  const last = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b), 0);
  return [last(numbers.map(({ exchange }) => exchange)), last(prompts.map(({ conversation }) => conversation))];
}
