import { type Breaker, createCallReducer, createSubtaskReducer } from '../breaker.js';

/**
 * Trips when the last `breakers.oscillation` failing states of the workspace alternate between two trees (requirement
 * R9). Repeated failures at one state count once; a passed cycle, or one at an unknown state, starts anew.
 */
export const oscillationBreaker: Breaker = {
  code: 'oscillation',
  watch({ policy }) {
    const window = policy.breakers.oscillation;
    if (window === 0) return undefined;
    return createSubtaskReducer(() => {
      let trees: string[] = [];
      return createCallReducer(({ cycle, tree }) => {
        if (cycle === null) return undefined;
        if (cycle !== 'failed' || !tree) {
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
