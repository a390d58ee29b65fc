import { eventsOf, type Payload } from '../../../record/events.js';
import type { RecordedMessage } from '../../../record/model_events.js';
import type { Redaction, RestrictedStore } from '../../../record/redaction.js';
import type { Incoming } from '../account.js';
import type { Asked, Message } from '../dialects/dialect.js';
import { thinkingWithin } from '../dialects/thinking.js';

import { type AskedCall, type AskedCalls, openAskedCalls } from './asked_calls.js';
import type { Book } from './book.js';
import { bounded, cut } from './bounded.js';
import { type Conversation, type Conversations, type Owner, openConversations } from './conversations.js';
import { costOf } from './cost_of.js';
import { keepsMessages } from './keep_message.js';
import { type MessageTree, openMessageTree, pathOf, writtenOf } from './message_tree.js';
import { openParameters } from './parameters.js';
import { openRecordedHeaders } from './recorded_headers.js';
import type { Recorder, Sent } from './recorder.js';
import { openToolLists } from './tool_lists.js';

export interface Recording {
  book: Book;
  redaction: Redaction;
  store?: RestrictedStore | undefined;
  /** The part of a split task that an agent works at. */
  partOf?: ((agent: string) => string | undefined) | undefined;
  room?: Room;
}

/** What is known of one agent. */
interface Side {
  heads: MessageTree<undefined>;
  turns: MessageTree<Owner>;
  conversations: Conversations;
  calls: AskedCalls;
}

const ARGUMENTS = 32_768;
const DETAIL = 2_000;
const NAME = 256;
/** So many requests that nobody could read are written down; of more each power of ten, and how many there were. */
const UNREAD = 1_000;
/** Messages of a request; more are one message, which holds the list of them. */
const MESSAGES = 50_000;

/** So much of the traffic of one account is written down: exchanges, characters in events, which are in memory too, and in artifacts. */
export interface Room {
  exchanges: number;
  inline: number;
  apart: number;
}
const ROOM: Room = { exchanges: 200_000, inline: 256 * 2 ** 20, apart: 2 * 2 ** 30 };

