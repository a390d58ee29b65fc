import fc from 'fast-check';
import { dominates, paretoFront } from '../../../../src/judge/analysis/clear/pareto_front.js';

const measure = fc.nat(2).map((n) => n / 2);
const point = fc.record({
  agent_id: fc.constantFrom('a', 'b', 'c', 'd'),
  ...{ cost: measure, efficacy: measure, reliability: measure, latency: measure },
  assurance: fc.option(measure),
});

// Holds G5
describe('the Pareto front with an unknown assurance', () => {
  it('never gains a place for an arm that switches safety off', () =>
    fc.assert(
      fc.property(point, fc.array(point), (arm, others) => {
        const without = { ...arm, assurance: null };
        for (const other of others) {
          if (dominates(without, other)) expect(dominates(arm, other)).toBe(true);
          if (dominates(other, arm)) expect(dominates(other, without)).toBe(true);
        }
        if (paretoFront([...others, without]).includes(without)) expect(paretoFront([...others, arm])).toContain(arm);
      }),
    ));

  it('refuses every other measure that is no number', () => {
    const known = { agent_id: 'a', cost: 1, efficacy: 1, reliability: 1, latency: 1, assurance: null };
    expect(paretoFront([known])).toEqual([known]);
    expect(() => paretoFront([{ ...known, cost: Number.NaN }])).toThrow('a: cost is NaN');
    expect(() => paretoFront([{ ...known, assurance: Number.NaN }])).toThrow('a: assurance is NaN');
  });
});
