import { findShardBudgetWarnings } from '../../../src/commands/plan/find_shard_budget_warnings.js';
import type { PlannedAttempt, PlannedBudget } from '../../../src/record/planning/plan.js';

const attempt = (task: string, shard: number, ceiling_usd: number): PlannedAttempt => ({
  ...{ attempt_id: `${task}-${shard}`, arm: 'a', trial: 1, expected_ms: null },
  ...{ task, shard, ceiling_usd },
});
const budget = (changes: Partial<PlannedBudget>): PlannedBudget => ({
  ...{ total_usd: null, task_usd: null, run_usd: null, run_tokens: null, total_wall_ms: null },
  ...changes,
});
const four = [attempt('a', 1, 2), attempt('a', 2, 2), attempt('b', 1, 2), attempt('b', 2, 2)];

describe('shares of envelopes that are less than one attempt may cost', () => {
  it.each<[string, Parameters<typeof findShardBudgetWarnings>[0], RegExp[]]>([
    ['none without envelopes', { attempts: four, budget: budget({}), shards: 2 }, []],
    ['none where a share has room for one', { attempts: four, budget: budget({ total_usd: 4 }), shards: 2 }, []],
    [
      'of the suite',
      { attempts: four, budget: budget({ total_usd: 3.9 }), shards: 2 },
      [/^the envelope of the suite is too small for 2 shards: of 2 \(1, 2\) /],
    ],
    [
      'of a task, which can be short where the suite is not',
      { attempts: four, budget: budget({ total_usd: 8, task_usd: 3 }), shards: 2 },
      [/^the envelope of a task is too small for 2 shards/],
    ],
    [
      'not of attempts that the whole envelope has no room for: no number of shards would help',
      { attempts: four, budget: budget({ total_usd: 1 }), shards: 2 },
      [],
    ],
    [
      'not of what costs nothing',
      { attempts: [attempt('a', 1, 0), attempt('a', 2, 2)], budget: budget({ total_usd: 2 }), shards: 2 },
      [],
    ],
    [
      'not of a plan that is one shard',
      { attempts: [attempt('a', 1, 2)], budget: budget({ total_usd: 1 }), shards: 1 },
      [],
    ],
  ])('%s', (_, plan, warnings) => {
    expect(findShardBudgetWarnings(plan)).toEqual(warnings.map((pattern) => expect.stringMatching(pattern)));
  });
});
