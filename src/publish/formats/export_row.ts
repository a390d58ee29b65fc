import type { CheckVerdict } from '../../record/verdict/verdict.js';
import { GATE_NAMES, GATES } from '../../record/verdict/verdict.js';
import type { AttemptRow } from '../report/view/attempt_row.js';
import { GATE_LABELS } from '../report/view/status_labels.js';
import type { TestFailure } from '../report/view/test_failure_summary.js';

/** Attempt with its failed tests, as the formats of other tools show it. */
export interface ExportRow {
  row: AttemptRow;
  failures: readonly TestFailure[];
}

/** Formats the gates of an attempt in one line: "patch validity pass, build and static checks fail, …". */
export const formatGateWords = ({ gates }: AttemptRow): string =>
  GATES.map((gate) => `${GATE_NAMES[gate]} ${GATE_LABELS[gates[gate]].word}`).join(', ');

/** Lists the checks of an attempt that did not pass. */
export const listFailedChecks = ({ result }: AttemptRow): CheckVerdict[] =>
  result.verdict.checks.filter(({ reached, outcome }) => reached && outcome !== 'pass');
