import { GATES } from '../../record/verdict.js';
import { sectionTerminal } from './blocks_terminal.js';
import { terminal } from './escape.js';
import { rateLine } from './markdown.js';
import { auditText, disabledText } from './mechanisms.js';
import { modelRemarks, usedText } from './models.js';
import { counted, elapsed, money } from './quantities.js';
import type { Row } from './row.js';
import { hasSeveralPasses, strengthFigure, weaknessNote } from './strength.js';
import { cut, pad } from './terminal_width.js';
import { costLine, type View } from './view.js';
import { GATE, LIVE_NETWORK, STATUS } from './words.js';

export interface TerminalOptions {
  /** width of the terminal in cells; lines of the table are never longer (below 20 cells the table stays 20 wide) */
  columns: number;
  colour: boolean;
}

type Tone = 'good' | 'bad' | 'doubt' | 'dim' | 'plain';
const SGR: Record<Tone, string> = { good: '32', bad: '31', doubt: '33', dim: '2', plain: '' };
const TONE = { pass: 'good', fail: 'bad', error: 'doubt', invalid: 'doubt', none: 'dim' } as const;

interface Column {
  title: string;
  cell(row: Row): string;
  tone?(row: Row): Tone;
  right?: true;
  /** columns with the highest number are dropped first on narrow terminals */
  dispensable?: number;
}

const COLUMNS: Column[] = [
  { title: 'result', cell: (row) => STATUS[row.status].word, tone: (row) => TONE[STATUS[row.status].word as 'pass'] },
  {
    title: 'strength',
    cell: (row) => row.strength || '-',
    tone: (row) => (row.weakness === '' ? 'plain' : 'doubt'),
    dispensable: 1,
  },
  { title: 'task', cell: (row) => row.task },
  { title: 'tier', cell: (row) => String(row.tier), right: true, dispensable: 6 },
  { title: 'agent', cell: (row) => row.agent, dispensable: 2 },
  { title: 'trial', cell: (row) => String(row.trial), right: true, dispensable: 4 },
  ...GATES.map(
    (gate): Column => ({
      title: gate,
      cell: (row) => (row.gates[gate] === 'none' ? '-' : GATE[row.gates[gate]].word),
      tone: (row) => TONE[row.gates[gate]],
      dispensable: 3,
    }),
  ),
  { title: 'wall', cell: (row) => elapsed(row.wall_ms), right: true, dispensable: 5 },
  { title: 'cost', cell: (row) => money(row.cost_usd), right: true },
  { title: 'overhead', cell: (row) => elapsed(row.overhead_ms), right: true, dispensable: 7 },
];
const NAME_LIMIT = 40;
const NAME_FLOOR = 16;
const GAP = '  ';
const ROWS = 200;
const ROWS_BESIDE_SECTIONS = 20;
const NOTES = 10;
const SUSPICIONS = 3;

/** The report for a terminal: one table, reasons below the rows they explain, totals last. Ends with a line break. */
export function renderTerminal(view: View, { columns, colour }: TerminalOptions): string {
  const paint = (tone: Tone, text: string) => (colour && SGR[tone] !== '' ? `\x1b[${SGR[tone]}m${text}\x1b[0m` : text);
  const shown = view.rows.slice(0, view.sections.length > 0 ? ROWS_BESIDE_SECTIONS : ROWS);
  const lines = table(shown, columns, paint);
  const hidden = view.total.attempts - shown.length;
  if (hidden > 0) lines.push(cut(`… ${counted(hidden, 'more attempt')} in the report`, columns));
  if (view.not_isolated > 0) {
    lines.push(paint('doubt', `NOT ISOLATED: ${counted(view.not_isolated, 'attempt')} ran without a sandbox`));
  }
  const { by_status, weaker } = view.total;
  if (weaker > 0) lines.push(paint('doubt', cut(`WEAKER: ${weaknessNote(by_status.success, weaker)}`, columns)));
  if (hasSeveralPasses(view.strengths)) {
    for (const { task, passes, least } of view.strengths.slice(0, NOTES)) {
      const figure = `least strength ${strengthFigure(least)}`;
      lines.push(cut(`${terminal(task)}: ${figure} of ${counted(passes, 'pass', 'passes')}`, columns));
    }
  }
  for (const { cap, count } of view.capped) {
    lines.push(paint('doubt', cut(`STOPPED AT A CAP: ${terminal(cap)} (${counted(count, 'attempt')})`, columns)));
  }
  if (view.missing.length > 0) {
    lines.push(paint('doubt', `no result for ${counted(view.missing.length, 'expected attempt')}`));
  }
  for (const { text, count } of view.deviations.slice(0, NOTES)) {
    lines.push(paint('doubt', cut(`protocol deviation (${counted(count, 'attempt')}): ${terminal(text)}`, columns)));
  }
  if (view.not_replayable > 0) {
    lines.push(cut(`not replayable (${counted(view.not_replayable, 'attempt')}): ${LIVE_NETWORK}`, columns));
  }
  for (const row of view.mechanisms) {
    const { guardrail_checks, guardrail_blocks, profile_violations_blocked, network_requests_blocked } = row.metrics;
    const blocked = [
      ...(guardrail_checks === null ? [] : [`guardrails blocked ${guardrail_blocks} of ${guardrail_checks}`]),
      ...(profile_violations_blocked === null ? [] : [`profiles ${profile_violations_blocked}`]),
      `network rules ${network_requests_blocked}`,
    ];
    const parts = [blocked.join(', '), `audit ${auditText(row)}`, disabledText(row)].filter((part) => part !== '');
    lines.push(cut(`${terminal(row.agent)}: ${parts.join('; ')}`, columns));
  }
  for (const row of view.models) {
    lines.push(cut(terminal(`${row.agent}: ${usedText(row)}`), columns));
    // At the end of that line nobody would see them.
    for (const remark of modelRemarks(row)) lines.push(cut(terminal(`${GAP}└ ${remark}`), columns));
  }
  for (const section of view.sections) {
    const own = sectionTerminal(section, columns);
    if (own.length > 0) lines.push('', ...own);
  }
  if (view.sections.length > 0) lines.push('');
  lines.push(`success rate${view.rate_of} ${rateLine(view.rate)}`);
  lines.push(`cost ${costLine(view.total)}, wall ${elapsed(view.total.wall_ms)}`);
  const tone = { success: 'good', failure: 'bad', indecisive: 'doubt' } as const;
  lines.push(paint(tone[view.conclusion], `${view.conclusion}: ${view.headline}`));
  return `${lines.join('\n')}\n`;
}