/** Writes down the traffic of an account. In a book that was begun before, numbers go on. */
export function openRecorder({ book, store, partOf, room = ROOM, ...given }: Recording): Recorder {
  const { log } = book;
  // Numbers in placeholders are those of this record.
  const redaction = given.redaction.begin();
  const keeps = keepsMessages(book, redaction, store);
  const tools = openToolLists(keeps);
  const parameters = openParameters(keeps);
  const headers = openRecordedHeaders(keeps);
  const sides = new Map<string, Side>();
  const open = new Map<number, { side: Side; agent: string; conversation: Conversation }>();
  let [exchanges, conversations] = lastNumbers(book);
  const before = exchanges;
  let unread = 0;

  const sideOf = (agent: string): Side => {
    const side = sides.get(agent) ?? {
      heads: openMessageTree<undefined>(),
      turns: openMessageTree<Owner>(),
      conversations: openConversations(() => ++conversations),
      calls: openAskedCalls(),
    };
    sides.set(agent, side);
    return side;
  };

  /** Which messages of a request are new, what it goes on from, and what to remember once that is written. */
  const read = (side: Side, { asked, session }: Incoming) => {
    const [lead, turns] = apart(asked.messages);
    const head = side.heads.follow(lead);
    const body = side.turns.follow(turns);
    const declared = tools.of(asked.tools);
    const path = pathOf(head.place, head.rest);
    const going = {
      session: asked.session ?? session,
      head: path,
      tools: declared?.sha256 ?? null,
      place: body.place,
      passed: body.passed,
    };
    const conversation = side.conversations.of(going);
    const { owner, depth } = body.place;
    const same = owner?.head === path;
    const fresh = [...(same ? [] : lead.map(writtenOf)), ...body.rest];
    const history: Payload<'prompt'>['history'] =
      owner === undefined
        ? { of: null, kept: 0 }
        : {
            of: owner.exchange,
            kept: owner.lead + depth,
            ...(same ? {} : { changed: { old: owner.lead, new: lead.length } }),
          };
    const remember = (exchange: number) => {
      side.heads.grow(head.place, head.rest, undefined);
      const grown = side.turns.grow(body.place, body.rest, { exchange, lead: lead.length, head: path, conversation });
      side.conversations.went(going, grown, conversation);
    };
    return { conversation, declared, history, fresh, remember };
  };

  const invoked = ({ call, exchange, conversation }: AskedCall, agent: string, result: RecordedMessage | null) => {
    const subtask = partOf?.(agent);
    log.append('tool_invocation', 'agent', {
      tool: cut(call.name, NAME),
      arguments: bounded(keeps.redacted(call.arguments), ARGUMENTS),
      summary: result ? `asked for in exchange ${exchange}` : `asked for in exchange ${exchange}; no result was seen`,
      ...(subtask === undefined ? {} : { subtask }),
      asked: { conversation: conversation.number, exchange, call_id: cut(call.id, NAME), result },
    });
  };

  /** Results in new messages: each ends a call that was asked for. */
  const results = (side: Side, agent: string, conversation: Conversation, fresh: Told[]): void => {
    for (const { message, recorded } of fresh) {
      for (const result of message.results) {
        const asked = side.calls.answered(result, conversation);
        if (asked) invoked(asked, agent, message.results.length === 1 ? recorded : keeps.value('tool', result.value));
      }
    }
  };

  return {
    get full() {
      const { inline, apart } = keeps.written;
      return exchanges - before >= room.exchanges || inline >= room.inline || apart >= room.apart;
    },
    prompt(request, as) {
      const { agent } = request;
      const side = sideOf(agent);
      const { conversation, declared, history, fresh, remember } = read(side, request);
      const told = fresh.map((written) => ({ message: written.message, recorded: keeps.message(written) }));
      const exchange = exchanges + 1;
      log.append('prompt', 'agent', {
        exchange,
        conversation: conversation.number,
        ...requestOf(request, as),
        ...(as.headers ? { headers: headers(as.headers) } : {}),
        ...parameters.of(request.asked.parameters),
        tools: declared,
        history,
        messages: told.map(({ recorded }) => recorded),
      });
      // Only what is on disk is known from now on.
      exchanges = exchange;
      remember(exchange);
      open.set(exchange, { side, agent, conversation });
      results(side, agent, conversation, told);
      return exchange;
    },
    response(exchange, end, settled, held_ms) {
      const { answered } = end;
      const known = open.get(exchange);
      if (!known) throw new Error(`exchange ${exchange} is not open`);
      const calls = answered?.calls ?? [];
      log.append('response', 'harness', {
        exchange,
        conversation: known.conversation.number,
        outcome: end.outcome,
        code: end.code,
        detail: detailOf(end.detail, redaction),
        status: end.status,
        model: answered?.model == null ? null : cut(answered.model, NAME),
        finish_reason: answered?.finish_reason == null ? null : cut(answered.finish_reason, NAME),
        message: answered?.message == null ? null : keeps.value('assistant', answered.message),
        tool_calls: calls.length,
        usage: settled.usage,
        held_ms,
        first_byte_ms: end.first_byte_ms,
        wall_ms: end.wall_ms,
        body: end.body,
      });
      open.delete(exchange);
      known.side.calls.ask(calls, {
        exchange,
        conversation: known.conversation,
        whole: end.outcome === 'complete',
      });
      const cost = costOf(settled, exchange);
      if (cost) log.append('cost', 'harness', cost);
    },
    turnedAway({ path, code, message, status }) {
      unread += 1;
      if (unread > UNREAD && !Number.isInteger(Math.log10(unread))) return;
      log.append('response', 'harness', {
        exchange: exchanges + 1,
        conversation: null,
        outcome: 'refused',
        code,
        detail: detailOf(`${path}: ${message}`, redaction),
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
      const left = [...sides].flatMap(([agent, { calls }]) => calls.left().map((asked) => ({ agent, asked })));
      left.sort((a, b) => a.asked.exchange - b.asked.exchange);
      for (const { agent, asked } of left) invoked(asked, agent, null);
    },
  };
}

/** A new message of a request, and how it was written down. */
interface Told {
  message: Message;
  recorded: RecordedMessage;
}

function requestOf({ agent, route, path, asked, body, untexted }: Incoming, as: Sent) {
  return {
    agent,
    dialect: route.dialect,
    operation: route.operation,
    path: cut(path, NAME),
    model: cut(asked.model, NAME),
    ...(as.sent_model === undefined ? {} : { sent_model: cut(as.sent_model, NAME) }),
    upstream: as.upstream,
    stream: asked.stream,
    max_tokens: { asked: asked.max_tokens, sent: as.max_tokens ?? asked.max_tokens },
    ...(asked.thinking === undefined ? {} : { thinking_budget: budgets(asked, asked.thinking, as) }),
    body,
    ...(untexted ? { untexted: { ...untexted } } : {}),
    sent: as.body,
    ...(as.steering ? { steering: as.steering } : {}),
    ...(as.withheld ? { withheld: [...as.withheld] } : {}),
  };
}

/** A limit that was lowered lowered the budget as well. */
const budgets = ({ max_tokens }: Asked, budget: number, as: Sent) => ({
  asked: budget,
  sent:
    as.max_tokens === null || as.max_tokens === max_tokens ? budget : thinkingWithin(budget, max_tokens, as.max_tokens),
});

/** The system prompt, and what was said. */
function apart(given: readonly Message[]): [lead: readonly Message[], turns: readonly Message[]] {
  const messages = given.length <= MESSAGES ? given : [...given.slice(0, MESSAGES), merged(given.slice(MESSAGES))];
  const at = messages.findIndex(({ role }) => role !== 'system');
  const lead = at === -1 ? messages.length : at;
  return [messages.slice(0, lead), messages.slice(lead)];
}

const merged = (messages: readonly Message[]): Message => ({
  role: messages[0]!.role,
  value: messages.map(({ value }) => value),
  calls: messages.flatMap(({ calls }) => calls),
  results: messages.flatMap(({ results }) => results),
});

const detailOf = (detail: string, redaction: Redaction) => cut(redaction.text(detail).value, DETAIL);

/** Numbers of the last exchange and conversation in a book. */
function lastNumbers({ log: { events } }: Book): [exchanges: number, conversations: number] {
  const prompts = eventsOf(events, 'prompt').map(({ payload }) => payload);
  const numbers = [...prompts, ...eventsOf(events, 'response').map(({ payload }) => payload)];
  const last = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b), 0);
  return [last(numbers.map(({ exchange }) => exchange)), last(prompts.map(({ conversation }) => conversation))];
}
