import { escapeText } from '../../text/escape_text.js';
import { formatQuantity } from '../../text/format_quantity.js';
import { textPadding } from '../../text/measure_text_width.js';
import {
  createStyledSpan,
  getPlainText,
  type StyledLine,
  type StyledSpan,
  type TextStyle,
} from '../../text/styled_line.js';
import { splitToWidth, truncateMiddleToWidth, truncateToWidth } from '../../text/truncate_to_width.js';
import { renderTextChart } from '../charts/render_text_chart.js';
import { listSectionBlocks } from '../parts/prose.js';
import type { ChartTone, ReportBlock, ReportSection, ReportTable, RichText, TextPiece } from '../report_block.js';
import { wrapWords } from './wrap_words.js';

const ROWS = 40;
const GAP = '  ';
/** Least width of a text column, in cells. */
const FLOOR = 14;
/** Most lines of a column head. */
const HEAD = 4;

/**
 * Renders a section as lines of a terminal, none longer than `columns`. Folded tables are left to other reports.
 *
 * @returns an empty list if nothing of the section can be shown
 */
export function renderSectionLines(section: ReportSection, columns: number): string[] {
  const lines = listSectionBlocks(section).flatMap((block) => renderBlockLines(block, columns).map(getPlainText));
  return lines.length === 0 ? [] : [truncateToWidth(escapeText(section.title).toUpperCase(), columns), ...lines];
}

/** Renders a block as lines of a terminal, none longer than `columns`; nothing for what is folded. */
export function renderBlockLines(block: ReportBlock, columns: number): StyledLine[] {
  switch (block.kind) {
    case 'heading':
      return createLines(['', truncateToWidth(escapeText(block.text), columns)]);
    case 'text':
      return createLines(wrapText(getText(block.text), columns));
    case 'list':
      return block.items.flatMap((item) =>
        createLines(indent(getText(typeof item === 'object' && 'text' in item ? item.text : item), columns, '- ')),
      );
    case 'notice':
      return block.items.flatMap((item) => createLines(indent(getText(item, true), columns, ''), 'doubt'));
    case 'facts':
      return block.facts.flatMap(({ name, value }) =>
        createLines(indent(`${getText([name])}: ${getText(value)}`, columns, '')),
      );
    case 'table': {
      const { caption, heads, rows, more } = renderTable(block, columns);
      return [...createLines(caption), ...heads, ...rows, ...createLines(more)];
    }
    case 'chart':
      return createLines(renderTextChart(block.chart, columns));
    case 'fold':
      return [];
    default:
      return block satisfies never;
  }
}

const createLines = (texts: readonly string[], style: TextStyle | 'plain' = 'plain'): StyledLine[] =>
  texts.map((text) => [createStyledSpan(text, style)]);

/** Returns text without its marks, inert in a terminal. @param loud strong pieces are in capitals */
function getText(text: RichText, loud = false): string {
  return typeof text === 'string' ? escapeText(text) : text.map((piece) => getPieceText(piece, loud)).join('');
}

function getPieceText(piece: TextPiece, loud: boolean): string {
  if (typeof piece === 'string') return escapeText(piece);
  if ('trusted' in piece) return piece.trusted;
  if ('strong' in piece) return escapeText(loud ? piece.strong.toUpperCase() : piece.strong);
  if ('code' in piece) return escapeText(piece.code);
  return escapeText('link' in piece ? piece.link : piece.text);
}

/** Wraps text at words; a word that is longer than a line is cut into lines. */
function wrapText(text: string, columns: number): string[] {
  const room = Math.max(1, columns);
  return wrapWords(
    text.split(' ').flatMap((word) => splitToWidth(word, room)),
    room,
  );
}

/** Wraps text behind a mark; further lines are indented. */
export function indent(text: string, columns: number, mark: string): string[] {
  const [first = '', ...rest] = wrapText(text, columns - Math.max(mark.length, GAP.length));
  return [mark + first, ...rest.map((line) => ' '.repeat(Math.max(mark.length, GAP.length)) + line)];
}

/** Table as lines of a terminal, one for each row. */
interface TableLines {
  caption: string[];
  heads: StyledLine[];
  rows: StyledLine[];
  /** Parts that are left out. */
  more: string[];
}

/**
 * Renders a table. Columns are as wide as their cells and the longest word of their head. If they do not fit, texts are
 * cut, the widest first, but never numbers; then the last columns are left out and named. A folded table has no lines.
 */
