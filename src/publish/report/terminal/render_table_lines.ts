import { escapeText } from '../../text/escape_text.js';
import { formatQuantity } from '../../text/format_quantity.js';
import { textPadding, truncateToWidth, wrapText } from '../../text/measure_text_width.js';
import { shortenLabels } from '../../text/shorten_labels.js';
import { createStyledSpan, type StyledLine, type StyledSpan, type TextStyle } from '../../text/styled_line.js';
import type { ChartTone, ReportTable, RichText, TextPiece } from '../report_block.js';

const ROWS = 40;
const GAP = '  ';
/** Least width of a text column, in cells. */
const FLOOR = 14;
/** Most lines of a column head. */
const HEAD = 4;

/** Table as lines of a terminal, one for each row. */
interface TableLines {
  caption: StyledLine[];
  heads: StyledLine[];
  rows: StyledLine[];
  /** Parts that are left out. */
  more: StyledLine[];
}

/**
 * Renders a table. Columns are as wide as their cells and the longest word of their head. If they do not fit, texts are
 * cut, the widest first, but never numbers; then the last columns are left out and named. A folded table has no lines.
 */
export function renderTableLines(
  { caption, columns: all, rows, folded }: ReportTable,
  columns: number,
  most = ROWS,
): TableLines {
  if (folded || all.length === 0) return { caption: [], heads: [], rows: [], more: [] };
  const shown = rows.slice(0, most).map((row) => all.map((_, i) => toCell(row[i] ?? '')));
  const widths = all.map(({ head, align }, i): ColumnWidth => {
    const text = escapeText(head);
    const cells = shown.flatMap((row) => row.slice(i, i + 1));
    const width = textPadding.width([...text.split(' '), ...cells.map((cell) => cell.text)]);
    const is_number = align === 'right';
    return { head: text, is_number, width, least: is_number ? width : FLOOR };
  });
  const fitted = fitColumns(widths, columns);
  const left_out = widths.slice(fitted.length).map(({ head }) => head);
  return {
    caption: createLines(caption === '' ? [] : ['', ...wrapText(escapeText(caption), columns)]),
    heads: rows.length === 0 ? createLines(['nothing to show']) : renderHeads(fitted),
    rows: shortenNames(shown, fitted).map((cells) => renderRow(cells, fitted)),
    more: createLines(
      [
        ...(rows.length > most ? [`… ${formatQuantity(rows.length - most, 'more row')} in the report`] : []),
        ...(left_out.length > 0 ? [`… not shown here: ${left_out.join(', ')}`] : []),
      ].map((text) => truncateToWidth(text, columns)),
    ),
  };
}

/** Creates lines of one style. */
export const createLines = (texts: readonly string[], style: TextStyle | 'plain' = 'plain'): StyledLine[] =>
  texts.map((text) => [createStyledSpan(text, style)]);

/** Returns text without its marks, inert in a terminal. @param loud strong pieces are in capitals */
export function toTerminalText(text: RichText, loud = false): string {
  return typeof text === 'string' ? escapeText(text) : text.map((piece) => getPieceText(piece, loud)).join('');
}

function getPieceText(piece: TextPiece, loud: boolean): string {
  if (typeof piece === 'string') return escapeText(piece);
  if ('trusted' in piece) return piece.trusted;
  if ('strong' in piece) return escapeText(loud ? piece.strong.toUpperCase() : piece.strong);
  if ('code' in piece) return escapeText(piece.code);
  return escapeText('link' in piece ? piece.link : piece.text);
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
    text: toTerminalText(cell),
    tone: only !== undefined && 'tone' in only ? STYLES[only.tone] : 'plain',
    is_name: only !== undefined && 'code' in only,
  };
}

interface ColumnWidth {
  head: string;
  is_number: boolean;
  /** Cells that it takes. */
  width: number;
  /** Cells below which it does not shrink. */
  least: number;
}

/** Returns as many columns as fit. The one with the most slack shrinks first; a single column always fits. */
function fitColumns(widths: readonly ColumnWidth[], columns: number): ColumnWidth[] {
  const slack = ({ width, least }: ColumnWidth) => width - least;
  for (let count = widths.length; count > 1; count--) {
    const fitted = widths.slice(0, count).map((column) => ({ ...column }));
    const spare = () => columns - fitted.reduce((sum, { width }) => sum + width + GAP.length, -GAP.length);
    while (spare() < 0) {
      const widest = fitted.reduce((best, column) => (slack(column) > slack(best) ? column : best));
      if (slack(widest) <= 0) break;
      widest.width = Math.max(widest.least, widest.width + spare());
    }
    if (spare() >= 0) return fitted;
  }
  return widths.slice(0, 1).map((column) => ({ ...column, width: Math.max(1, Math.min(column.width, columns)) }));
}

/** Cuts the names of each column so that they stay distinct. */
function shortenNames(rows: readonly TableCell[][], fitted: readonly ColumnWidth[]): TableCell[][] {
  const texts = fitted.map(({ width }, i) =>
    shortenLabels(
      rows.flatMap((row) => row.slice(i, i + 1).flatMap(({ text, is_name }) => (is_name ? [text] : []))),
      width,
    ),
  );
  return rows.map((row) =>
    row.map((cell, i) => (cell.is_name ? { ...cell, text: texts[i]?.get(cell.text) ?? cell.text } : cell)),
  );
}

/** Renders cells side by side, without blanks at the end of the line. */
function renderRow(cells: readonly TableCell[], fitted: readonly ColumnWidth[]): StyledLine {
  const placed = fitted.flatMap((column, i) => cells.slice(i, i + 1).map((cell) => placeCell(cell, column)));
  const spans = placed.flatMap((cell, i) => (i === 0 ? [cell] : [createStyledSpan(GAP), cell]));
  while (spans.at(-1)?.text.trim() === '') spans.pop();
  const last = spans.pop();
  return last === undefined ? [] : [...spans, { ...last, text: last.text.trimEnd() }];
}

function placeCell({ text, tone }: TableCell, { is_number, width }: ColumnWidth): StyledSpan {
  const cut = truncateToWidth(text, width);
  return createStyledSpan(is_number ? textPadding.start(cut, width) : textPadding.end(cut, width), tone);
}

/** Renders the heads, aligned at their bottom line. */
function renderHeads(fitted: readonly ColumnWidth[]): StyledLine[] {
  const stacks = fitted.map(({ head, width }) => wrapText(head, width));
  const height = Math.min(HEAD, Math.max(...stacks.map(({ length }) => length)));
  return Array.from({ length: height }, (_, row) =>
    renderRow(
      stacks.map((stack) => ({
        ...{ text: stack[row - height + Math.min(height, stack.length)] ?? '', tone: 'plain', is_name: false },
      })),
      fitted,
    ),
  );
}
