import type { Breaker } from './breaker.js';
import { isCall } from './call.js';

/** Trips at the first call beyond `budget.tool_calls` (R8). It is recorded, not made. */
export const toolCalls: Breaker = {
  code: 'tool-call-cap',
  watch({ budget: { tool_calls: limit } }) {
    if (limit === undefined) return undefined;
    let calls = 0;
    return {
      refuses: () => (calls >= limit ? `the budget of ${limit} tool calls is used up` : undefined),
      see(event) {
        if (!isCall(event)) return undefined;
        calls += 1;
        if (calls <= limit) return undefined;
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
