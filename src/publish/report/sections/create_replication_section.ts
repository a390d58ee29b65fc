import type { ReplicationSummary } from '../../../judge/analysis/replay/replication_summary.js';
import type { AttemptResult, ImportedClaims } from '../../../record/verdict/attempt_result.js';
import { shortenText } from '../../text/escape_text.js';
import { formatDuration, formatPercent, formatQuantity, formatUsd } from '../../text/format_quantity.js';
import { createColumns, type ReportBlock, type ReportSection } from '../report_block.js';
import { STATUS_LABELS } from '../view/status_labels.js';
import { createComparabilitySection } from './create_comparability_section.js';
import { formatFigure, formatFraction, formatInterval, limitRows, MOST_ROWS } from './format_figure.js';

/** Creates the section on the trials that repeat a recorded attempt, beside that attempt. */
export function createReplicationSection(summary: ReplicationSummary): ReportSection {
  const { source, recorded, trials, comparability } = summary;
  const { rows } = limitRows(trials);
  const more = rows.length < trials.length ? `, the first ${rows.length} of ${trials.length}` : '';
  const varied =
    source.vary.length === 0
      ? 'Nothing is varied: contract, agent, model, seed and terms are those of the record'
      : `Varied as declared: ${source.vary.join(', ')}. All else is that of the record`;
  const unknown = comparability.differences.filter(({ standing }) => standing === 'unknown');
  const summary_text =
    unknown.length === 0
      ? '.'
      : `, as far as it is known. Unknown: ${unknown.map(({ condition }) => condition).join(', ')}.`;
  const unverified = source.verified
    ? ''
    : ' The recorded attempt was not verified: only its line of results was there, which anybody can write.';
  const conditions = createComparabilitySection(comparability, 'recorded', 'trials')?.blocks ?? [];
  const formatTrial = ({ seed, outcome, gate_vector, graded_score, total_usd, wall_ms }: typeof recorded) => [
    ...[String(seed), outcome, gate_vector, formatFigure(graded_score), formatUsd(total_usd), formatDuration(wall_ms)],
  ];
  return {
    id: 'replication',
    title: 'Replication of a recorded attempt',
    blocks: [
      {
        kind: 'text',
        text:
          `${formatQuantity(trials.length, 'trial')} of ${source.attempt_id}. ` +
          `${varied}${summary_text}${unverified}`,
      },
      { kind: 'list', items: formatAgreement(summary) },
      {
        kind: 'table',
        caption: `The recorded attempt and its trials${more}`,
        columns: createColumns('Attempt', ['Seed'], 'Outcome', 'Gates', ['Score', 'Cost', 'Time']),
        rows: [
          ['recorded', ...formatTrial(recorded)],
          ...rows.map((trial) => [`trial ${trial.trial}`, ...formatTrial(trial)]),
        ],
      },
      ...(conditions satisfies readonly ReportBlock[]),
    ],
  };
}

/** Formats agreement with the record and consistency among the trials as sentences. */
function formatAgreement(summary: ReplicationSummary): string[] {
  const { decided, trials, consistent, pair_agreement } = summary;
  const undecided = trials.length - decided;
  const open = undecided === 0 ? [] : [`${formatQuantity(undecided, 'trial')} undecided: they count for neither`];
  const consistency =
    consistent === null
      ? 'Consistency among the trials: unknown, fewer than two were decided'
      : `Consistency among the trials: ${consistent ? 'all have the same outcome' : 'outcomes differ'}; ` +
        `${formatPercent(pair_agreement)} of their pairs agree`;
  return [formatOutcomeAgreement(summary), consistency, ...open];
}

function formatOutcomeAgreement(summary: ReplicationSummary): string {
  const { source, recorded, decided, same_outcome, same_gates, interval } = summary;
  if (same_outcome === null)
    return `The recorded attempt is undecided (${recorded.outcome}): no trial can agree with it`;
  if (decided === 0) return 'No trial was decided: agreement is unknown';
  return (
    `Agreement with ${source.verified ? 'the record' : 'the line of results'}: ` +
    `${formatFraction(same_outcome, decided)} trials have its outcome ` +
    `(${recorded.outcome}; 95 % interval ${formatInterval(interval)}), ${same_gates} its gates`
  );
}

/** Most characters of a claimed text in a cell; it is foreign. */
const MAX_CELL = 60;

/** Imported runs that the section shows; further ones are counted. */
export const MAX_CLAIMED_RUNS = MOST_ROWS;

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
  const { rows } = limitRows(claimed, MAX_CLAIMED_RUNS);
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
