import { GATES } from '../../../record/verdict/gates.js';
import { escapeText, shortenText } from '../../text/escape_text.js';
import { formatDuration, formatQuantity, formatUsd } from '../../text/format_quantity.js';
import { textPadding } from '../../text/measure_text_width.js';
import { createStyledSpan, type StyledLine, type StyledSpan, type TextStyle } from '../../text/styled_line.js';
import { splitToWidth, truncateMiddleToWidth, truncateToWidth } from '../../text/truncate_to_width.js';
import type { AttemptRow } from '../view/attempt_row.js';
import { formatRate } from '../view/compute_report_rate.js';
import { formatContractCheckLines } from '../view/contract_check.js';
import {
  formatJudgedPassesNote,
  formatStrengthFigure,
  formatWeaknessNote,
  hasSeveralPasses,
} from '../view/format_strength.js';
import { formatAuditState, formatDisabledMechanisms } from '../view/mechanism_summary.js';
import { formatModelUsage, getModelRemarks } from '../view/model_summary.js';
import { formatReasonOwners, formatReasonPlace, type ReportReason } from '../view/report_reason.js';
import { formatTotalCost, type ReportView } from '../view/report_view.js';
import { GATE_LABELS, LIVE_NETWORK_REMARK, STATUS_LABELS } from '../view/status_labels.js';
import { renderSectionLines } from './render_section_lines.js';
import { wrapWords } from './wrap_words.js';

type LineTone = TextStyle | 'plain';
const TONE_STYLES = { pass: 'good', fail: 'bad', error: 'doubt', invalid: 'doubt', none: 'dim' } as const;

interface TableColumn {
  title: string;
  cell(row: AttemptRow): string;
  tone?(row: AttemptRow): LineTone;
  right?: true;
  /** columns with the highest number are dropped first on narrow terminals */
  dispensable?: number;
}

const COLUMNS: TableColumn[] = [
  {
    title: 'result',
    cell: (row) => STATUS_LABELS[row.status].word,
    tone: (row) => TONE_STYLES[STATUS_LABELS[row.status].word as 'pass'],
  },
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
    (gate): TableColumn => ({
      title: gate,
      cell: (row) => (row.gates[gate] === 'none' ? '-' : GATE_LABELS[row.gates[gate]].word),
      tone: (row) => TONE_STYLES[row.gates[gate]],
      dispensable: 3,
    }),
  ),
  { title: 'wall', cell: (row) => formatDuration(row.wall_ms), right: true, dispensable: 5 },
  { title: 'cost', cell: (row) => formatUsd(row.cost_usd), right: true },
  { title: 'overhead', cell: (row) => formatDuration(row.overhead_ms), right: true, dispensable: 7 },
];
const NAME_LIMIT = 40;
const NAME_FLOOR = 16;
const GAP = '  ';
const ROWS = 200;
const ROWS_BESIDE_SECTIONS = 20;
const NOTES = 10;
const SUSPICIONS = 3;
/** Checks of one attempt that decide nothing. */
const OPTIONAL = 5;
/** Cells before the reason in a row. */
const ROW_MARK = 7;
/** Characters of a reason, without its agents and tasks. */
const WHY_LIMIT = 240;

