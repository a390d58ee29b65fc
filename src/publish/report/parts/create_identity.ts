import { formatQuantity } from '../../text/format_quantity.js';
import type { TextPiece } from '../report_block.js';
import type { ReportView } from '../view/report_view.js';
import { joinPieces, listIf, prose } from './prose.js';

/** Creates the identity of the run: suite, repository, commit, dates, size. */
export function createIdentity({ suite, harness, period, total, matrix }: ReportView): TextPiece[] {
  const { repository = '', commit = '' } = harness;
  const sizes = [
    ...(matrix === undefined
      ? []
      : [
          formatQuantity(matrix.rows.length + matrix.more_tasks, 'task'),
          formatQuantity(matrix.agents.length + matrix.more_agents, 'agent'),
        ]),
    ...(period === undefined ? [] : [formatPeriod(period)]),
    formatQuantity(total.attempts, 'attempt'),
    `gatebench ${harness.version}`,
  ];
  const parts = [
    ...listIf(suite !== '', prose`suite ${{ code: suite }}`),
    ...listIf(repository !== '', [{ code: repository }]),
    ...listIf(commit !== '', prose`commit ${{ code: commit.slice(0, 12) }}`),
    ...sizes.map((size) => [size]),
  ];
  return joinPieces(parts, ' · ');
}

/** Formats when attempts were made, in UTC: "2026-11-24 01:12" or both ends. */
function formatPeriod({ first, last }: NonNullable<ReportView['period']>): string {
  const [begin = '', end = ''] = [first, last].map((time) => time.slice(0, 16).replace('T', ' '));
  if (begin === end) return `${begin} UTC`;
  return `${begin} to ${end.slice(0, 10) === begin.slice(0, 10) ? end.slice(11) : end} UTC`;
}
