import type { RetrievalMetrics } from '../../../../judge/analysis/retrieval/retrieval_metrics.js';
import { formatPercent } from '../../../text/format_quantity.js';
import { createColumns, type ReportSection } from '../../report_block.js';
import { formatFigure } from '../format_figure.js';

/** Metrics of retrieval of one attempt. */
export interface AttemptRetrieval {
  run: string;
  task: string;
  agent: string;
  status: string;
  metrics: RetrievalMetrics;
  /** Reasons why reads or sizes may be missing. */
  gaps: readonly string[];
}

/** Creates the section on what agents read of the context that a solution needs. */
export function createRetrievalSection(attempts: readonly AttemptRetrieval[]): ReportSection {
  const percent = (value: number | null) => (value === null ? 'unknown' : formatPercent(value));
  const gaps = [...new Set(attempts.flatMap(({ gaps }) => gaps))];
  return {
    id: 'retrieval',
    title: 'Context that was read',
    blocks: [
      {
        kind: 'table',
        caption: 'Against the gold context. AUC: mean coverage over the steps. Redundancy: share that was read again',
        columns: createColumns('Task', 'Agent', 'Status', [
          ...['Steps', 'File coverage', 'File precision', 'Line coverage', 'Line precision'],
          ...['AUC file', 'AUC line', 'Redundancy file', 'Redundancy line'],
        ]),
        rows: attempts.map(({ task, agent, status, metrics: { steps, file, line, auc_coverage, redundancy } }) => [
          ...[task, agent, status, String(steps)],
          ...[file.coverage, file.precision, line.coverage, line.precision].map(percent),
          ...[auc_coverage.file, auc_coverage.line, redundancy.file, redundancy.line].map((value) =>
            formatFigure(value, 2),
          ),
        ]),
      },
      ...(gaps.length > 0 ? [{ kind: 'list' as const, items: gaps.map((gap) => `not seen: ${gap}`) }] : []),
    ],
  };
}
