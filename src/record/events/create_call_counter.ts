import type { Event } from './event.js';

/** Returns true for a call that was made, or was to be made, through the harness. */
export const isMediatedCall = (event: Event): event is Event<'tool_invocation'> =>
  event.type === 'tool_invocation' && event.payload.asked === undefined;

/** Counter of the calls of an agent, fed with the events of its log. */
interface CallCounter {
  /** Counts an event. Returns true if it is a call. */
  add(event: Event): boolean;
  /**
   * Number of calls made through the harness, or requested in conversations, whichever is larger: a call can be in
   * both.
   */
  readonly calls: number;
  /**
   * Number of calls that have a price. Refused calls have none. Calls to a tool of the harness that were requested but
   * have no result have none either: the agent was stopped before it made them.
   */
  readonly priced_calls: number;
}

/** Creates an empty counter of calls. */
export function createCallCounter(): CallCounter {
  const counts = { made: 0, asked: 0, refused: 0 };
  /** Tools whose calls are made through the harness. */
  const ours = new Set<string>();
  /** Calls without a result, by tool. */
  const open = new Map<string, number>();
  const unmade = () => [...open].reduce((sum, [tool, calls]) => sum + (ours.has(tool) ? calls : 0), 0);
  return {
    add(event) {
      if (event.type !== 'tool_invocation') return false;
      const { tool, asked, refused } = event.payload;
      if (asked === undefined) {
        counts.made += 1;
        ours.add(tool);
        if (refused) counts.refused += 1;
      } else {
        counts.asked += 1;
        if (asked.result === null) open.set(tool, (open.get(tool) ?? 0) + 1);
      }
      return true;
    },
    get calls() {
      return Math.max(counts.made, counts.asked);
    },
    get priced_calls() {
      return Math.max(counts.made - counts.refused, counts.asked - counts.refused - unmade());
    },
  };
}

/** Counts the calls of a whole log that have a price. */
export function countPricedCalls(events: readonly Event[]): number {
  const count = createCallCounter();
  for (const event of events) count.add(event);
  return count.priced_calls;
}
