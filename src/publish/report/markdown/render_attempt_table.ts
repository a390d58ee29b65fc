import { GATES, type GateId } from '../../../record/verdict/gates.js';
import { escapeMarkdown, shortenText } from '../../text/escape_text.js';
import { formatDuration, formatUsd } from '../../text/format_quantity.js';
import type { AttemptRow } from '../view/attempt_row.js';
import { formatStrengthCell } from '../view/format_strength.js';
import type { ReportReason } from '../view/report_reason.js';
import { GATE_LABELS, STATUS_LABELS } from '../view/status_labels.js';
import { formatMarkdownName } from './render_attempt_markdown.js';

const WHY_LIMIT = 160;
const GATE_SHORT_NAMES: Record<GateId, string> = { G1: 'patch', G2: 'build', G3: 'acceptance', G4: 'safety' };

interface TableColumn {
  head: string;
  number?: true;
  /** Left out of a short table if it says nothing about any row. */
  isNeeded?(rows: readonly AttemptRow[]): boolean;
  cell(row: AttemptRow): string;
}

/**
 * Renders attempts as a table; '' without any.
 *
 * @param told reasons that stand above the table, for a short one: without what tells no row from another, and without
 *   these reasons; absent = all columns
 */
export function renderAttemptTable(rows: readonly AttemptRow[], told?: readonly ReportReason[]): string {
  if (rows.length === 0) return '';
  const columns = createColumns(told).filter(
    ({ isNeeded }) => told === undefined || isNeeded === undefined || isNeeded(rows),
  );
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(columns.map(({ head }) => head)),
    `|${columns.map(({ number }) => (number ? '--:' : '---')).join('|')}|`,
    ...rows.map((row) => line(columns.map(({ cell }) => cell(row)))),
  ].join('\n');
}

function createColumns(told: readonly ReportReason[] = []): TableColumn[] {
  const said = new Set(told.map(({ why }) => why));
  const formatWhy = ({ why, weakness }: AttemptRow) => (said.has(weakness || why) ? '' : why);
  return [
    {
      head: 'Result',
      cell: ({ status, isolated }) =>
        `${STATUS_LABELS[status].sign} ${STATUS_LABELS[status].word}${isolated ? '' : ' (not isolated)'}`,
    },
    { head: 'Strength', isNeeded: (rows) => rows.some(({ status }) => status === 'success'), cell: formatStrengthCell },
    { head: 'Task', cell: ({ task }) => formatMarkdownName(task) },
    { head: 'Tier', number: true, isNeeded: () => false, cell: ({ tier }) => String(tier) },
    { head: 'Agent', cell: ({ agent }) => formatMarkdownName(agent) },
    {
      head: 'Trial',
      number: true,
      isNeeded: (rows) => rows.some(({ trial }) => trial !== 1),
      cell: ({ trial }) => String(trial),
    },
    ...GATES.map((gate) => ({
      head: `${gate} ${GATE_SHORT_NAMES[gate]}`,
      cell: ({ gates }: AttemptRow) => `${GATE_LABELS[gates[gate]].sign} ${GATE_LABELS[gates[gate]].word}`,
    })),
    {
      head: 'Why',
      isNeeded: (rows) => rows.some((row) => row.status !== 'success' && formatWhy(row) !== ''),
      cell: (row) => escapeMarkdown(shortenText(formatWhy(row), WHY_LIMIT)),
    },
    { head: 'Wall', number: true, cell: ({ wall_ms }) => formatDuration(wall_ms) },
    { head: 'Cost', number: true, cell: ({ cost_usd }) => formatUsd(cost_usd) },
    { head: 'Overhead', number: true, isNeeded: () => false, cell: ({ overhead_ms }) => formatDuration(overhead_ms) },
  ];
}
