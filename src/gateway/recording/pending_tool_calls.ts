import type { ToolCall, ToolResult } from '../dialects/dialect.js';
import type { Conversation } from './create_conversation_tracker.js';

/** Tool call of a model whose result is still unknown. */
export interface PendingToolCall {
  call: ToolCall;
  exchange: number;
  conversation: Conversation;
  /** True if the response was complete, so that an agent that continues makes the call. */
  whole: boolean;
}

/** Pending tool calls of one agent. */
export interface PendingToolCalls {
  add(calls: readonly ToolCall[], origin: Omit<PendingToolCall, 'call'>): void;
  /**
   * Takes the call that a result belongs to.
   *
   * @returns undefined if no such call is pending
   */
  take(result: ToolResult, conversation: Conversation): PendingToolCall | undefined;
  /** Lists the calls without a result, in order. */
  listUnanswered(): PendingToolCall[];
}

export function createPendingToolCalls(): PendingToolCalls {
  const open = new Set<PendingToolCall>();

  /** Finds the first matching call of the latest response, since a repeated request asks for the same calls again. */
  const latest = (matches: (pending: PendingToolCall) => boolean): PendingToolCall | undefined => {
    let match: PendingToolCall | undefined;
    for (const pending of open) if (matches(pending) && pending.exchange !== match?.exchange) match = pending;
    return match;
  };

  return {
    add(calls, origin) {
      for (const call of calls) open.add({ call, ...origin });
    },
    take({ id, name }, conversation) {
      const isHere = (pending: PendingToolCall) => pending.conversation === conversation;
      const byName = (pending: PendingToolCall) =>
        isHere(pending) && (name === undefined || pending.call.name === name);
      const call =
        id === ''
          ? latest(byName)
          : (latest((pending) => isHere(pending) && pending.call.id === id) ??
            latest((pending) => pending.call.id === id) ??
            (name === undefined ? undefined : latest((pending) => pending.call.id === '' && byName(pending))));
      if (call) open.delete(call);
      return call;
    },
    listUnanswered: () => [...open].filter(({ whole }) => whole),
  };
}
