import { type Breaker, perPart, sensor } from './breaker.js';
import { isCall } from './call.js';

/**
 * Trips when `breakers.no_progress` calls in a row neither changed the workspace nor passed a build or test cycle (R9).
 * Calls of the inspect stage do not count: there nothing can change.
 */
export const noProgress: Breaker = {
  code: 'no-progress',
  watch({ policy }) {
    const limit = policy.breakers.no_progress;
    if (limit === 0) return undefined;
    return perPart(() => {
      let tree: string | undefined;
      let row = 0;
      return sensor((event) => {
        if (event.type === 'resource_sample' && event.payload.tree !== null && event.payload.tree !== tree) {
          tree = event.payload.tree;
          row = 0;
        }
        if (!isCall(event) || event.stage === 'inspect' || !event.payload.tree) return undefined;
        const moved = event.payload.tree !== tree || event.payload.cycle === 'passed';
        tree = event.payload.tree;
        row = moved ? 0 : row + 1;
        if (row < limit) return undefined;
        return {
          code: 'no-progress',
          severity: 'warning',
          message: `${row} calls in a row changed nothing and passed no check`,
          signals: { calls: row, tree },
          action: 'kill',
          stop: { kind: 'resource', cap: 'no-progress' },
        };
      });
    });
  },
};
