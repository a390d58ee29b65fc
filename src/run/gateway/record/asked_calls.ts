import type { ToolCall, ToolResult } from '../dialects/dialect.js';
import type { Conversation } from './conversations.js';

/** A call that a model asked for, whose result was not seen yet. */
export interface AskedCall {
  call: ToolCall;
  exchange: number;
  conversation: Conversation;
  /** The answer came to its end: an agent that goes on makes the call. */
  whole: boolean;
}

/** The open calls of one agent. */
export interface AskedCalls {
  ask(calls: readonly ToolCall[], of: Omit<AskedCall, 'call'>): void;
  /** The call that a result is of; undefined = none that was asked for here, or it was answered before. */
  answered(result: ToolResult, conversation: Conversation): AskedCall | undefined;
  /** Calls that nothing was heard of, in the order of asking. */
  left(): AskedCall[];
}

export function openAskedCalls(): AskedCalls {
  const open = new Set<AskedCall>();

  /** Of the latest answer, since a request that is asked again asks for the same once more; there the first. */
  const latest = (matches: (asked: AskedCall) => boolean): AskedCall | undefined => {
    let found: AskedCall | undefined;
    for (const asked of open) if (matches(asked) && asked.exchange !== found?.exchange) found = asked;
    return found;
  };

  return {
    ask(calls, of) {
      for (const call of calls) open.add({ call, ...of });
    },
    answered({ id, name }, conversation) {
      const here = (asked: AskedCall) => asked.conversation === conversation;
      const byName = (asked: AskedCall) => here(asked) && (name === undefined || asked.call.name === name);
      const found =
        id === ''
          ? latest(byName)
          : (latest((asked) => here(asked) && asked.call.id === id) ??
            latest((asked) => asked.call.id === id) ??
            (name === undefined ? undefined : latest((asked) => asked.call.id === '' && byName(asked))));
      if (found) open.delete(found);
      return found;
    },
    left: () => [...open].filter(({ whole }) => whole),
  };
}
