import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import { ABC_CRITERIA, type BenchmarkData } from './abc_criteria.js';
import { AgenticBenchmarkChecklist } from './agentic_benchmark_checklist.js';

/** Result of one criterion of the agentic benchmark checklist. */
export interface ABCValidationResult {
  criterion: string;
  passed: boolean;
  method: 'automated' | 'manual' | 'skipped';
  /** Subject of the check. */
  evidence: string;
  /** Estimated overestimation in [0, 1] if the criterion is not met. */
  estimated_bias: number;
  /** The check cannot fail here: the criterion is met by construction, and is not counted. */
  by_construction?: true | undefined;
}

/**
 * Validates a benchmark against ten criteria (requirement G8). Each criterion is checked automatically where the data
 * allow it, else by a person's evidence, else skipped. A skipped criterion is not passed and adds no bias: the estimate
 * is a lower bound. A criterion whose check cannot fail is marked as met by construction; a person's evidence goes
 * before it.
 */
export class EnhancedABCValidator extends AgenticBenchmarkChecklist {
  /**
   * Checks all ten criteria, in the order of the checklist.
   *
   * @throws {RangeError} without data
   */
  validate_all(benchmark_data: BenchmarkData): ABCValidationResult[] {
    if (typeof benchmark_data !== 'object' || benchmark_data === null)
      throw new RangeError('there is no data of a benchmark');
    const constructed = new Set(benchmark_data.by_construction);
    return ABC_CRITERIA.map(({ criterion, default_bias, check }): ABCValidationResult => {
      const outcome = check(benchmark_data);
      const statement = benchmark_data.manual?.[criterion] ?? this.get_flag(criterion);
      const by_construction = constructed.has(criterion) && outcome?.passed === true;
      if (outcome && !(by_construction && isEvident(statement)))
        return {
          criterion,
          passed: outcome.passed,
          method: 'automated',
          evidence: outcome.evidence,
          estimated_bias: limitToUnit(outcome.bias ?? default_bias),
          ...omitUndefined({ by_construction: by_construction || undefined }),
        };
      if (isEvident(statement))
        return {
          criterion,
          passed: statement.met,
          method: 'manual',
          evidence: statement.evidence,
          estimated_bias: default_bias,
        };
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

/** Tells whether a person's finding has evidence. */
const isEvident = (said: { met: boolean; evidence: string } | undefined): said is { met: boolean; evidence: string } =>
  said !== undefined && said.evidence.trim() !== '';

const limitToUnit = (bias: number) => Math.min(1, Math.max(0, bias));
