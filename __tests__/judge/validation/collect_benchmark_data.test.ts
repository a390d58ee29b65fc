import { EnhancedABCValidator } from '../../../src/judge/analysis/benchmark/enhanced_abc_validator.js';
import { collectBenchmarkData, type ProvenContract } from '../../../src/judge/validation/collect_benchmark_data.js';
import { FAILED_RUN, givenContract, givenEvidence, givenObservation, givenRun } from './given_observation.js';

const proven = (changes: Partial<ProvenContract> = {}): ProvenContract => {
  const { observations } = givenEvidence();
  return {
    contract: givenContract({ metadata: { tier: 1, kind: 'bug-fix' } }),
    observations,
    tool_problems: [],
    sandbox: { guarantees: { writes: 'kernel' } },
    isolation: { planted: 5, leaked: [] },
    seed: 1,
    with_cost: observations.length,
    ...changes,
  };
};

describe('what proofs say of a benchmark', () => {
  it('is all that the checklist can be told by attempts', () => {
    const { failure_catalogue, ...data } = collectBenchmarkData([
      proven(),
      proven({ contract: givenContract({ id: 'b' }) }),
    ]);
    expect(data).toEqual({
      test_cases: { 'bug-fix': ['small'], task: ['b'] },
      null_model: { attempts: 16, passed: 0 },
      reruns: { inputs: 2, runs: 6, differing: 0 },
      isolation: { probes: 2, planted: 10, leaked: [], guarantees: { writes: 'kernel' } },
      by_construction: ['failure_modes', 'cost_tracking', 'latency_bounds', 'reproducibility_seed'],
      tools: { declared: 0, missing: [] },
      cost_tracking: { attempts: 32, with_cost: 32 },
      latency_bounds: { checks: 4, bounded: 4 },
      seed: { fixed: true, value: 1 },
    });
    expect(failure_catalogue).toContain('oracle-disarmed');
  });

  it('measures the bias of null attempts that pass, and of tasks that differ', () => {
    const observations = [
      givenObservation('base'),
      givenObservation('cheater', { status: 'success' }),
      givenObservation('cheater', { status: 'invalid' }), // says nothing
      givenObservation('golden', { trial: 1 }),
      givenObservation('golden', { trial: 2, runs: [givenRun(FAILED_RUN)] }),
    ];
    const results = new EnhancedABCValidator().validate_all(collectBenchmarkData([proven({ observations }), proven()]));
    expect(results[0]).toMatchObject({
      passed: false,
      estimated_bias: 1 / 10,
      evidence: '1 of 10 null attempts passed',
    });
    expect(results[2]).toMatchObject({ passed: false, estimated_bias: 0.5 });
  });

  it('is nothing at all without a proof', () => {
    expect(collectBenchmarkData([])).toEqual({});
  });
});
