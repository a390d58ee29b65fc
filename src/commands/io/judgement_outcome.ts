import type { ContractLocation } from '../../publish/github/pair/published_pair.js';
import type { ReportView } from '../../publish/report/view/report_view.js';
import type { AttemptResult } from '../../record/verdict/attempt_result.js';

/** Outcome of a verb that judges attempts, complete enough to be published. */
export interface JudgementOutcome {
  /** 0 gate satisfied, 1 not satisfied, 2 user error, 3 indecisive, 130 interrupted. */
  exit_code: 0 | 1 | 2 | 3 | 130;
  conclusion: 'success' | 'failure' | 'indecisive' | 'interrupted';
  view: ReportView;
  /** Results that the view shows: all, or the worst of many. */
  results: readonly AttemptResult[];
  /** Files of the contracts, by attempt, for annotations. */
  places: Record<string, ContractLocation>;
  report_path: string;
  html_path: string;
  results_path: string;
}
