import { GATES } from '../../record/verdict.js';
import { sectionTerminal } from './blocks_terminal.js';
import { terminal } from './escape.js';
import { rateLine } from './markdown.js';
import { auditText, disabledText } from './mechanisms.js';
import { modelRemarks, usedText } from './models.js';
import { counted, elapsed, money } from './quantities.js';
import type { Row } from './row.js';
import { hasSeveralPasses, strengthFigure, weaknessNote } from './strength.js';
import { renderLine, type StyledLine, span, type TextSpan, type TextStyle } from './styled_text.js';
import { cut, pad } from './terminal_width.js';
import { costLine, type View } from './view.js';
import { GATE, LIVE_NETWORK, STATUS } from './words.js';

export interface TerminalOptions {
  /** width of the terminal in cells; lines of the table are never longer (below 20 cells the table stays 20 wide) */
  columns: number;
  colour: boolean;
}

type Tone = TextStyle | 'plain';
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

/** Renders the report for a terminal. Ends with a line break. */
export function renderTerminal(view: View, { columns, colour }: TerminalOptions): string {
  return `${terminalLines(view, columns)
    .map((line) => renderLine(line, colour))
    .join('\n')}\n`;
}

/** Returns the report as lines of a terminal: one table, reasons below the rows they explain, totals last. */
export function terminalLines(view: View, columns: number): StyledLine[] {
  const lines: StyledLine[] = [];
  const push = (text: string, tone: Tone = 'plain') => void lines.push([span(text, tone)]);
  const shown = view.rows.slice(0, view.sections.length > 0 ? ROWS_BESIDE_SECTIONS : ROWS);
  lines.push(...table(shown, columns));
  const hidden = view.total.attempts - shown.length;
  if (hidden > 0) push(cut(`… ${counted(hidden, 'more attempt')} in the report`, columns));
  if (view.not_isolated > 0) {
    push(`NOT ISOLATED: ${counted(view.not_isolated, 'attempt')} ran without a sandbox`, 'doubt');
  }
  const { by_status, weaker } = view.total;
  if (weaker > 0) push(cut(`WEAKER: ${weaknessNote(by_status.success, weaker)}`, columns), 'doubt');
  if (hasSeveralPasses(view.strengths)) {
    for (const { task, passes, least } of view.strengths.slice(0, NOTES)) {
      const figure = `least strength ${strengthFigure(least)}`;
      push(cut(`${terminal(task)}: ${figure} of ${counted(passes, 'pass', 'passes')}`, columns));
    }
  }
  for (const { cap, count } of view.capped) {
    push(cut(`STOPPED AT A CAP: ${terminal(cap)} (${counted(count, 'attempt')})`, columns), 'doubt');
  }
  if (view.missing.length > 0) {
    push(`no result for ${counted(view.missing.length, 'expected attempt')}`, 'doubt');
  }
  for (const { text, count } of view.deviations.slice(0, NOTES)) {
    push(cut(`protocol deviation (${counted(count, 'attempt')}): ${terminal(text)}`, columns), 'doubt');
  }
  if (view.not_replayable > 0) {
    push(cut(`not replayable (${counted(view.not_replayable, 'attempt')}): ${LIVE_NETWORK}`, columns));
  }
  for (const row of view.mechanisms) {
    const { guardrail_checks, guardrail_blocks, profile_violations_blocked, network_requests_blocked } = row.metrics;
    const blocked = [
      ...(guardrail_checks === null ? [] : [`guardrails blocked ${guardrail_blocks} of ${guardrail_checks}`]),
      ...(profile_violations_blocked === null ? [] : [`profiles ${profile_violations_blocked}`]),
      `network rules ${network_requests_blocked}`,
    ];
    const parts = [blocked.join(', '), `audit ${auditText(row)}`, disabledText(row)].filter((part) => part !== '');
    push(cut(`${terminal(row.agent)}: ${parts.join('; ')}`, columns));
  }
  for (const row of view.models) {
    push(cut(terminal(`${row.agent}: ${usedText(row)}`), columns));
    // At the end of that line nobody would see them.
    for (const remark of modelRemarks(row)) push(cut(terminal(`${GAP}└ ${remark}`), columns));
  }
  for (const section of view.sections) {
    const own = sectionTerminal(section, columns);
    if (own.length > 0) for (const text of ['', ...own]) push(text);
  }
  if (view.sections.length > 0) push('');
  push(`success rate${view.rate_of} ${rateLine(view.rate)}`);
  push(`cost ${costLine(view.total)}, wall ${elapsed(view.total.wall_ms)}`);
  const tone = { success: 'good', failure: 'bad', indecisive: 'doubt' } as const;
  push(`${view.conclusion}: ${view.headline}`, tone[view.conclusion]);
  return lines;
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

function table(rows: readonly Row[], columns: number): StyledLine[] {
  if (rows.length === 0) return [];
  const shown = layout(rows, columns);
  const place = (text: string, { column, width }: Shown) =>
    column.right ? pad.start(cut(text, width), width) : pad.end(cut(text, width), width);
  const title = shown.map((each) => place(each.column.title, each));
  const out: StyledLine[] = [[span(title.join(GAP).trimEnd(), 'dim')]];
  const note = (text: string, tone: Tone = 'dim') => void out.push([span(text, tone)]);
  rows.forEach((row, index) => {
    const cells = shown.map((each) => span(place(each.cells[index]!, each), each.column.tone?.(row)));
    out.push(joined(cells));
    if (row.status !== 'success') {
      const where = row.decided_by === null ? '' : `${row.decided_by} `;
      note(cut(`${GAP}└ ${where}${terminal(row.why)}`, columns));
      // A reason can be longer than the line.
      if (row.stop !== '') note(cut(`${GAP}└ ${terminal(row.stop)}`, columns));
    }
    if (row.exit !== '') note(cut(`${GAP}└ ${terminal(row.exit)}`, columns));
    if (row.weakness !== '') note(cut(`${GAP}└ weaker: ${terminal(row.weakness)}`, columns), 'doubt');
    for (const what of row.suspicions.slice(0, SUSPICIONS)) {
      note(cut(`${GAP}└ worth a look: ${terminal(what)}`, columns));
    }
    const more = row.suspicions.length - SUSPICIONS;
    if (more > 0) note(cut(`${GAP}└ worth a look: and ${more} more`, columns));
  });
  return out;
}

/** Cells side by side, without blanks at the end of the line. */
function joined(cells: readonly TextSpan[]): StyledLine {
  const spans = cells.flatMap((cell, at) => (at === 0 ? [cell] : [span(GAP), cell]));
  while (spans.at(-1)?.text.trim() === '') spans.pop();
  const last = spans.pop();
  return last === undefined ? [] : [...spans, { ...last, text: last.text.trimEnd() }];
}
