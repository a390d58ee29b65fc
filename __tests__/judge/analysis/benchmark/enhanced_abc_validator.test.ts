import fc from 'fast-check';
import type { BenchmarkData } from '../../../../src/judge/analysis/benchmark/abc_criteria.js';
import { AgenticBenchmarkChecklist } from '../../../../src/judge/analysis/benchmark/agentic_benchmark_checklist.js';
import {
  type ABCValidationResult,
  EnhancedABCValidator,
} from '../../../../src/judge/analysis/benchmark/enhanced_abc_validator.js';

const validator = new EnhancedABCValidator();
const result = (criterion: string, passed: boolean, estimated_bias: number): ABCValidationResult => ({
  criterion,
  passed,
  method: 'automated',
  evidence: '',
  estimated_bias,
});

const GOOD: BenchmarkData = {
  test_cases: { 'bug-fix': Array.from({ length: 100 }, (_, i) => i) },
  null_model: { attempts: 30, passed: 0 },
  reruns: { inputs: 10, runs: 6, differing: 0 },
  isolation: { probes: 1, planted: 9, leaked: [], guarantees: { writes: 'kernel' } },
  tools: { declared: 2, missing: [] },
  human_baseline: 0.9,
  failure_catalogue: ['patch-refused'],
  cost_tracking: { attempts: 5, with_cost: 5 },
  latency_bounds: { checks: 3, bounded: 3 },
  seed: { fixed: true, value: 1 },
};

describe('AgenticBenchmarkChecklist', () => {
  it('has ten criteria, which people flag with evidence; the validator falls back to their flags', () => {
    const validator = new EnhancedABCValidator();
    expect(validator).toBeInstanceOf(AgenticBenchmarkChecklist);
    expect(validator.criteria).toHaveLength(10);
    const [, tests] = validator.criteria;
    validator.flag(tests!, true, 'counted by hand');
    const resultOf = (data: BenchmarkData) => validator.validate_all(data)[1];
    expect(resultOf({})).toMatchObject({ method: 'manual', passed: true, evidence: 'counted by hand' });
    expect(resultOf({ test_cases: { a: [1] } })).toMatchObject({ method: 'automated', passed: false });
    expect(() => validator.flag('beauty', true, 'seen')).toThrow('no criterion "beauty"');
    expect(() => validator.flag(tests!, true, ' ')).toThrow('no evidence');
  });
});

describe('the anchors of the source', () => {
  // Holds G8
  it('catches insufficient test cases', () => {
    const results = validator.validate_all({ test_cases: { type_a: [1, 2, 3] } });
    expect(results[1]!.passed).toBe(false);
    expect(results[1]!.estimated_bias).toBeGreaterThan(0);
  });

  it('adds up the bias of what failed, and of nothing else', () => {
    const results = [result('r1', false, 0.3), result('r2', true, 0.2), result('r3', false, 0.4)];
    expect(validator.estimated_overestimation(results)).toBe(0.7);
  });
});

