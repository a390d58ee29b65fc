import { createCallCounter } from '../../../../record/events/select_events.js';
import type { Breaker } from '../breaker.js';

/**
 * Trips at the first call beyond `budget.tool_calls` (requirement R8). The call is recorded, but the harness does not
 * make it.
 */
export const toolCallCapBreaker: Breaker = {
  code: 'tool-call-cap',
  watch({ budget: { tool_calls: limit } }) {
    if (limit === undefined) return undefined;
    const count = createCallCounter();
    return {
      refuses: () => (count.calls >= limit ? `the budget of ${limit} tool calls is used up` : undefined),
      see(event) {
        if (!count.add(event) || count.calls <= limit) return undefined;
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
