import { type Breaker, createCallReducer, pluralizeCount } from '../base/breaker.js';

/** Trips when as many build or test cycles failed as `budget.failed_cycles` allows (requirement R8). */
export const failedCyclesBreaker: Breaker = {
  code: 'failed-cycle-cap',
  watch({ budget: { failed_cycles: limit } }) {
    if (limit === undefined) return undefined;
    let failed = 0;
    return createCallReducer(({ cycle }) => {
      if (cycle !== 'failed') return undefined;
      failed += 1;
      if (failed < limit) return undefined;
      return {
        code: 'failed-cycle-cap',
        severity: 'warning',
        message: `${pluralizeCount(failed, 'build or test cycle')} failed, the budget is ${limit}`,
        signals: { failed, limit },
        action: 'kill',
        stop: { kind: 'resource', cap: 'failed_cycles' },
      };
    });
  },
};

/**
 * Trips when `breakers.suspend_writes` cycles in a row failed: the workspace is read-only for one round (requirement
 * R9). The agent thus has to read before it writes again. A command-line agent that runs its tests itself only raises
 * an alert, since a running process tree cannot lose write access.
 */
export const suspendWritesBreaker: Breaker = {
  code: 'repeated-failure',
  watch({ policy }) {
    const limit = policy.breakers.suspend_writes;
    if (limit === 0) return undefined;
    let row = 0;
    return createCallReducer(({ cycle, road }) => {
      if (cycle === null) return undefined;
      row = cycle === 'failed' ? row + 1 : 0;
      if (row < limit) return undefined;
      row = 0;
      const trip = {
        code: 'repeated-failure',
        message: `${pluralizeCount(limit, 'build or test cycle')} in a row failed`,
        signals: { failed: limit },
      };
      return road === 'call'
        ? { ...trip, severity: 'warning', action: 'suspend-writes' }
        : { ...trip, severity: 'info' };
    });
  },
};
