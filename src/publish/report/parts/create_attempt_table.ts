import { GATES } from '../../../record/verdict/verdict.js';
import { shortenText } from '../../text/escape_text.js';
import { formatDuration, formatQuantity, formatUsd } from '../../text/format_quantity.js';
import { shortenLabels } from '../../text/shorten_labels.js';
import type { ReportBlock, ReportSection, ReportTable, RichText, TableColumn, TextPiece } from '../report_block.js';
import type { AttemptRow } from '../view/attempt_row.js';
import { formatStrengthCell, formatStrengthWord } from '../view/format_strength.js';
import type { ReportView } from '../view/report_view.js';
import type { MatrixCell } from '../view/result_matrix.js';
import { GATE_LABELS, GATE_SHORT_NAMES, STATUS_LABELS } from '../view/status_labels.js';
import { createNamePiece, trustText } from './prose.js';

const MARK_TONES = { pass: 'good', fail: 'bad', error: 'doubt', none: 'quiet' } as const;
const STATUS_TONES = { success: 'good', failure: 'bad', acceptance_error: 'doubt', invalid: 'doubt' } as const;

interface AttemptColumn extends TableColumn {
  /** Left out if it says nothing about any row. */
  isNeeded?(rows: readonly AttemptRow[]): boolean;
  cell(row: AttemptRow): RichText;
}

/** Creates the table of attempts, without columns that tell no row from another, and without reasons that stand above. */
export function createAttemptTable(rows: readonly AttemptRow[], stated: ReportView['reasons']): ReportTable {
  const columns = createAttemptColumns(new Set(stated.map(({ why }) => why))).filter(
    ({ isNeeded }) => isNeeded === undefined || isNeeded(rows),
  );
  return { kind: 'table', caption: '', columns, rows: rows.map((row) => columns.map(({ cell }) => cell(row))) };
}

function createAttemptColumns(stated: ReadonlySet<string>): AttemptColumn[] {
  const formatWhy = ({ why, weakness }: AttemptRow) => (stated.has(weakness || why) ? '' : why);
  return [
    {
      head: 'Result',
      cell: ({ status, isolated }) => {
        const { sign, word } = STATUS_LABELS[status];
        return [{ text: `${sign} ${word}${isolated ? '' : ' (not isolated)'}`, tone: STATUS_TONES[status] }];
      },
    },
    {
      head: 'Strength',
      isNeeded: (rows) => rows.some(({ status }) => status === 'success'),
      cell: (row) =>
        row.weakness === '' ? [trustText(formatStrengthCell(row))] : [{ text: formatStrengthCell(row), tone: 'doubt' }],
    },
    { head: 'Task', cell: (row) => [createNamePiece(row.task)] },
    { head: 'Agent', cell: ({ agent }) => [createNamePiece(agent)] },
    { ...TRIAL, ...number('Trial', ({ trial }) => String(trial)) },
    ...GATES.map((gate) => ({
      head: `${gate} ${GATE_SHORT_NAMES[gate]}`,
      cell: ({ gates }: AttemptRow): TextPiece[] => {
        const { sign, word } = GATE_LABELS[gates[gate]];
        return [{ text: `${sign} ${word}`, tone: MARK_TONES[gates[gate]] }];
      },
    })),
    {
      head: 'Why',
      long: true,
      isNeeded: (rows) => rows.some((row) => row.status !== 'success' && formatWhy(row) !== ''),
      cell: (row) => shortenText(formatWhy(row), 300),
    },
    number('Wall', ({ wall_ms }) => formatDuration(wall_ms)),
    number('Cost', ({ cost_usd }) => formatUsd(cost_usd)),
  ];
}

const number = (head: string, format: (row: AttemptRow) => string): AttemptColumn => ({
  head,
  align: 'right',
  cell: (row) => [trustText(format(row))],
});

/** A single trial of everything is not numbered. */
const TRIAL = { isNeeded: (rows: readonly AttemptRow[]) => rows.some(({ trial }) => trial !== 1) };

/** Creates the table of attempts for a terminal: one line each, with the strength in one word. */
export function createAttemptLines(rows: readonly AttemptRow[]): ReportTable {
  const columns: AttemptColumn[] = [
    {
      head: 'result',
      cell: ({ status }) => [{ text: STATUS_LABELS[status].word, tone: STATUS_TONES[status] }],
    },
    { head: 'task', cell: ({ task }) => [createNamePiece(task)] },
    { head: 'agent', cell: ({ agent }) => [createNamePiece(agent)] },
    { ...TRIAL, ...number('trial', ({ trial }) => String(trial)) },
    {
      head: 'strength',
      isNeeded: () => rows.some(({ strength }) => strength !== ''),
      cell: (row) => [{ text: formatStrengthWord(row), tone: row.weakness === '' ? 'quiet' : 'doubt' }],
    },
    number('cost', ({ cost_usd }) => formatUsd(cost_usd)),
    number('wall', ({ wall_ms }) => formatDuration(wall_ms)),
  ];
  const shown = columns
    .filter(({ isNeeded }) => isNeeded === undefined || isNeeded(rows))
    // A single line has no head.
    .map((column) => (rows.length > 1 ? column : { ...column, head: '' }));
  return {
    kind: 'table',
    caption: '',
    columns: shown,
    rows: rows.map((row) => shown.map(({ cell }) => cell(row))),
  };
}

/** Creates the passes of each agent at each task; nothing for one agent at one task. */
export function createMatrixSection(
  { matrix }: ReportView,
  most = Number.POSITIVE_INFINITY,
): ReportSection | undefined {
  if (matrix === undefined) return undefined;
  const rows = matrix.rows.slice(0, most);
  const names = shortenLabels(matrix.agents, 40);
  const hidden = [
    [matrix.more_tasks + matrix.rows.length - rows.length, 'more task'] as const,
    [matrix.more_agents, 'more agent'] as const,
  ].filter(([count]) => count > 0);
  const more = hidden.map(([count, noun]) => formatQuantity(count, noun)).join(', ');
  const blocks: ReportBlock[] = [
    {
      kind: 'table',
      caption: '',
      columns: ['Task', ...matrix.agents.map((agent) => names.get(agent) ?? agent)].map((head) => ({ head })),
      rows: rows.map(({ task, cells }) => [[createNamePiece(task)], ...cells.map(createMatrixCell)]),
    },
    ...(more === '' ? [] : [{ kind: 'text' as const, text: `${more} not shown here.` }]),
  ];
  return { id: 'matrix', title: 'Passes by task and agent', blocks };
}

/**
 * Creates the passes of one agent at one task, of the attempts that were decided; errors and invalid attempts are
 * counted apart.
 */
function createMatrixCell(cell: MatrixCell | null): TextPiece[] {
  if (cell === null) return [{ text: '–', tone: 'quiet' }];
  const { success, failure } = cell;
  const decided = success + failure;
  const undecided = (['acceptance_error', 'invalid'] as const)
    .filter((status) => cell[status] > 0)
    .map((status) => `${cell[status]} ${STATUS_LABELS[status].word}`);
  const parts = [...(decided === 0 ? [] : [`${success} of ${decided}`]), ...undecided].join(', ');
  if (decided > 0 && failure === 0) return [{ text: `${STATUS_LABELS.success.sign} ${parts}`, tone: 'good' }];
  if (decided > 0 && success === 0) return [{ text: `${STATUS_LABELS.failure.sign} ${parts}`, tone: 'bad' }];
  return [{ text: `${decided === 0 ? STATUS_LABELS.invalid.sign : '◐'} ${parts}`, tone: 'doubt' }];
}
