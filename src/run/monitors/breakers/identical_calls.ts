import { type Breaker, perPart, sensor } from './breaker.js';
import { callKey, isCall } from './call.js';

/**
 * Trips when the same call is made `breakers.identical_calls` times in a row and the workspace is the same after each (R9).
 * Where its tree was not taken nothing is known, and nothing is held against the agent.
 */
export const identicalCalls: Breaker = {
  code: 'identical-calls',
  watch({ policy }) {
    const limit = policy.breakers.identical_calls;
    if (limit === 0) return undefined;
    return perPart(() => {
      let last: { key: string; tree: string | null } | undefined;
      let row = 0;
      return sensor((event) => {
        if (!isCall(event)) return undefined;
        const now = { key: callKey(event.payload), tree: event.payload.tree ?? null };
        row = last && now.tree !== null && now.key === last.key && now.tree === last.tree ? row + 1 : 1;
        last = now;
        if (row < limit) return undefined;
        return {
          code: 'identical-calls',
          severity: 'warning',
          message: `the same call was made ${row} times in a row and changed nothing`,
          signals: { calls: row, call: event.seq, tree: now.tree },
          action: 'kill',
          stop: { kind: 'resource', cap: 'identical-calls' },
        };
      });
    });
  },
};
