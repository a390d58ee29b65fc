import { escapeText, shortenText } from '../../text/escape_text.js';
import { formatDuration, formatQuantity, joinRemainders } from '../../text/format_quantity.js';
import { indent, truncateToWidth, wrapText } from '../../text/measure_text_width.js';
import { createStyledSpan, getPlainText, type StyledLine, type TextStyle } from '../../text/styled_line.js';
import { renderTextChart } from '../charts/render_text_chart.js';
import { createAnswerBlocks, createNotes, createReasonItems } from '../parts/create_answer_blocks.js';
import { createAttemptLines } from '../parts/create_attempt_table.js';
import { listSectionBlocks } from '../parts/prose.js';
import type { ReportBlock, ReportSection } from '../report_block.js';
import type { AttemptRow } from '../view/attempt_row.js';
import { isExpectedFailure, isQuietAttempt } from '../view/attempt_row.js';
import { formatShortRate } from '../view/compute_report_rate.js';
import { formatContractCheckLines } from '../view/contract_check.js';
import { formatAuditState, formatDisabledMechanisms, type MechanismRow } from '../view/mechanism_summary.js';
import { formatModelUsage, getModelRemarks } from '../view/model_summary.js';
import { formatTotalCost, type ReportView } from '../view/report_view.js';
import { createLines, renderTableLines, toTerminalText } from './render_table_lines.js';

const ROWS = 200;
const ROWS_BESIDE_SECTIONS = 20;
/** Attempts up to which quiet passes have lines of their own. */
const PASSES_SHOWN = 20;
const SUSPICIONS = 3;
/** Checks of one attempt that decide nothing. */
const OPTIONAL = 5;
/** Characters of a reason. */
const WHY_LIMIT = 240;

/**
 * Returns the report as lines of a terminal: one line for each attempt, reasons below attempts that share them, then
 * what answers the question, totals and verdict last.
 */
export function renderReportLines(view: ReportView, columns: number): StyledLine[] {
  // Their answers are below, and their tables in the report.
  const sections = view.sections.filter(({ background, answer }) => !background && answer === undefined);
  const is_long = view.total.attempts > PASSES_SHOWN;
  const controls = view.rows.filter(({ result }) => isExpectedFailure(result));
  // A control that fails over and over says less than any other attempt.
  const is_folded = controls.length > 1 && controls.length < view.rows.length;
  const rows = is_folded ? view.rows.filter(({ result }) => !isExpectedFailure(result)) : view.rows;
  const listed = is_long ? rows.filter((row) => !isQuietAttempt(row)) : rows;
  const shown = listed.slice(0, view.sections.length > 0 ? ROWS_BESIDE_SECTIONS : ROWS);
  const text = (line: string, style: TextStyle | 'plain' = 'plain'): StyledLine => [createStyledSpan(line, style)];
  const texts = (lines: readonly string[]) => lines.map((line) => text(line));
  const hidden = view.total.attempts - shown.length - (is_folded ? controls.length : 0);
  const isListed = (reason: ReportView['reasons'][number]) =>
    shown.some(({ why, weakness, further }) =>
      [weakness || why, ...further.map((one) => one.why)].includes(reason.why),
    );
  const reasons = view.reasons.every(isListed) && view.more_reasons === 0 ? [] : createReasonItems(view);
  return [
    ...renderAttempts(shown, columns),
    ...(is_folded ? [text(`noop failed in ${formatQuantity(controls.length, 'attempt')}`, 'dim')] : []),
    ...texts(hidden > 0 ? [`… ${formatQuantity(hidden, 'more attempt')} in the report`] : []),
    ...renderBlockLines({ kind: 'notice', items: createNotes(view) }, columns),
    ...texts(formatMechanisms(view).flatMap((line) => indent(line, columns, ''))),
    ...texts(renderModels(view, columns)),
    ...sections.flatMap((section) => {
      const lines = renderSectionLines(section, columns);
      return lines.length === 0 ? [] : texts(['', ...lines]);
    }),
    ...texts(view.sections.length > 0 ? [''] : []),
    ...createAnswerBlocks(view).flatMap((block) => renderBlockLines(block, columns)),
    ...texts(formatTotals(view)),
    ...renderBlockLines({ kind: 'list', items: reasons }, columns),
    ...texts(view.baselines === '' || reasons.length > 0 ? [] : [view.baselines]),
    ...texts(
      view.contract_checks
        .filter(({ state }) => state !== 'works')
        .flatMap(formatContractCheckLines)
        .map(escapeText),
    ),
    text(view.title, view.tone),
  ];
}

/** Renders attempts, those with the same notes together, and these notes below them. */
function renderAttempts(rows: readonly AttemptRow[], columns: number): StyledLine[] {
  if (rows.length === 0) return [];
  const groups = new Map<string, { lines: StyledLine[]; notes: StyledLine[] }>();
  const table = renderTableLines(createAttemptLines(rows), columns, rows.length);
  rows.forEach((row, i) => {
    const notes = renderNotes(row, columns);
    const key = JSON.stringify([row.status, notes]);
    const group = groups.get(key) ?? { lines: [], notes };
    groups.set(key, group);
    group.lines.push(...table.rows.slice(i, i + 1));
  });
  const heads = table.heads.map((line) => line.map(({ text }) => createStyledSpan(text, 'dim')));
  return [
    ...(rows.length > 1 ? heads : []),
    ...[...groups.values()].flatMap(({ lines, notes }) => [...lines, ...notes]),
  ];
}

