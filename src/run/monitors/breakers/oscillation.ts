import { type Breaker, perPart, sensor } from './breaker.js';
import { isCall } from './call.js';

/**
 * Trips when the last `breakers.oscillation` states of the workspace that failed a build or test cycle alternate between two trees
 * (R9). Failing twice at one state is one state; a cycle that passes, or one of unknown state, begins anew.
 */
export const oscillation: Breaker = {
  code: 'oscillation',
  watch({ policy }) {
    const window = policy.breakers.oscillation;
    if (window === 0) return undefined;
    return perPart(() => {
      let trees: string[] = [];
      return sensor((event) => {
        if (!isCall(event) || !event.payload.cycle) return undefined;
        const { cycle, tree } = event.payload;
        if (cycle === 'passed' || !tree) {
          trees = [];
          return undefined;
        }
        if (trees.at(-1) !== tree) trees = [...trees, tree].slice(-window);
        if (trees.length < window || new Set(trees).size !== 2) return undefined;
        return {
          code: 'oscillation',
          severity: 'warning',
          message: `the last ${window} failing states alternate between two trees`,
          signals: { trees: trees.slice(-2) },
          action: 'kill',
          stop: { kind: 'resource', cap: 'oscillation' },
        };
      });
    });
  },
};
