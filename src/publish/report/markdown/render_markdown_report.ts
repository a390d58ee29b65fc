import { escapeHtml, escapeMarkdown, formatMarkdownCode, shortenText } from '../../text/escape_text.js';
import { formatQuantity } from '../../text/format_quantity.js';
import { renderTextChart } from '../charts/render_text_chart.js';
import {
  createAnswerBlocks,
  createContractsLine,
  createEvidence,
  createFooter,
  createGatesLine,
  createHarnessLine,
  createNotes,
  createReasonItems,
  createUrgentNotes,
} from '../parts/create_answer_blocks.js';
import { type AttemptExtent, createAttemptFold } from '../parts/create_attempt_fold.js';
import { createAttemptTable, createMatrixSection } from '../parts/create_attempt_table.js';
import { createDetailSections } from '../parts/create_detail_sections.js';
import { createFailuresFold, createReproduction, createShortEvidence } from '../parts/create_failures_fold.js';
import { listSectionBlocks, removeAnswers } from '../parts/prose.js';
import type { ListItem, ReportBlock, ReportSection, ReportTable, RichText, TextPiece } from '../report_block.js';
import { type AttemptRow, isQuietAttempt } from '../view/attempt_row.js';
import type { ReportView } from '../view/report_view.js';

/**
 * Extent of a report. whole: report.md and job summary; brief and rest: summary and text of a check run;
 * folded: comment.
 */
export type ReportExtent = 'whole' | 'brief' | 'rest' | 'folded';

/** Remarks on a page where it is published, as Markdown: what differs from before, and what it is about. */
export interface PageRemarks {
  since?: string;
  about?: readonly string[];
}

interface ExtentLimits {
  /** Rows of attempts, worst first; the rest is counted. */
  rows: number;
  /** Attempts with folded details, worst first. */
  details: number;
  /** Lines on what is worth a look in patches that passed. */
  suspicions: number;
  attempt: AttemptExtent;
}

const LIMITS: Record<Exclude<ReportExtent, 'brief'>, ExtentLimits> = {
  whole: { rows: 25, details: 5, suspicions: 10, attempt: 'report' },
  rest: { rows: 50, details: 100, suspicions: 50, attempt: 'comment' },
  folded: { rows: 50, details: 50, suspicions: 5, attempt: 'comment' },
};
/** Reasons in a short page. */
const REASONS = 4;
/** Tasks in the matrix of report.md. */
const MATRIX_ROWS = 40;
/** Characters of all details together. */
const DETAILS_LIMIT = 2_000_000;

/**
 * Renders the report as GitHub Markdown. Its length is bounded, whatever the number of attempts; the page beside
 * report.md has the rest.
 */
