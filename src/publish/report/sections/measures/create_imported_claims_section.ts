import type { AttemptResult, ImportedClaims } from '../../../../record/verdict/attempt_result.js';
import { shortenText } from '../../../text/escape_text.js';
import { formatUsd } from '../../../text/format_quantity.js';
import { createColumns, type ReportSection } from '../../report_block.js';
import { STATUS_LABELS } from '../../view/status_labels.js';
import { limitRows } from '../format_figure.js';

/** Most characters of a claimed text in a cell; it is foreign. */
const MAX_CELL = 60;

/** Verdict over an imported run, with what its file claims. */
export interface ClaimedRun {
  task: string;
  agent: string;
  status: AttemptResult['verdict']['status'];
  claims: ImportedClaims;
}

/** Selects what the section shows of a result; empty if its agent ran here. */
export const selectClaimedRun = ({ contract, agent, verdict, imported_claims }: AttemptResult): ClaimedRun[] =>
  imported_claims === undefined
    ? []
    : [{ task: contract.id, agent: agent.name, status: verdict.status, claims: imported_claims }];

/**
 * Creates the section on agents that ran elsewhere: what their files claim, beside the verdict over their patches.
 *
 * @param count number of all imported runs, of which `claimed` has those that are shown
 * @returns undefined if there are none
 */
export function createImportedClaimsSection(
  claimed: readonly ClaimedRun[],
  count = claimed.length,
): ReportSection | undefined {
  if (claimed.length === 0) return undefined;
  const { rows } = limitRows(claimed);
  const more = rows.length < count ? `, the first ${rows.length} of ${count}` : '';
  const cell = (text: string | null) => (text === null ? 'not claimed' : shortenText(text, MAX_CELL));
  return {
    id: 'imported-claims',
    title: 'Claims of agents that ran elsewhere',
    blocks: [
      {
        kind: 'text',
        text:
          'The verdict is ours, over the patch. All else in the table is what the file of the agent claims: ' +
          'nobody here ' +
          'saw it, and no rate, sum or score counts it.',
      },
      {
        kind: 'table',
        caption: `Verdict and claims${more}`,
        columns: createColumns('Task', 'Agent', 'Our verdict', 'Claimed end', 'Claimed model', [
          ...['Claimed steps', 'Claimed calls', 'Claimed tokens', 'Claimed cost'],
        ]),
        rows: rows.map(({ task, agent, status, claims }) => [
          task,
          shortenText(agent, MAX_CELL),
          STATUS_LABELS[status].word,
          cell(claims.exit_status),
          cell(claims.model),
          String(claims.steps),
          String(claims.calls),
          claims.tokens === null ? 'not claimed' : String(claims.tokens),
          claims.cost_usd === null ? 'not claimed' : formatUsd(claims.cost_usd),
        ]),
      },
    ],
  };
}
