import type { MessageNode } from './create_message_tree.js';

/**
 * Conversation: requests that continue each other. Title requests, sub-agents and the like have conversations of their
 * own.
 */
export interface Conversation {
  readonly number: number;
  /** Session name of the client; undefined if it has none. */
  readonly session: string | undefined;
}

/** First request that brought a message to its node. */
export interface MessageOwner {
  exchange: number;
  /** Number of messages in its system prompt, which precede those in the tree. */
  lead: number;
  /** Digest of these messages. */
  head: string;
  conversation: Conversation;
}

/** Request, as far as it decides about the conversation. */
interface ConversationKey {
  session: string | undefined;
  /** Digest of its system prompt. */
  head: string;
  /** Digest of its tools; null = none. */
  tools: string | null;
  /** Node of its last known message, and the marked nodes before. */
  place: MessageNode<MessageOwner>;
  passed: readonly MessageNode<MessageOwner>[];
}

interface ConversationTracker {
  find(key: ConversationKey): Conversation;
  /** Records that a request with its last message at `end` belongs to a conversation. */
  recordRequest(key: ConversationKey, end: MessageNode<MessageOwner>, conversation: Conversation): void;
}

interface ConversationEnd extends Pick<ConversationKey, 'head' | 'tools'> {
  conversation: Conversation;
}

/** Maximum number of conversations that may end at one node. */
const KINDS = 16;

/**
 * Creates a tracker that groups the requests of one agent into conversations. A request continues a conversation if its
 * history contains a response of it, or begins with a whole request of it under the same system prompt or tools. If the
 * client names its sessions, a similar request of the same session continues the conversation with a compacted history,
 * and requests of other sessions never do.
 *
 * @param next returns the number of a new conversation
 */
export function createConversationTracker(next: () => number): ConversationTracker {
  const ended = new WeakMap<MessageNode<MessageOwner>, ConversationEnd[]>();
  const by_key = new Map<string, Conversation>();
  const formatKey = ({ session, head, tools }: ConversationKey) => JSON.stringify([session, head, tools]);

  const alike = (a: Pick<ConversationKey, 'head' | 'tools'>, b: Pick<ConversationKey, 'head' | 'tools'>) =>
    a.head === b.head || (a.tools !== null && a.tools === b.tools);

  return {
    find(key) {
      const { place: node, passed, session } = key;
      const answered = node.answered ? node.owner?.conversation : undefined;
      if (answered && answered.session === session) return answered;
      for (const whole of [...passed].reverse()) {
        const match = ended.get(whole)?.findLast((end) => end.conversation.session === session && alike(end, key));
        if (match) return match.conversation;
      }
      const anew = session === undefined ? undefined : by_key.get(formatKey(key));
      return anew ?? { number: next(), session };
    },
    recordRequest(key, end, conversation) {
      if (key.session !== undefined) by_key.set(formatKey(key), conversation);
      // A history with responses is recognised by them.
      if (end.answered || end.depth === 0) return;
      const { head, tools } = key;
      const other_ends = (ended.get(end) ?? []).filter((each) => each.conversation !== conversation);
      ended.set(end, [...other_ends.slice(1 - KINDS), { head, tools, conversation }]);
      end.marked = true;
    },
  };
}
