import { addBaselineCost } from '../../../src/record/costs/add_baseline_cost.js';
import { givenResult } from '../../publish/given_results.js';

const { cost } = givenResult({ task: 'csv', cost: 1 });
const TIME = { minutes: 20, usd_per_hour: 90 };

describe('what a human baseline costs', () => {
  it('has the time of its people, once however often it is added', () => {
    const with_people = addBaselineCost(cost, TIME);
    expect(with_people).toMatchObject({ total_usd: 31, human_usd: 30, baseline_minutes: 20 });
    expect(addBaselineCost(with_people, { minutes: 40, usd_per_hour: 90 })).toEqual(with_people);
  });

  it('is unknown without a price for their time, and says so', () => {
    const { total_usd, human_usd, unpriced } = addBaselineCost(cost, { ...TIME, usd_per_hour: null });
    expect([total_usd, human_usd, unpriced.includes('people')]).toEqual([null, null, true]);
  });

  it('is theirs and that of the evaluation where nobody metered what else they used', () => {
    const unmetered = { ...cost, total_usd: null, lm_usd: null, execution_usd: 0.5, overhead_usd: null };
    expect(addBaselineCost(unmetered, TIME).total_usd).toBe(30.5);
  });

  it('is what it was for everything else', () => expect(addBaselineCost(cost, undefined)).toBe(cost));
});
