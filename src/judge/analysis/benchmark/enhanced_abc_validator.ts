import type { z } from 'zod';
import type { abcResultSchema } from '../../../contract/validation/contract_lock.js';
import { ABC_CRITERIA } from './abc_criteria.js';
import type { BenchmarkData } from './benchmark_data.js';

/** Result of one criterion of the agentic benchmark checklist. */
export type ABCValidationResult = z.infer<typeof abcResultSchema>;

/** Results of the checklist for one benchmark. */
export interface BenchmarkReport {
  results: ABCValidationResult[];
  estimated_overestimation: number;
}

/**
 * Validates a benchmark against ten criteria (requirement G8). Each criterion is checked automatically where the data
 * allow it, else by a person's evidence, else skipped. A skipped criterion is not passed and adds no bias: the estimate
 * is a lower bound.
 */
export class EnhancedABCValidator {
  /** Checks all ten criteria, in the order of the checklist. */
  validate_all(benchmark_data: BenchmarkData): ABCValidationResult[] {
    return ABC_CRITERIA.map(({ criterion, default_bias, check }) => {
      const found = check(benchmark_data);
      if (found)
        return {
          criterion,
          passed: found.passed,
          method: 'automated',
          evidence: found.evidence,
          estimated_bias: limitToUnit(found.bias ?? default_bias),
        };
      const said = benchmark_data.manual?.[criterion];
      if (said && said.evidence.trim() !== '')
        return { criterion, passed: said.met, method: 'manual', evidence: said.evidence, estimated_bias: default_bias };
      const evidence = 'nothing is known of it: neither measured nor found by a person with evidence';
      return { criterion, passed: false, method: 'skipped', evidence, estimated_bias: 0 };
    });
  }

  /**
   * Adds the bias of all failed criteria, at most 1 (100 % overestimation). The sum is rounded, so that binary
   * fractions do not show.
   */
  estimated_overestimation(results: readonly Pick<ABCValidationResult, 'passed' | 'estimated_bias'>[]): number {
    const total = results.reduce((sum, { passed, estimated_bias }) => sum + (passed ? 0 : estimated_bias), 0);
    return Math.min(Math.round(total * 1e12) / 1e12, 1);
  }
}

const limitToUnit = (bias: number) => Math.min(1, Math.max(0, bias));
