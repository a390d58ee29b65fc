import { computeSpentUsd } from '../../../src/record/costs/compute_spent_usd.js';

it.each<[what: string, total_usd: number | null, judge_usd: number | null | undefined, spent: number | null]>([
  ['the attempt alone, without a judge model', 0.3, undefined, 0.3],
  ['both, without the fault of binary sums', 0.1, 0.2, 0.3],
  ['unknown, if the judge model has no price', 0.1, null, null],
  ['unknown, if the attempt has none', null, 0.2, null],
])('the budget of a run pays for %s', (_, total_usd, usd, spent) => {
  const judge = usd === undefined ? undefined : { usd, requests: 1, tokens: 1 };
  expect(computeSpentUsd({ total_usd, judge })).toBe(spent);
});