export function renderTable(
  { caption, columns: all, rows, folded }: ReportTable,
  columns: number,
  most = ROWS,
): TableLines {
  if (folded || all.length === 0) return { caption: [], heads: [], rows: [], more: [] };
  const shown = rows.slice(0, most).map((row) => all.map((_, i) => toCell(row[i] ?? '')));
  const heads = all.map(({ head }) => escapeText(head));
  const natural = heads.map((head, i) => textPadding.width([...head.split(' '), ...shown.map((row) => row[i]!.text)]));
  const isNumber = (i: number) => all[i]!.align === 'right';
  const widths = computeWidths(natural, (i) => (isNumber(i) ? natural[i]! : FLOOR), columns);
  const count = widths.length;
  const place = ({ text, tone, is_name }: TableCell, i: number): StyledSpan => {
    const cut = is_name ? truncateMiddleToWidth(text, widths[i]!) : truncateToWidth(text, widths[i]!);
    return createStyledSpan((isNumber(i) ? textPadding.start : textPadding.end)(cut, widths[i]!), tone);
  };
  const line = (cells: readonly TableCell[]) => joinCells(cells.slice(0, count).map(place));
  return {
    caption: caption === '' ? [] : ['', ...wrapText(escapeText(caption), columns)],
    heads: rows.length === 0 ? createLines(['nothing to show']) : renderHeads(heads.slice(0, count), widths, line),
    rows: shown.map(line),
    more: [
      ...(rows.length > most
        ? [truncateToWidth(`… ${formatQuantity(rows.length - most, 'more row')} in the report`, columns)]
        : []),
      ...(count < all.length ? [truncateToWidth(`… not shown here: ${heads.slice(count).join(', ')}`, columns)] : []),
    ],
  };
}

interface TableCell {
  text: string;
  tone: TextStyle | 'plain';
  /** A name keeps its end, which may be all that tells it from another. */
  is_name: boolean;
}

const STYLES: Record<ChartTone, TextStyle> = { good: 'good', bad: 'bad', doubt: 'doubt', quiet: 'dim' };

function toCell(cell: RichText): TableCell {
  const [piece, ...rest] = typeof cell === 'string' ? [] : cell;
  const only = typeof piece === 'object' && rest.length === 0 ? piece : undefined;
  return {
    text: getText(cell),
    tone: only !== undefined && 'tone' in only ? STYLES[only.tone] : 'plain',
    is_name: only !== undefined && 'code' in only,
  };
}

/** Cells side by side, without blanks at the end of the line. */
function joinCells(cells: readonly StyledSpan[]): StyledLine {
  const spans = cells.flatMap((cell, i) => (i === 0 ? [cell] : [createStyledSpan(GAP), cell]));
  while (spans.at(-1)?.text.trim() === '') spans.pop();
  const last = spans.pop();
  return last === undefined ? [] : [...spans, { ...last, text: last.text.trimEnd() }];
}

/**
 * Computes the widths of as many columns as fit. The column with the most slack shrinks first, none below `least`; a
 * single column always fits.
 */
function computeWidths(natural: readonly number[], least: (column: number) => number, columns: number): number[] {
  for (let count = natural.length; count > 1; count--) {
    const widths = natural.slice(0, count);
    const spare = () => columns - widths.reduce((sum, each) => sum + each + GAP.length, -GAP.length);
    const slack = (column: number) => widths[column]! - least(column);
    while (spare() < 0) {
      const widest = widths.reduce((best, _, i) => (slack(i) > slack(best) ? i : best), 0);
      if (slack(widest) <= 0) break;
      widths[widest] = Math.max(least(widest), widths[widest]! + spare());
    }
    if (spare() >= 0) return widths;
  }
  return [Math.max(1, Math.min(natural[0]!, columns))];
}

/** Renders the heads, aligned at their bottom line. */
function renderHeads(
  heads: readonly string[],
  widths: readonly number[],
  line: (cells: readonly TableCell[]) => StyledLine,
): StyledLine[] {
  const stacks = heads.map((head, i) => wrapText(head, widths[i]!));
  const height = Math.min(HEAD, Math.max(...stacks.map(({ length }) => length)));
  return Array.from({ length: height }, (_, row) =>
    line(
      stacks.map((stack) => ({
        ...{ text: stack[row - height + Math.min(height, stack.length)] ?? '', tone: 'plain', is_name: false },
      })),
    ),
  );
}
