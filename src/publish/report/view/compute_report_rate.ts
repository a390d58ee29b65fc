import {
  computeTrialSuccessRate as rateOfTrials,
  type SuccessRate,
} from '../../../judge/analysis/rates/success_rate.js';
import type { TrialOutcome } from '../../../judge/analysis/trials/trial.js';
import type { AttemptResult } from '../../../record/verdict/attempt_result.js';
import type { OracleEvidence, VerdictStatus } from '../../../record/verdict/verdict.js';
import { formatPercent, formatQuantity } from '../../text/format_quantity.js';

export type { SuccessRate } from '../../../judge/analysis/rates/success_rate.js';

/** Attempt as rates and gates need it. */
export interface RateInput {
  contract: Pick<AttemptResult['contract'], 'id'>;
  verdict: Pick<AttemptResult['verdict'], 'status' | 'scorable'> & {
    oracle: Pick<OracleEvidence, 'judge_models'> & { strength: Pick<OracleEvidence['strength'], 'bits'> };
  };
}

const OUTCOME_BY_STATUS: Record<VerdictStatus, TrialOutcome> = {
  success: 'success',
  failure: 'failure',
  acceptance_error: 'indeterminate',
  invalid: 'invalid',
};

/** Attempt as a rate alone needs it. */
type RateAttempt = Pick<RateInput, 'contract'> & { verdict: Pick<RateInput['verdict'], 'status' | 'scorable'> };

/**
 * Computes the success rate of `results`, contract by contract.
 *
 * @param missing number of expected attempts without a result
 */
export function computeReportRate(results: readonly RateAttempt[], missing = 0): SuccessRate {
  const trials = results.map(({ contract, verdict }) => ({
    task: contract.id,
    version: '',
    outcome: OUTCOME_BY_STATUS[verdict.status],
  }));
  return rateOfTrials(trials, missing);
}

/** Returns true for a success or a failure. An acceptance error is scorable, but says nothing about the agent. */
export function isDecidedAttempt(result: RateAttempt): boolean {
  return result.verdict.status === 'success' || result.verdict.status === 'failure';
}

const formatRange = ({ low, high }: { low: number; high: number }) => `${formatPercent(low)} to ${formatPercent(high)}`;

/** Formats a rate with its denominator, coverage and bounds: "66.7 % over 3 scorable runs, 95 % interval …". */
export function formatRate(rate: SuccessRate): string {
  if (rate.point === null || rate.interval === null || rate.bounds === null) return formatUndefinedRate(rate);
  return [
    `${formatPercent(rate.point)} over ${formatQuantity(rate.scorable, 'scorable run')}, 95 % interval ` +
      `${formatRange(rate.interval)}`,
    `acceptance-error rate ${formatPercent(rate.error_rate)}`,
    `coverage ${formatPercent(rate.coverage)}`,
    `bounds with undecided as failure or success ${formatRange(rate.bounds)}`,
  ].join('; ');
}

/** Formats a rate in one line: its interval if there is something to estimate, its bounds if runs are undecided. */
export function formatShortRate(rate: SuccessRate): string {
  if (rate.point === null || rate.interval === null || rate.bounds === null) return formatUndefinedRate(rate);
  return [
    `${formatPercent(rate.point)} over ${formatQuantity(rate.scorable, 'run')}`,
    ...(rate.scorable < 2 ? [] : [`95 % interval ${formatRange(rate.interval)}`]),
    ...(rate.decided === rate.total ? [] : [`${formatRange(rate.bounds)} with undecided as failure or success`]),
  ].join(', ');
}

const formatUndefinedRate = ({ total }: SuccessRate) =>
  `undefined: none of ${formatQuantity(total, 'attempt')} could be decided`;