/** Returns the report as lines of a terminal: one table, reasons below the rows they explain, totals last. */
export function renderReportLines(view: ReportView, columns: number): StyledLine[] {
  const lines: StyledLine[] = [];
  const push = (text: string, tone: LineTone = 'plain') => void lines.push([createStyledSpan(text, tone)]);
  const shown = view.rows.slice(0, view.sections.length > 0 ? ROWS_BESIDE_SECTIONS : ROWS);
  lines.push(...renderTable(shown, columns));
  const hidden = view.total.attempts - shown.length;
  if (hidden > 0) push(truncateToWidth(`… ${formatQuantity(hidden, 'more attempt')} in the report`, columns));
  if (view.not_isolated > 0) {
    push(`NOT ISOLATED: ${formatQuantity(view.not_isolated, 'attempt')} ran without a sandbox`, 'doubt');
  }
  const { by_status, weaker } = view.total;
  if (weaker > 0) push(truncateToWidth(`WEAKER: ${formatWeaknessNote(by_status.success, weaker)}`, columns), 'doubt');
  const graded = formatJudgedPassesNote(view.total.judged_passes, by_status.success);
  if (graded !== '') for (const line of wrapText(`JUDGE MODEL: ${escapeText(graded)}`, columns)) push(line, 'doubt');
  if (hasSeveralPasses(view.strengths)) {
    for (const { task, passes, least } of view.strengths.slice(0, NOTES)) {
      const figure = `least strength ${formatStrengthFigure(least)}`;
      push(truncateToWidth(`${escapeText(task)}: ${figure} of ${formatQuantity(passes, 'pass', 'passes')}`, columns));
    }
  }
  for (const { cap, count } of view.capped) {
    push(
      truncateToWidth(`STOPPED AT A CAP: ${escapeText(cap)} (${formatQuantity(count, 'attempt')})`, columns),
      'doubt',
    );
  }
  if (view.missing.length > 0) {
    push(`no result for ${formatQuantity(view.missing.length, 'expected attempt')}`, 'doubt');
  }
  for (const { text, count } of view.deviations.slice(0, NOTES)) {
    push(
      truncateToWidth(`protocol deviation (${formatQuantity(count, 'attempt')}): ${escapeText(text)}`, columns),
      'doubt',
    );
  }
  if (view.not_replayable > 0) {
    push(
      truncateToWidth(
        `not replayable (${formatQuantity(view.not_replayable, 'attempt')}): ${LIVE_NETWORK_REMARK}`,
        columns,
      ),
    );
  }
  if (view.act_words !== '') push(truncateToWidth(view.act_words, columns));
  for (const row of view.mechanisms.some(({ used }) => used) ? view.mechanisms : []) {
    const { guardrail_checks, guardrail_blocks, profile_violations_blocked, network_requests_blocked } = row.metrics;
    const blocked = [
      ...(guardrail_checks === null ? [] : [`guardrails blocked ${guardrail_blocks} of ${guardrail_checks}`]),
      ...(profile_violations_blocked === null ? [] : [`profiles ${profile_violations_blocked}`]),
      ...(network_requests_blocked === null ? [] : [`network rules ${network_requests_blocked}`]),
    ];
    const parts = [blocked.join(', '), `audit ${formatAuditState(row)}`, formatDisabledMechanisms(row)].filter(
      (part) => part !== '',
    );
    push(truncateToWidth(`${escapeText(row.agent)}: ${parts.join('; ')}`, columns));
  }
  for (const row of view.models) {
    push(truncateToWidth(escapeText(`${row.agent}: ${formatModelUsage(row)}`), columns));
    // On lines of their own, since the end of a long line is cut off.
    for (const remark of getModelRemarks(row)) push(truncateToWidth(escapeText(`${GAP}└ ${remark}`), columns));
  }
  for (const section of view.sections) {
    const own = renderSectionLines(section, columns);
    if (own.length > 0) for (const text of ['', ...own]) push(text);
  }
  if (view.sections.length > 0) push('');
  if (view.contract_checks.length === 0) push(`success rate${view.rate_of} ${formatRate(view.rate)}`);
  push(`cost ${formatTotalCost(view.total)}, wall ${formatDuration(view.total.wall_ms)}`);
  // The rows say the reasons already, unless they cut one off or several rows share it.
  const isCut = ({ why, status }: ReportReason) =>
    status !== 'success' && textPadding.width([escapeText(why)]) + ROW_MARK > columns;
  if (view.reasons.some((reason) => reason.count > 1 || isCut(reason))) {
    for (const reason of view.reasons) {
      const name = (raw: string) => shortenText(escapeText(raw), NAME_LIMIT * 2);
      const owners = formatReasonOwners(reason, name, (text) => text).join('');
      // The end names whose reason it is, so it is wrapped and not cut.
      const why = shortenText(escapeText(reason.why), WHY_LIMIT);
      for (const line of wrapText(`why ${formatReasonPlace(reason)}: ${why} – ${owners}`, columns)) push(line);
    }
    if (view.more_reasons > 0) push(`why … ${formatQuantity(view.more_reasons, 'more reason')} in the report`);
  }
  if (view.baselines !== '') push(view.baselines);
  for (const line of view.contract_checks.filter(({ state }) => state !== 'works').flatMap(formatContractCheckLines))
    push(escapeText(line));
  push(view.title, view.tone);
  return lines;
}