interface Shown {
  column: Column;
  cells: string[];
  width: number;
}

/** The columns that fit: names shrink first, then columns are dropped, then the names take the room that is left. */
function layout(rows: readonly Row[], columns: number): Shown[] {
  let shown = COLUMNS.map((column): Shown => {
    const cells = rows.map((row) => cut(terminal(column.cell(row)), NAME_LIMIT));
    return { column, cells, width: pad.width([column.title, ...cells]) };
  });
  const spare = () => columns - shown.reduce((sum, { width }) => sum + width + GAP.length, -GAP.length);
  const names = shown.filter(({ column }) => column.title === 'task' || column.title === 'agent');
  const natural = names.map(({ width }) => width);
  if (spare() < 0) for (const each of names) each.width = Math.min(each.width, NAME_FLOOR);
  while (spare() < 0) {
    const least = Math.max(...shown.map(({ column }) => column.dispensable ?? 0));
    if (least === 0) break;
    shown = shown.filter(({ column }) => column.dispensable !== least);
  }
  names.forEach((each, index) => {
    if (shown.includes(each)) each.width = Math.max(1, Math.min(natural[index]!, each.width + spare()));
  });
  return shown;
}

function table(rows: readonly Row[], columns: number, paint: (tone: Tone, text: string) => string): string[] {
  if (rows.length === 0) return [];
  const shown = layout(rows, columns);
  const place = (text: string, { column, width }: Shown) =>
    column.right ? pad.start(cut(text, width), width) : pad.end(cut(text, width), width);
  const line = (cells: string[]) => cells.join(GAP).trimEnd();
  const out = [paint('dim', line(shown.map((each) => place(each.column.title, each))))];
  rows.forEach((row, index) => {
    out.push(line(shown.map((each) => paint(each.column.tone?.(row) ?? 'plain', place(each.cells[index]!, each)))));
    if (row.status !== 'success') {
      const where = row.decided_by === null ? '' : `${row.decided_by} `;
      out.push(paint('dim', cut(`${GAP}└ ${where}${terminal(row.why)}`, columns)));
      // A reason can be longer than the line.
      if (row.stop !== '') out.push(paint('dim', cut(`${GAP}└ ${terminal(row.stop)}`, columns)));
    }
    if (row.exit !== '') out.push(paint('dim', cut(`${GAP}└ ${terminal(row.exit)}`, columns)));
    if (row.weakness !== '') out.push(paint('doubt', cut(`${GAP}└ weaker: ${terminal(row.weakness)}`, columns)));
    for (const what of row.suspicions.slice(0, SUSPICIONS)) {
      out.push(paint('dim', cut(`${GAP}└ worth a look: ${terminal(what)}`, columns)));
    }
    const more = row.suspicions.length - SUSPICIONS;
    if (more > 0) out.push(paint('dim', cut(`${GAP}└ worth a look: and ${more} more`, columns)));
  });
  return out;
}
