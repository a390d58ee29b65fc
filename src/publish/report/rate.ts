import { type Rate, successRate as rateOfTrials } from '../../judge/analysis/rates.js';
import type { TrialOutcome } from '../../judge/analysis/trial.js';
import type { OracleStanding } from '../../record/oracle_standing.js';
import type { Result } from '../../record/result.js';
import type { Status } from '../../record/verdict.js';

export type { Rate } from '../../judge/analysis/rates.js';

/** What a rate and a gate need to know of an attempt. */
export interface Judged {
  contract: Pick<Result['contract'], 'id'>;
  verdict: Pick<Result['verdict'], 'status' | 'scorable'> & {
    oracle: { strength: Pick<OracleStanding['strength'], 'bits'> };
  };
}

const OUTCOME: Record<Status, TrialOutcome> = {
  success: 'success',
  failure: 'failure',
  acceptance_error: 'indeterminate',
  invalid: 'invalid',
};

/** What a rate alone needs. */
type RatedAttempt = Pick<Judged, 'contract'> & { verdict: Pick<Judged['verdict'], 'status' | 'scorable'> };

/** The success rate of `results`, contract by contract; `missing` attempts were expected and have no result. */
export function successRate(results: readonly RatedAttempt[], missing = 0): Rate {
  const trials = results.map(({ contract, verdict }) => ({
    task: contract.id,
    version: '',
    outcome: OUTCOME[verdict.status],
  }));
  return rateOfTrials(trials, missing);
}

/** Whether a run says something about the agent. An acceptance error is scorable, but only says that we could not tell. */
export function decided(result: RatedAttempt): boolean {
  return result.verdict.status === 'success' || result.verdict.status === 'failure';
}