/** Wraps a text at words; further lines are indented. */
function wrapText(text: string, columns: number): string[] {
  const room = Math.max(1, columns - GAP.length);
  const words = text.split(' ').flatMap((word) => splitToWidth(word, room));
  return wrapWords(words, room).map((line, at) => (at === 0 ? line : GAP + line));
}

interface ShownColumn {
  column: TableColumn;
  cells: string[];
  width: number;
}

const isName = ({ title }: TableColumn) => title === 'task' || title === 'agent';

/** Shortens a cell; a name keeps its end, which may be all that tells it from another. */
const shortenName = (text: string, width: number, column: TableColumn) =>
  isName(column) ? truncateMiddleToWidth(text, width) : truncateToWidth(text, width);

/** Computes the columns that fit: names shrink first, then columns are dropped, then names take the remaining room. */
function layoutColumns(rows: readonly AttemptRow[], columns: number): ShownColumn[] {
  let shown = COLUMNS.map((column): ShownColumn => {
    const cells = rows.map((row) => shortenName(escapeText(column.cell(row)), NAME_LIMIT, column));
    return { column, cells, width: textPadding.width([column.title, ...cells]) };
  });
  const spare = () => columns - shown.reduce((sum, { width }) => sum + width + GAP.length, -GAP.length);
  const names = shown.filter(({ column }) => isName(column));
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

function renderTable(rows: readonly AttemptRow[], columns: number): StyledLine[] {
  if (rows.length === 0) return [];
  const shown = layoutColumns(rows, columns);
  const place = (text: string, { column, width }: ShownColumn) =>
    column.right
      ? textPadding.start(truncateToWidth(text, width), width)
      : textPadding.end(shortenName(text, width, column), width);
  const title = shown.map((each) => place(each.column.title, each));
  const out: StyledLine[] = [[createStyledSpan(title.join(GAP).trimEnd(), 'dim')]];
  const note = (text: string, tone: LineTone = 'dim') => void out.push([createStyledSpan(text, tone)]);
  rows.forEach((row, index) => {
    const cells = shown.map((each) => createStyledSpan(place(each.cells[index]!, each), each.column.tone?.(row)));
    out.push(joinCells(cells));
    if (row.status !== 'success') {
      const where = row.decided_by === null ? '' : `${row.decided_by} `;
      note(truncateToWidth(`${GAP}└ ${where}${escapeText(row.why)}`, columns));
      for (const { gate, why } of row.further) note(truncateToWidth(`${GAP}└ ${gate} ${escapeText(why)}`, columns));
      // On a line of its own, since the reason may be cut off.
      if (row.stop !== '') note(truncateToWidth(`${GAP}└ ${escapeText(row.stop)}`, columns));
    }
    if (row.exit !== '') note(truncateToWidth(`${GAP}└ ${escapeText(row.exit)}`, columns));
    if (row.weakness !== '') note(truncateToWidth(`${GAP}└ weaker: ${escapeText(row.weakness)}`, columns), 'doubt');
    for (const what of row.optional.slice(0, OPTIONAL)) note(truncateToWidth(`${GAP}└ ${escapeText(what)}`, columns));
    for (const what of row.suspicions.slice(0, SUSPICIONS)) {
      note(truncateToWidth(`${GAP}└ worth a look: ${escapeText(what)}`, columns));
    }
    const more = row.suspicions.length - SUSPICIONS;
    if (more > 0) note(truncateToWidth(`${GAP}└ worth a look: and ${more} more`, columns));
  });
  return out;
}

/** Cells side by side, without blanks at the end of the line. */
function joinCells(cells: readonly StyledSpan[]): StyledLine {
  const spans = cells.flatMap((cell, at) => (at === 0 ? [cell] : [createStyledSpan(GAP), cell]));
  while (spans.at(-1)?.text.trim() === '') spans.pop();
  const last = spans.pop();
  return last === undefined ? [] : [...spans, { ...last, text: last.text.trimEnd() }];
}