export function renderMarkdownReport(
  view: ReportView,
  extent: ReportExtent = 'whole',
  remarks: PageRemarks = {},
): string {
  const parts = renderExtent(view, extent, remarks);
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function renderExtent(view: ReportView, extent: ReportExtent, remarks: PageRemarks): string[] {
  switch (extent) {
    case 'whole':
      return renderWhole(view, remarks);
    case 'brief':
      return renderShort(view, remarks);
    case 'rest':
      return [
        '## Details',
        ...view.sections.map((one) => renderSectionMarkdown(one)),
        ...renderDetails(view, view.rows, LIMITS.rest),
      ];
    case 'folded':
      return [
        ...renderShort(view, remarks),
        ...view.sections.map((one) => renderSectionMarkdown(one, { fold: true })),
        renderFold('Details', renderDetails(view, view.rows, LIMITS.folded)),
      ];
    default:
      return extent satisfies never;
  }
}

/** Renders what a reader sees at once: verdict, what failed and how to repeat it, gates, cost and time. */
function renderShort(view: ReportView, { since = '', about = [] }: PageRemarks): string[] {
  const reasons = createReasonItems(view);
  const hidden = reasons.length - REASONS;
  const shown = reasons.length <= REASONS ? reasons : [...reasons.slice(0, REASONS - 1), `… and ${hidden + 1} more`];
  const reproduction = createReproduction(view);
  return [
    `## ${view.sign} gatebench: ${view.headline}`,
    since,
    renderTextMarkdown(createContractsLine(view)),
    renderBlockMarkdown({ kind: 'list', items: [...shown, ...createShortEvidence(view)] }),
    reproduction === undefined ? '' : renderTextMarkdown(reproduction),
    renderTextMarkdown(createGatesLine(view)),
    renderBlockMarkdown({ kind: 'notice', items: createUrgentNotes(view) }),
    renderAbout(about, createHarnessLine({ harness: { ...view.harness, commit: '' }, rubrics: [] })),
  ];
}

/** Renders what a page is about and who made it, as one small line. */
const renderAbout = (about: readonly string[], maker: RichText): string =>
  `<sub>${[...about, renderTextMarkdown(maker)].join(' · ')}</sub>`;

/** Renders report.md: the answer first, then the attempts that did not pass, then what explains the figures. */
function renderWhole(view: ReportView, { about = [] }: PageRemarks): string[] {
  const { rows, total } = view;
  const sections = removeAnswers(view.sections);
  const limits = LIMITS.whole;
  const matrix = createMatrixSection(view, MATRIX_ROWS);
  const is_long = total.attempts > limits.rows;
  const listed = is_long ? rows.filter((row) => !isQuietAttempt(row)) : rows;
  const [failures, reproduction] = [createFailuresFold(view), createReproduction(view)];
  return [
    `## ${view.sign} gatebench: ${view.headline}`,
    ...createAnswerBlocks(view).map(renderBlockMarkdown),
    renderBlockMarkdown({ kind: 'list', items: createReasonItems(view) }),
    failures === undefined ? '' : renderBlockMarkdown(failures),
    reproduction === undefined ? '' : renderTextMarkdown(reproduction),
    renderTextMarkdown(createGatesLine(view)),
    renderBlockMarkdown({ kind: 'notice', items: createNotes(view) }),
    ...(matrix === undefined ? [] : [renderSectionMarkdown(matrix)]),
    ...(rows.length > 1 ? renderAttempts(view, listed.slice(0, limits.rows)) : []),
    ...sections.filter(({ background }) => !background).map((one) => renderSectionMarkdown(shortenSection(one))),
    ...sections
      .filter(({ background }) => background)
      .map((one) => renderSectionMarkdown(shortenSection(one), { fold: true })),
    ...renderSections(view, limits),
    ...renderAttemptFolds(view, is_long ? selectUnlike(listed).slice(0, 2) : rows.slice(0, limits.details), limits),
    renderAbout(about, createFooter(view)),
  ];
}

/** Leaves out charts, whose numbers are in the tables beside them, and names folded tables: the page has both. */
function shortenSection({ blocks, ...section }: ReportSection): ReportSection {
  const isFolded = (block: ReportBlock) => block.kind === 'table' && block.folded === true;
  const names = blocks.flatMap((block) => (block.kind === 'table' && isFolded(block) ? [block.caption] : []));
  const shown = blocks.filter((block) => block.kind !== 'chart' && !isFolded(block));
  const rest: ReportBlock[] =
    names.length === 0 ? [] : [{ kind: 'text', text: `In report.html: ${names.join('; ')}.` }];
  return { ...section, blocks: [...shown, ...rest] };
}

/** Selects the first attempt of each kind of end. */
function selectUnlike(rows: readonly AttemptRow[]): AttemptRow[] {
  const keys = new Set<string>();
  return rows.filter(({ status, decided_by, why, weakness, attempt_id }) => {
    const key = JSON.stringify(status === 'success' ? [attempt_id] : [status, decided_by, why, weakness]);
    return !keys.has(key) && keys.add(key);
  });
}

function renderAttempts({ total, reasons }: ReportView, shown: readonly AttemptRow[]): string[] {
  const hidden = total.attempts - shown.length;
  return [
    shown.length === 0 ? '' : renderBlockMarkdown(createAttemptTable(shown, reasons)),
    hidden > 0 ? `_${formatQuantity(hidden, 'more attempt')} not shown here._` : '',
  ];
}

/** Renders notes, attempts, what stands behind the verdict, and the identity of the records. */
function renderDetails(view: ReportView, rows: readonly AttemptRow[], limits: ExtentLimits): string[] {
  const urgent = createUrgentNotes(view).length;
  return [
    renderBlockMarkdown({ kind: 'notice', items: createNotes(view).slice(urgent) }),
    ...(rows.length > 1 ? renderAttempts(view, rows.slice(0, limits.rows)) : []),
    ...renderSections(view, limits),
    ...renderAttemptFolds(view, rows.slice(0, limits.details), limits),
    view.evidence === undefined ? '' : `<sub>${renderTextMarkdown(createEvidence(view.evidence))}</sub>`,
  ].filter((part) => part !== '');
}

const renderSections = (view: ReportView, { suspicions }: ExtentLimits): string[] =>
  createDetailSections(view, suspicions).map((one) => renderSectionMarkdown(one, { fold: true }));

/** Renders as many details of attempts as the room allows, with a section for each contract if there are several. */
function renderAttemptFolds({ causes }: ReportView, rows: readonly AttemptRow[], limits: ExtentLimits): string[] {
  const sections = new Map<string, string[]>();
  let room = DETAILS_LIMIT;
  let count = 0;
  for (const row of rows) {
    const text = renderBlockMarkdown(createAttemptFold(row, limits.attempt, causes.get(row.attempt_id)));
    room -= text.length;
    if (room < 0) break;
    count += 1;
    sections.set(row.task, [...(sections.get(row.task) ?? []), text]);
  }
  const parts = [...sections].flatMap(([task, texts]) => {
    const title = `${formatMarkdownCode(task)}: ${formatQuantity(texts.length, 'attempt')}`;
    return sections.size > 1 && texts.length > 1 ? [renderFold(title, texts)] : texts;
  });
  const hidden = rows.length - count;
  return hidden === 0
    ? parts
    : [...parts, `_Details of ${formatQuantity(hidden, 'more attempt')} are in results.jsonl._`];
}

const ROWS = 200;
const CELL = 300;
const COLUMNS = 96;
/** Lines below an item of a list. */
const LINES = 20;

/**
 * Renders a section as GitHub Markdown. GitHub shows no inline SVG, so charts that characters cannot draw are left out;
 * their numbers are in the tables beside them.
 */
export function renderSectionMarkdown(section: ReportSection, { fold = false } = {}): string {
  const name = shortenText(section.title, CELL);
  const parts = listSectionBlocks(section)
    .map(renderBlockMarkdown)
    .filter((text) => text !== '');
  return fold ? renderFold(escapeHtml(name), parts) : [`### ${escapeMarkdown(name)}`, ...parts].join('\n\n');
}

/** Renders a block as GitHub Markdown; '' if there is nothing to show. */
function renderBlockMarkdown(block: ReportBlock): string {
  switch (block.kind) {
    case 'heading':
      return `#### ${escapeMarkdown(shortenText(block.text, CELL))}`;
    case 'text':
      return renderTextMarkdown(block.text);
    case 'list':
      return block.items.map(renderItem).join('\n');
    case 'notice':
      return block.items.length === 0
        ? ''
        : `> [!WARNING]\n${block.items.map((item) => `> ${renderTextMarkdown(item)}`).join('<br>\n')}`;
    case 'facts':
      return block.facts
        .map(({ name, value, lines = [] }) =>
          renderItem({ text: [name, { trusted: ': ' }, ...(typeof value === 'string' ? [value] : value)], lines }),
        )
        .join('\n');
    case 'table':
      return renderTable(block);
    case 'chart': {
      const lines = renderTextChart(block.chart, COLUMNS);
      return lines.length === 0 ? '' : `<pre>\n${lines.map(escapeHtml).join('\n')}\n</pre>`;
    }
    case 'fold':
      return renderFold(renderTextMarkdown(block.title), joinBlocks(block.blocks), block.open);
    default:
      return block satisfies never;
  }
}

/** Renders text with its marks. The only place where text becomes Markdown. */
export function renderTextMarkdown(text: RichText): string {
  return typeof text === 'string' ? escapeMarkdown(text) : text.map(renderPiece).join('');
}

function renderPiece(piece: TextPiece): string {
  if (typeof piece === 'string') return escapeMarkdown(piece);
  if ('trusted' in piece) return piece.trusted;
  if ('code' in piece) return formatMarkdownCode(piece.code);
  if ('strong' in piece) return `**${escapeMarkdown(piece.strong)}**`;
  if ('link' in piece) return `[${escapeMarkdown(piece.link)}](${encodeURI(piece.href)})`;
  return escapeMarkdown(piece.text);
}

function renderItem(item: ListItem): string {
  if (typeof item === 'string' || !('lines' in item)) return `- ${renderTextMarkdown(item as RichText)}`;
  const lines = item.lines.slice(0, LINES).map((line) => `<br>${formatMarkdownCode(line)}`);
  return `- ${renderTextMarkdown(item.text)}${lines.join('')}`;
}

/** Renders the parts of a fold. Lists of facts follow each other without a gap, as one list. */
function joinBlocks(blocks: readonly ReportBlock[]): string[] {
  const parts: string[] = [];
  blocks.forEach((block, i) => {
    const text = renderBlockMarkdown(block);
    if (text === '') return;
    const continues = block.kind === 'facts' && blocks[i - 1]?.kind === 'facts' && parts.length > 0;
    if (continues) parts.push(`${parts.pop()}\n${text}`);
    else parts.push(text);
  });
  return parts;
}

/** Renders a fold; blank lines around the content make GitHub read it as Markdown. */
function renderFold(title: string, parts: readonly string[], open = false): string {
  return [`<details${open ? ' open' : ''}><summary>${title}</summary>`, ...parts, '</details>'].join('\n\n');
}

function renderTable({ caption, columns, rows, folded }: ReportTable): string {
  if (columns.length === 0) return '';
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const cells = (row: readonly RichText[]) =>
    columns.map((_, i) => renderTextMarkdown(shortenCell(row[i] ?? '')) || ' ');
  const lines = [
    line(columns.map(({ head }) => escapeMarkdown(shortenText(head, CELL)) || ' ')),
    `|${columns.map(({ align }) => (align === 'right' ? '--:' : '---')).join('|')}|`,
    ...rows.slice(0, ROWS).map((row) => line(cells(row))),
    ...(rows.length > ROWS ? ['', `_${formatQuantity(rows.length - ROWS, 'more row')} in analysis.json._`] : []),
  ];
  if (rows.length === 0) lines.splice(0, lines.length, '_Nothing to show._');
  const name = shortenText(caption, CELL);
  if (folded) return renderFold(escapeHtml(name), [lines.join('\n')]);
  return name === '' ? lines.join('\n') : [`**${escapeMarkdown(name)}**`, '', ...lines].join('\n');
}

const shortenCell = (cell: RichText): RichText => (typeof cell === 'string' ? shortenText(cell, CELL) : cell);
