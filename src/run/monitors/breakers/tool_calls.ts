import type { Breaker } from './breaker.js';
import { callCount } from './call.js';

/** Trips at the first call beyond `budget.tool_calls` (R8). It is recorded, and not made where we make it. */
export const toolCalls: Breaker = {
  code: 'tool-call-cap',
  watch({ budget: { tool_calls: limit } }) {
    if (limit === undefined) return undefined;
    const count = callCount();
    return {
      refuses: () => (count.calls >= limit ? `the budget of ${limit} tool calls is used up` : undefined),
      see(event) {
        if (!count.see(event) || count.calls <= limit) return undefined;
        const { calls } = count;
        return {
          code: 'tool-call-cap',
          severity: 'warning',
          message: `the agent asked for more than ${limit} tool calls`,
          signals: { calls, limit },
          action: 'kill',
          stop: { kind: 'resource', cap: 'tool_calls' },
        };
      },
    };
  },
};