describe('estimated overestimation', () => {
  it('has none of the noise of binary fractions, and is never above 1', () => {
    expect(validator.estimated_overestimation([result('a', false, 0.1), result('b', false, 0.2)])).toBe(0.3);
    expect(validator.estimated_overestimation([result('a', false, 0.7), result('b', false, 0.6)])).toBe(1);
    expect(validator.estimated_overestimation([])).toBe(0);
  });

  it('never falls when one more criterion fails', () => {
    const one = fc.record({ passed: fc.boolean(), estimated_bias: fc.double({ min: 0, max: 1, noNaN: true }) });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 10 }), fc.nat(9), (results, at) => {
        const worse = results.map((each, i) => (i === at ? { ...each, passed: false } : each));
        const [before, after] = [results, worse].map((each) => validator.estimated_overestimation(each));
        expect(after).toBeGreaterThanOrEqual(before!);
        expect(after).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('the ten criteria', () => {
  it('are all met, automatically, by a benchmark that gives the data', () => {
    const results = validator.validate_all(GOOD);
    expect(results.map(({ criterion, passed, method }) => [criterion, passed, method])).toEqual(
      [
        'reward_design',
        'sufficient_test_cases',
        'environment_stochasticity',
        'state_isolation',
        'tool_availability',
        'human_baseline',
        'failure_modes',
        'cost_tracking',
        'latency_bounds',
        'reproducibility_seed',
      ].map((criterion) => [criterion, true, 'automated']),
    );
    expect(validator.estimated_overestimation(results)).toBe(0);
  });

  it('are skipped, never passed, and add nothing, where nothing is known', () => {
    const results = validator.validate_all({});
    expect(
      new Set(results.map(({ passed, method, estimated_bias }) => `${passed} ${method} ${estimated_bias}`)),
    ).toEqual(new Set(['false skipped 0']));
    expect(validator.estimated_overestimation(results)).toBe(0);
  });

  it.each<[string, Partial<BenchmarkData>, number | 'some']>([
    ['reward_design', { null_model: { attempts: 40, passed: 10 } }, 0.25],
    ['sufficient_test_cases', { test_cases: { a: new Array(100).fill(0), b: [1] } }, 'some'],
    ['environment_stochasticity', { reruns: { inputs: 8, runs: 2, differing: 2 } }, 0.25],
    ['state_isolation', { isolation: { probes: 1, planted: 9, leaked: ['file in /tmp'], guarantees: {} } }, 'some'],
    ['tool_availability', { tools: { declared: 1, missing: ['tool "go" is not on this machine'] } }, 0],
    ['human_baseline', { human_baseline: 7 }, 0],
    ['failure_modes', { failure_catalogue: [] }, 0],
    ['cost_tracking', { cost_tracking: { attempts: 5, with_cost: 4 } }, 'some'],
    ['latency_bounds', { latency_bounds: { checks: 3, bounded: 2 } }, 'some'],
    ['reproducibility_seed', { seed: { fixed: false } }, 'some'],
  ])('%s fails on %j, with a measured bias where there is one', (criterion, change, bias) => {
    const results = validator.validate_all({ ...GOOD, ...change });
    const failed = results.filter(({ passed }) => !passed);
    expect(failed.map((one) => one.criterion)).toEqual([criterion]);
    if (bias === 'some') expect(failed[0]!.estimated_bias).toBeGreaterThan(0);
    else expect(failed[0]!.estimated_bias).toBe(bias);
  });

  it('are skipped where the probe of isolation could plant nothing, whatever the sandbox says of itself', () => {
    const isolation = { probes: 1, planted: 0, leaked: [], guarantees: { writes: 'kernel' } };
    expect(validator.validate_all({ ...GOOD, isolation })[3]).toMatchObject({ passed: false, method: 'skipped' });
  });

  it('say which of them hold by construction; a person with evidence goes before that, a failed check too', () => {
    const by_construction = ['failure_modes', 'reproducibility_seed'];
    const marked = (more: BenchmarkData) =>
      validator
        .validate_all({ ...GOOD, by_construction, ...more })
        .filter((one) => one.by_construction)
        .map(({ criterion }) => criterion);
    expect(marked({})).toEqual(by_construction);
    expect(marked({ seed: { fixed: false } })).toEqual(['failure_modes']);
    const manual = { failure_modes: { met: false, evidence: 'no catalogue of this benchmark' } };
    expect(marked({ manual })).toEqual(['reproducibility_seed']);
    expect(validator.validate_all({ ...GOOD, by_construction, manual })[6]).toMatchObject({
      passed: false,
      method: 'manual',
    });
  });

  it('need data: a call without it is a RangeError', () => {
    expect(() => validator.validate_all(undefined as unknown as BenchmarkData)).toThrow(RangeError);
  });

  it('are met by a person only with evidence, and never against a measurement', () => {
    const { human_baseline: _, ...data } = GOOD;
    const of = (manual: BenchmarkData['manual'], more: BenchmarkData = {}) =>
      validator.validate_all({ ...data, ...more, ...(manual ? { manual } : {}) })[5]!;
    expect(of({ human_baseline: { met: true, evidence: 'three people, 2026-10' } })).toMatchObject({
      passed: true,
      method: 'manual',
      evidence: 'three people, 2026-10',
    });
    expect(of({ human_baseline: { met: true, evidence: ' ' } })).toMatchObject({ passed: false, method: 'skipped' });
    expect(of({ human_baseline: { met: true, evidence: 'said so' } }, { human_baseline: -1 })).toMatchObject({
      passed: false,
      method: 'automated',
    });
  });
});
