import { decided, type Judged } from './rate.js';
import { isBelow } from './strength.js';

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
  /** for gates: strength in bits that a pass must have; 0 = any (default) */
  min_strength?: number | undefined;
}

/**
 * What a set of results means for a gate.
 *
 * A decided failure is a failure, whatever else is missing, and so is a pass below the strength that is asked for. Without one, attempts that could not be decided (acceptance
 * error, invalid, no result) below the coverage floor leave the gate indecisive; so do no attempts at all, and a
 * regression gate, which needs more than these results. The floor is 1 unless the caller lowers it knowingly: an undecided attempt is never a pass.
 */
export function conclusion(results: readonly Judged[], options: GateOptions): Conclusion {
  const { missing, fail_on, coverage_floor = 1, min_strength = 0 } = options;
  if (fail_on === 'never') return 'success';
  const fails = (result: Judged) => result.verdict.status === 'failure' || isTooWeak(result, min_strength);
  if (fail_on === 'gates' && results.some(fails)) return 'failure';
  if (fail_on === 'regression') return 'indecisive';
  const expected = results.length + missing.length;
  const answered = results.filter(decided).length;
  return expected > 0 && answered > 0 && answered / expected >= coverage_floor ? 'success' : 'indecisive';
}

/** True for a pass whose strength is below what is asked for, in bits. */
export function isTooWeak({ verdict: { status, oracle } }: Judged, min_strength: number): boolean {
  return status === 'success' && isBelow(oracle.strength.bits, min_strength);
}
