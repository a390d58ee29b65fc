import { defaultBreakers } from '../../../../contract/policy/policy.js';
import { type Breaker, createCallReducer, createSubtaskReducer, pluralizeCount } from '../base/breaker.js';

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

/** Good trees that are remembered. */
const MAX_REMEMBERED = 50;

/**
 * Trips when `breakers.rollback` build or test cycles in a row failed. The workspace is rolled back to its last good
 * tree. A tree is good if a cycle passed at it and none failed since; without one, the initial tree is used. A cycle
 * with unknown result counts as passed, since clients report the exit status of failures. Subtasks are never rolled
 * back: their workspaces are merged as they are.
 */
export const failedSinceGoodTreeBreaker: Breaker = {
  code: 'failed-since-good-tree',
  watch({ policy }) {
    const limit = policy.breakers.rollback ?? defaultBreakers.rollback;
    if (limit === 0) return undefined;
    let good: string[] = [];
    let row = 0;
    return createCallReducer(({ cycle, tree, subtask }) => {
      if (cycle === null || subtask !== undefined) return undefined;
      if (tree !== null) good = good.filter((known) => known !== tree);
      if (cycle !== 'failed') {
        row = 0;
        if (tree !== null) good = [...good, tree].slice(-MAX_REMEMBERED);
        return undefined;
      }
      row += 1;
      if (row < limit) return undefined;
      row = 0;
      const good_tree = good.at(-1) ?? null;
      return {
        code: 'failed-since-good-tree',
        severity: 'warning',
        message:
          `${pluralizeCount(limit, 'build or test cycle')} in a row failed since the last good state of the ` +
          'workspace',
        signals: { failed: limit, tree, good_tree },
        action: 'rollback',
        good_tree,
      };
    });
  },
};
