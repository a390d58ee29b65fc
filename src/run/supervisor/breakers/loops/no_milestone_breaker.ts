import { createCostEstimator, getModelSpending } from '../../../../record/costs/cost_estimator.js';
import { createCallCounter } from '../../../../record/events/select_events.js';
import { type Breaker, type BreakerReducer, formatSharePercent } from '../base/breaker.js';
import { createStageClock } from '../base/create_stage_clock.js';
import { createRequestCounter } from '../budgets/request_cap_breaker.js';

/**
 * Trips once when the share `breakers.dominance` of any budget is used without a milestone (requirement R9). Milestones
 * are a passed build or test cycle and, if no cycle was tried, a change of the workspace. Raises an alert only.
 */
export const noMilestoneBreaker: Breaker = {
  code: 'no-milestone',
  watch({ policy, budget }) {
    const share = policy.breakers.dominance;
    if (share === 0) return undefined;
    const clock = createStageClock();
    const count = createCallCounter();
    const estimate = createCostEstimator();
    const request_counter = createRequestCounter();
    const usage = { wall: 0, usd: 0, tokens: 0, model_requests: 0, tool_calls: 0, failed_cycles: 0 };

    let reported = false;
    let tried = false;
    let passed = false;
    let first: string | undefined;
    let changed = false;
    const see: BreakerReducer['see'] = (event, call) => {
      clock.see(event);
      estimate.add(event);
      if (reported) return undefined;
      usage.wall = clock.spent_ms(event.t / 1e6);
      if (event.type === 'cost') {
        usage.tokens += getModelSpending(event.payload).tokens;
      }
      usage.usd = estimate.usd;
      request_counter.see(event);
      usage.model_requests = request_counter.requests;
      if (count.add(event)) usage.tool_calls = count.calls;
      tried ||= call?.cycle === 'passed' || call?.cycle === 'failed';
      passed ||= call?.cycle === 'passed' || call?.cycle === 'unknown';
      if (call?.cycle === 'failed') usage.failed_cycles += 1;
      const tree = event.type === 'resource_sample' ? event.payload.tree : call?.tree;
      if (tree) {
        first ??= tree;
        changed ||= tree !== first;
      }
      if (passed || (!tried && changed)) return undefined;
      for (const name of ['wall', 'usd', 'tokens', 'model_requests', 'tool_calls', 'failed_cycles'] as const) {
        const cap = budget[name];
        if (cap === undefined || usage[name] < share * cap) continue;
        reported = true;
        return {
          code: 'no-milestone',
          severity: 'warning',
          message: `${formatSharePercent(usage[name] / cap)} of the budget "${name}" are gone and nothing was reached`,
          signals: { budget: name, used: Math.round(usage[name] * 1e6) / 1e6, cap, share },
        };
      }
      return undefined;
    };
    return { see, learn: (event) => estimate.add(event) };
  },
};
