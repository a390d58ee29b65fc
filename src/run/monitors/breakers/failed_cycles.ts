import { type Breaker, counted, sensor } from './breaker.js';
import { isCall } from './call.js';

/** Trips when so many build or test cycles failed in all as `budget.failed_cycles` says (R8). */
export const failedCycles: Breaker = {
  code: 'failed-cycle-cap',
  watch({ budget: { failed_cycles: limit } }) {
    if (limit === undefined) return undefined;
    let failed = 0;
    return sensor((event) => {
      if (!isCall(event) || event.payload.cycle !== 'failed') return undefined;
      failed += 1;
      if (failed < limit) return undefined;
      return {
        code: 'failed-cycle-cap',
        severity: 'warning',
        message: `${counted(failed, 'build or test cycle')} failed, the budget is ${limit}`,
        signals: { failed, limit },
        action: 'kill',
        stop: { kind: 'resource', cap: 'failed_cycles' },
      };
    });
  },
};

/**
 * Trips when `breakers.suspend_writes` cycles in a row failed: the workspace is closed for writing for one round, so that the
 * agent looks before it writes again (R9).
 */
export const suspendWrites: Breaker = {
  code: 'repeated-failure',
  watch({ policy }) {
    const limit = policy.breakers.suspend_writes;
    if (limit === 0) return undefined;
    let row = 0;
    return sensor((event) => {
      if (!isCall(event) || !event.payload.cycle) return undefined;
      row = event.payload.cycle === 'failed' ? row + 1 : 0;
      if (row < limit) return undefined;
      row = 0;
      return {
        code: 'repeated-failure',
        severity: 'warning',
        message: `${counted(limit, 'build or test cycle')} in a row failed`,
        signals: { failed: limit },
        action: 'suspend-writes',
      };
    });
  },
};
