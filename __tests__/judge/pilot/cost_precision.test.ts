import { computeCostPrecision, costPrecisionSchema, projectCost } from '../../../src/judge/pilot/cost_precision.js';
import { differenceVariance, pairedPower } from '../../../src/judge/statistics/paired_power.js';
import type { CostInputs } from '../../../src/record/planning/pilot_protocol.js';
import { itInFull } from '../../extent.js';
import { givenDraft } from './given_evidence.js';

const { protocol, stages } = givenDraft({ trials: 4 });
const plan = { attempts: stages.flatMap(({ plan: { attempts } }) => attempts) };
const arm = (id: string, more: Partial<CostInputs['arms'][number]> = {}): CostInputs['arms'][number] => ({
  ...{ arm: id, role: 'agent', attempts: 16, ceiling_usd: 1, expected_usd: 0.25, people_usd: 0, ...more },
});
const inputs = (...arms: CostInputs['arms']): CostInputs => ({
  schema: 1,
  label: 'inputs for planning, no measurement',
  ...{ table: null, units: [], arms, tasks: 4, trials: 4, budget: protocol.budget },
});
const ARMS = [arm('alpha'), arm('beta'), arm('noop', { expected_usd: 0 }), arm('script', { people_usd: 2 })];

// Holds G9
describe('the projected cost of a pilot', () => {
  it('adds up block by block, and ends with all attempts', () => {
    const points = projectCost(plan, inputs(...ARMS), () => 1);
    expect(points).toHaveLength(16);
    expect(points.at(-1)).toMatchObject({ attempts: 64, expected_usd: 16 * (0.25 + 0.25 + 0.25 + 2) });
    const rises = points.every(({ ceiling_usd }, i) => i === 0 || ceiling_usd >= points[i - 1]!.ceiling_usd);
    expect(rises).toBe(true);
  });

  it('is never expected to be more than it is at most, as where nothing has a cap', () => {
    const uncapped = { attempts: plan.attempts.map((attempt) => ({ ...attempt, ceiling_usd: 0 })) };
    const points = projectCost(uncapped, inputs(...ARMS), () => 1);
    for (const { expected_usd, ceiling_usd } of points) expect(ceiling_usd).toBeGreaterThanOrEqual(expected_usd!);
  });

  it('has no expectation from where a part of it has none; caps still hold', () => {
    const points = projectCost(plan, inputs(arm('alpha', { expected_usd: null }), ...ARMS.slice(1)), () => 1);
    expect(points.at(-1)).toMatchObject({ expected_usd: null, ceiling_usd: expect.any(Number) });
  });
});

describe('cost against precision', () => {
  itInFull('is computed by the statistics of the engine, and never less precise for more money', () => {
    const found = computeCostPrecision(inputs(...ARMS), protocol);
    expect(costPrecisionSchema.parse(found)).toEqual(found);
    expect(found).toMatchObject({ label: 'projection for planning, no result', cost: 'expected', monotone: true });
    const own = found.points.find(({ is_plan }) => is_plan)!;
    const { components, alpha, minimum_effect, trials } = protocol.power;
    const design = { ...components!, trials_a: trials, trials_b: trials };
    expect(own).toMatchObject({ tasks: 4, trials, attempts: 64, planned_usd: 44, within_budget: true });
    expect(own.power).toBe(pairedPower(design, 4, minimum_effect, { alpha }));
    expect(alpha).toBe(0.05);
    expect(own.half_width).toBeCloseTo(1.959964 * Math.sqrt(differenceVariance(design) / 4), 6);
  });

  it('takes caps where something has no quantity, and says so', () => {
    const found = computeCostPrecision(inputs(arm('alpha', { expected_usd: null }), ...ARMS.slice(1)), protocol);
    expect(found.cost).toBe('caps');
    expect(found.points.find(({ is_plan }) => is_plan)!.planned_usd).toBe(16 * (4 + 2));
  });
});
