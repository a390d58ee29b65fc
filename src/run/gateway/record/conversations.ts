import type { Place } from './message_tree.js';

/** A line of requests that go on from each other. Title requests, sub-agents and the like have lines of their own. */
export interface Conversation {
  readonly number: number;
  /** As the client names it; undefined = it does not. */
  readonly session: string | undefined;
}

/** What brought a message to its place first. */
export interface Owner {
  exchange: number;
  /** Messages of its system prompt, which stand before those in the tree. */
  lead: number;
  /** Digest over them. */
  head: string;
  conversation: Conversation;
}

/** A request, as far as it tells which conversation it belongs to. */
export interface Going {
  session: string | undefined;
  /** Digest over its system prompt. */
  head: string;
  /** Digest of its tools; null = none. */
  tools: string | null;
  /** Its last known message, and marked ones before. */
  place: Place<Owner>;
  passed: readonly Place<Owner>[];
}

export interface Conversations {
  of(going: Going): Conversation;
  /** That a request whose last message is at this place belongs to it. */
  went(going: Going, end: Place<Owner>, conversation: Conversation): void;
}

interface Ended extends Pick<Going, 'head' | 'tools'> {
  conversation: Conversation;
}

/** Kinds of requests that are told apart at one place. */
const KINDS = 16;

/**
 * Groups the requests of one agent. A request goes on with a conversation when its history has an answer of it, or begins with a whole
 * request of it, under the same system prompt or with the same tools. Where clients name their sessions, a request of the same kind in
 * the same session is the conversation begun anew (a compacted history), and no other session goes on with it.
 *
 * @param next gives a conversation its number
 */
export function openConversations(next: () => number): Conversations {
  const ended = new WeakMap<Place<Owner>, Ended[]>();
  const begun = new Map<string, Conversation>();
  const keyOf = ({ session, head, tools }: Going) => JSON.stringify([session, head, tools]);

  const alike = (a: Pick<Going, 'head' | 'tools'>, b: Pick<Going, 'head' | 'tools'>) =>
    a.head === b.head || (a.tools !== null && a.tools === b.tools);

  return {
    of(going) {
      const { place, passed, session } = going;
      const answered = place.answered ? place.owner?.conversation : undefined;
      if (answered && answered.session === session) return answered;
      for (const whole of [...passed].reverse()) {
        const found = ended.get(whole)?.findLast((end) => end.conversation.session === session && alike(end, going));
        if (found) return found.conversation;
      }
      const anew = session === undefined ? undefined : begun.get(keyOf(going));
      return anew ?? { number: next(), session };
    },
    went(going, end, conversation) {
      if (going.session !== undefined) begun.set(keyOf(going), conversation);
      // An answered history is told by its answers.
      if (end.answered || end.depth === 0) return;
      const { head, tools } = going;
      const here = (ended.get(end) ?? []).filter((each) => each.conversation !== conversation);
      ended.set(end, [...here.slice(1 - KINDS), { head, tools, conversation }]);
      end.marked = true;
    },
  };
}