/** Renders what there is to say about an attempt: nothing for a pass that is as it should be. */
function renderNotes(row: AttemptRow, columns: number): StyledLine[] {
  const { status, decided_by, why, further, stop, exit, weakness, optional, suspicions } = row;
  const more = suspicions.length - SUSPICIONS;
  const failed = [
    `${decided_by === null ? '' : `${decided_by} `}${why}`,
    ...further.map((one) => `${one.gate} ${one.why}`),
    // On lines of its own, since the reason may be cut off.
    stop,
  ];
  const texts = [
    ...(status === 'success' ? [] : failed),
    exit,
    ...(weakness === '' ? [] : [`weaker: ${weakness}`]),
    ...optional.slice(0, OPTIONAL),
    ...suspicions.slice(0, SUSPICIONS).map((what) => `worth a look: ${what}`),
    ...(more > 0 ? [`worth a look: and ${more} more`] : []),
  ];
  return texts
    .filter((text) => text !== '')
    .flatMap((text) => indent(shortenText(escapeText(joinRemainders(text)), WHY_LIMIT), columns, '  └ '))
    .map((line) => [createStyledSpan(line, line.startsWith('  └ weaker') ? 'doubt' : 'dim')]);
}

/** Formats acts and the work of mechanisms, if there was any. */
function formatMechanisms({ act_words, mechanisms }: ReportView): string[] {
  const rows = mechanisms.some(({ used }) => used) ? mechanisms : [];
  const agents = new Map<string, string[]>();
  for (const row of rows) {
    const work = formatMechanismWork(row);
    agents.set(work, [...(agents.get(work) ?? []), escapeText(row.agent)]);
  }
  const lines = [...agents].map(([work, [first, ...others]]) => {
    return `${first}${others.length === 0 ? '' : ` and ${others.length} more`}: ${work}`;
  });
  return [...(act_words === '' ? [] : [act_words]), ...lines];
}

function formatMechanismWork(row: MechanismRow): string {
  const { guardrail_checks, guardrail_blocks, profile_violations_blocked, network_requests_blocked } = row.metrics;
  const blocked = [
    ...(guardrail_checks === null ? [] : [`guardrails blocked ${guardrail_blocks} of ${guardrail_checks}`]),
    ...(profile_violations_blocked === null ? [] : [`profiles ${profile_violations_blocked}`]),
    ...(network_requests_blocked === null ? [] : [`network rules ${network_requests_blocked}`]),
  ];
  const parts = [blocked.join(', '), `audit ${formatAuditState(row)}`, formatDisabledMechanisms(row)];
  return parts.filter((part) => part !== '').join('; ');
}

/** Renders the model traffic of each agent; remarks that may matter to a verdict are on lines of their own. */
const renderModels = ({ models }: ReportView, columns: number): string[] =>
  models.flatMap((row) => [
    ...indent(escapeText(`${row.agent}: ${formatModelUsage(row)}`), columns, ''),
    ...getModelRemarks(row).flatMap((remark) => indent(escapeText(remark), columns, '  └ ')),
  ]);

/** Formats rate, cost and time of more than one attempt, whose lines do not say them. */
function formatTotals({ total, contract_checks, rate, rate_of, agents }: ReportView): string[] {
  if (total.attempts + total.missing < 2) return [];
  const is_estimated = contract_checks.length === 0 && agents.length === 0;
  return [
    ...(is_estimated ? [`success rate${rate_of} ${formatShortRate(rate)}`] : []),
    `cost ${formatTotalCost(total)}, wall ${formatDuration(total.wall_ms)}`,
  ];
}

/**
 * Renders a section as lines of a terminal, none longer than `columns`. Folded tables are left to other reports.
 *
 * @returns an empty list if nothing of the section can be shown
 */
export function renderSectionLines(section: ReportSection, columns: number): string[] {
  const lines = listSectionBlocks(section).flatMap((block) => renderBlockLines(block, columns).map(getPlainText));
  return lines.length === 0 ? [] : [truncateToWidth(escapeText(section.title).toUpperCase(), columns), ...lines];
}

/** Renders a block as lines of a terminal, none longer than `columns`; nothing is folded there. */
function renderBlockLines(block: ReportBlock, columns: number): StyledLine[] {
  switch (block.kind) {
    case 'heading':
      return createLines(['', truncateToWidth(escapeText(block.text), columns)]);
    case 'text':
      return createLines(wrapText(toTerminalText(block.text), columns));
    case 'list':
      return block.items.flatMap((item) =>
        createLines(
          indent(toTerminalText(typeof item === 'object' && 'text' in item ? item.text : item), columns, '- '),
        ),
      );
    case 'notice':
      return block.items.flatMap((item) => createLines(indent(toTerminalText(item, true), columns, ''), 'doubt'));
    case 'facts':
      return block.facts.flatMap(({ name, value }) =>
        createLines(indent(`${toTerminalText([name])}: ${toTerminalText(value)}`, columns, '')),
      );
    case 'table': {
      const { caption, heads, rows, more } = renderTableLines(block, columns);
      return [...caption, ...heads, ...rows, ...more];
    }
    case 'chart':
      return createLines(renderTextChart(block.chart, columns));
    case 'fold':
      return block.blocks.flatMap((one) => renderBlockLines(one, columns));
    default:
      return block satisfies never;
  }
}
