import type { z } from 'zod';
import type { abcResultSchema } from '../../contract/lock.js';
import { CRITERIA } from './abc_criteria.js';
import type { BenchmarkData } from './benchmark_data.js';

/** One criterion of the agentic benchmark checklist: whether it holds, how that was found, and what its failing would mean. */
export type ABCValidationResult = z.infer<typeof abcResultSchema>;

/** The checklist over one benchmark. */
export interface BenchmarkReport {
  results: ABCValidationResult[];
  estimated_overestimation: number;
}

/**
 * The enhanced ABC validator (G8; addendum §4): ten criteria, each automated where the data allow it, else by a person's evidence, else
 * skipped. A skipped criterion is not passed and adds no bias: the estimate is a lower bound, and says what was not looked at.
 */
export class EnhancedABCValidator {
  /** All ten criteria, in the order of the source. */
  validate_all(benchmark_data: BenchmarkData): ABCValidationResult[] {
    return CRITERIA.map(({ criterion, default_bias, check }) => {
      const found = check(benchmark_data);
      if (found)
        return {
          criterion,
          passed: found.passed,
          method: 'automated',
          evidence: found.evidence,
          estimated_bias: within(found.bias ?? default_bias),
        };
      const said = benchmark_data.manual?.[criterion];
      if (said && said.evidence.trim() !== '')
        return { criterion, passed: said.met, method: 'manual', evidence: said.evidence, estimated_bias: default_bias };
      const evidence = 'nothing is known of it: neither measured nor found by a person with evidence';
      return { criterion, passed: false, method: 'skipped', evidence, estimated_bias: 0 };
    });
  }

  /** Sum of the bias of all criteria that failed, at most 1 (100 % overestimation). Free of the noise of binary fractions. */
  estimated_overestimation(results: readonly Pick<ABCValidationResult, 'passed' | 'estimated_bias'>[]): number {
    const total = results.reduce((sum, { passed, estimated_bias }) => sum + (passed ? 0 : estimated_bias), 0);
    return Math.min(Math.round(total * 1e12) / 1e12, 1);
  }
}

const within = (bias: number) => Math.min(1, Math.max(0, bias));
