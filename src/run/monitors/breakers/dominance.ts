import { type Breaker, percent, sensor } from './breaker.js';
import { callCount, isCall } from './call.js';
import { requestCount } from './model_requests.js';
import { spentBy } from './spending.js';
import { stageClock } from './stage_clock.js';

/**
 * Trips, once, when the share `breakers.dominance` of any budget is gone and there is no milestone: no build or test cycle passed, and
 * where none was tried the workspace never changed either (R9). An alert only: what it means is for a reader.
 */
export const dominance: Breaker = {
  code: 'no-milestone',
  watch({ policy, budget }) {
    const share = policy.breakers.dominance;
    if (share === 0) return undefined;
    const clock = stageClock();
    const count = callCount();
    const asked = requestCount();
    const used = { wall: 0, usd: 0, tokens: 0, model_requests: 0, tool_calls: 0, failed_cycles: 0 };

    let over = false;
    let tried = false;
    let passed = false;
    let first: string | undefined;
    let changed = false;
    return sensor((event) => {
      clock.see(event);
      if (over) return undefined;
      used.wall = clock.spent_ms(event.t / 1e6);
      if (event.type === 'cost') {
        const { tokens, usd } = spentBy(event.payload);
        used.tokens += tokens;
        used.usd += usd;
      }
      asked.see(event);
      used.model_requests = asked.requests;
      if (count.see(event)) used.tool_calls = count.calls;
      if (isCall(event)) {
        tried ||= event.payload.cycle !== undefined;
        passed ||= event.payload.cycle === 'passed';
        if (event.payload.cycle === 'failed') used.failed_cycles += 1;
      }
      const tree = isCall(event) || event.type === 'resource_sample' ? event.payload.tree : undefined;
      if (tree) {
        first ??= tree;
        changed ||= tree !== first;
      }
      if (passed || (!tried && changed)) return undefined;
      for (const name of ['wall', 'usd', 'tokens', 'model_requests', 'tool_calls', 'failed_cycles'] as const) {
        const cap = budget[name];
        if (cap === undefined || used[name] < share * cap) continue;
        over = true;
        return {
          code: 'no-milestone',
          severity: 'warning',
          message: `${percent(used[name] / cap)} of the budget "${name}" are gone and nothing was reached`,
          signals: { budget: name, used: Math.round(used[name] * 1e6) / 1e6, cap, share },
        };
      }
      return undefined;
    });
  },
};
