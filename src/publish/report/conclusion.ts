import { decided, type Judged } from './rate.js';

export type Conclusion = 'success' | 'failure' | 'indecisive';

export interface GateOptions {
  /** attempt ids that were expected and have no result */
  missing: readonly string[];
  /**
   * gates: every attempt must pass all four. regression: a comparison with a baseline decides, which is not made here.
   * never: report only.
   */
  fail_on: 'gates' | 'regression' | 'never';
  /** share of expected attempts that must be decided, in [0, 1] */
  coverage_floor?: number;
}

/**
 * What a set of results means for a gate.
 *
 * A decided failure is a failure, whatever else is missing. Without one, attempts that could not be decided (acceptance
 * error, invalid, no result) below the coverage floor leave the gate indecisive; so do no attempts at all, and a
 * regression gate, which needs more than these results. The floor is 1 unless the caller lowers it knowingly: an undecided attempt is never a pass.
 */
export function conclusion(results: readonly Judged[], options: GateOptions): Conclusion {
  const { missing, fail_on, coverage_floor = 1 } = options;
  if (fail_on === 'never') return 'success';
  if (fail_on === 'gates' && results.some((result) => result.verdict.status === 'failure')) return 'failure';
  if (fail_on === 'regression') return 'indecisive';
  const expected = results.length + missing.length;
  const answered = results.filter(decided).length;
  return expected > 0 && answered > 0 && answered / expected >= coverage_floor ? 'success' : 'indecisive';
}
