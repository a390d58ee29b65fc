import type { EventPayload } from '../../record/events/event.js';
import type { ModelRequest } from '../accounts/run_account.js';
import type { ParsedMessage } from '../dialects/dialect.js';
import { type Conversation, createConversationTracker, type MessageOwner } from './create_conversation_tracker.js';
import { computePathDigest, createMessageTree, type HashedMessage, hashMessage } from './create_message_tree.js';
import { createPendingToolCalls, type PendingToolCalls } from './pending_tool_calls.js';

/** Traffic of one agent so far. */
export interface AgentTraffic {
  /** Tool calls whose results are unknown. */
  calls: PendingToolCalls;
  /**
   * Finds the new messages of a request and its conversation.
   *
   * @param tools digest of its tools; null = none
   */
  read(request: ModelRequest, tools: string | null): ReadRequest;
}

/** Request beside what came before it. */
interface ReadRequest {
  conversation: Conversation;
  history: EventPayload<'prompt'>['history'];
  /** Messages that came with it. */
  fresh: HashedMessage[];
  /** Adds the request to the traffic, once it is written. */
  remember(exchange: number): void;
}

/**
 * Creates the traffic of one agent.
 *
 * @param nextConversation returns the number of a new conversation
 */
export function createAgentTraffic(nextConversation: () => number): AgentTraffic {
  const heads = createMessageTree<undefined>();
  const turns = createMessageTree<MessageOwner>();
  const conversations = createConversationTracker(nextConversation);
  return {
    calls: createPendingToolCalls(),
    read({ asked, session }, tools) {
      const [lead, rest] = splitSystemPrompt(asked.messages);
      const head = heads.follow(lead);
      const body = turns.follow(rest);
      const { place, passed } = body;
      const key = {
        session: asked.session ?? session,
        head: computePathDigest(head.place, head.rest),
        tools,
        place,
        passed,
      };
      const conversation = conversations.find(key);
      const { owner } = place;
      const same_head = owner?.head === key.head;
      const changed = same_head || owner === undefined ? {} : { changed: { old: owner.lead, new: lead.length } };
      return {
        conversation,
        history:
          owner === undefined
            ? { of: null, kept: 0 }
            : { of: owner.exchange, kept: owner.lead + place.depth, ...changed },
        fresh: [...(same_head ? [] : lead.map(hashMessage)), ...body.rest],
        remember(exchange) {
          heads.grow(head.place, head.rest, undefined);
          const grown = turns.grow(place, body.rest, { exchange, lead: lead.length, head: key.head, conversation });
          conversations.recordRequest(key, grown, conversation);
        },
      };
    },
  };
}

/** Maximum number of messages of a request; the rest becomes one message with a list. */
const MESSAGES = 50_000;

/** Splits the messages into system prompt and conversation. */
function splitSystemPrompt(
  history: readonly ParsedMessage[],
): [lead: readonly ParsedMessage[], turns: readonly ParsedMessage[]] {
  const rest = history.slice(MESSAGES);
  const [first] = rest;
  const messages = first === undefined ? history : [...history.slice(0, MESSAGES), mergeMessages(first.role, rest)];
  const index = messages.findIndex(({ role }) => role !== 'system');
  const count = index === -1 ? messages.length : index;
  return [messages.slice(0, count), messages.slice(count)];
}

const mergeMessages = (role: ParsedMessage['role'], messages: readonly ParsedMessage[]): ParsedMessage => ({
  role,
  value: messages.map(({ value }) => value),
  calls: messages.flatMap(({ calls }) => calls),
  results: messages.flatMap(({ results }) => results),
});
