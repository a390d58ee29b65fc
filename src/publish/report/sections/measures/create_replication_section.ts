import type { ReplicationSummary } from '../../../../judge/analysis/replay/replication_summary.js';
import { formatDuration, formatPercent, formatQuantity, formatUsd } from '../../../text/format_quantity.js';
import { createColumns, type ReportBlock, type ReportSection } from '../../report_block.js';
import { createComparabilitySection } from '../create_comparability_section.js';
import { formatFigure, formatFraction, formatInterval, limitRows } from '../format_figure.js';

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
  const { source, recorded, decided, trials, same_outcome, same_gates, interval, consistent, pair_agreement } = summary;
  const undecided = trials.length - decided;
  const open = undecided === 0 ? [] : [`${formatQuantity(undecided, 'trial')} undecided: they count for neither`];
  const agreement =
    same_outcome === null
      ? `The recorded attempt is undecided (${recorded.outcome}): no trial can agree with it`
      : decided === 0
        ? 'No trial was decided: agreement is unknown'
        : `Agreement with ${source.verified ? 'the record' : 'the line of results'}: ` +
          `${formatFraction(same_outcome, decided)} trials have its outcome ` +
          `(${recorded.outcome}; 95 % interval ${formatInterval(interval)}), ${same_gates} its gates`;
  const consistency =
    consistent === null
      ? 'Consistency among the trials: unknown, fewer than two were decided'
      : `Consistency among the trials: ${consistent ? 'all have the same outcome' : 'outcomes differ'}; ` +
        `${formatPercent(pair_agreement)} of their pairs agree`;
  return [agreement, consistency, ...open];
}
