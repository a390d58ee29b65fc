import { escapeText } from '../../text/escape_text.js';
import { formatQuantity } from '../../text/format_quantity.js';
import { textPadding } from '../../text/measure_text_width.js';
import { splitToWidth, truncateToWidth } from '../../text/truncate_to_width.js';
import { renderTextChart } from '../charts/render_text_chart.js';
import type { ReportBlock, ReportSection, ReportTable } from '../report_block.js';
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
export function renderSectionLines({ title, blocks }: ReportSection, columns: number): string[] {
  const lines = blocks.flatMap((block) => renderBlock(block, columns));
  return lines.length === 0 ? [] : [truncateToWidth(escapeText(title).toUpperCase(), columns), ...lines];
}

function renderBlock(block: ReportBlock, columns: number): string[] {
  switch (block.kind) {
    case 'heading':
      return ['', truncateToWidth(escapeText(block.text), columns)];
    case 'text':
      return wrapText(escapeText(block.text), columns);
    case 'list':
      return block.items.flatMap((item) =>
        wrapText(escapeText(item), columns - 2).map((line, at) => `${at === 0 ? '- ' : GAP}${line}`),
      );
    case 'table':
      return renderTable(block, columns);
    case 'chart':
      return renderTextChart(block.chart, columns);
    default:
      return block satisfies never;
  }
}

/** Wraps text at words; a word that is longer than a line is cut into lines. */
function wrapText(text: string, columns: number): string[] {
  const room = Math.max(1, columns);
  return wrapWords(
    text.split(' ').flatMap((word) => splitToWidth(word, room)),
    room,
  );
}

/**
 * Renders a table. Columns are as wide as their cells and the longest word of their head. If they do not fit, texts are
 * cut, the widest first, but never numbers; then the last columns are left out and named.
 */
function renderTable({ caption, columns: all, rows, folded }: ReportTable, columns: number): string[] {
  if (folded || all.length === 0) return [];
  const shown = rows.slice(0, ROWS).map((row) => all.map((_, at) => escapeText(row[at] ?? '')));
  const heads = all.map(({ head }) => escapeText(head));
  const natural = heads.map((head, at) => textPadding.width([...head.split(' '), ...shown.map((row) => row[at]!)]));
  const widths = computeWidths(natural, (at) => (all[at]!.align === 'right' ? natural[at]! : FLOOR), columns);
  const count = widths.length;
  const line = (cells: readonly string[]) =>
    cells
      .slice(0, count)
      .map((cell, at) =>
        (all[at]!.align === 'right' ? textPadding.start : textPadding.end)(
          truncateToWidth(cell, widths[at]!),
          widths[at]!,
        ),
      )
      .join(GAP)
      .trimEnd();
  const left_out = heads.slice(count).join(', ');
  return [
    ...(caption === '' ? [] : ['', ...wrapText(escapeText(caption), columns)]),
    ...(rows.length === 0
      ? ['nothing to show']
      : [...renderHeads(heads.slice(0, count), widths, line), ...shown.map(line)]),
    ...(rows.length > ROWS
      ? [truncateToWidth(`… ${formatQuantity(rows.length - ROWS, 'more row')} in the report`, columns)]
      : []),
    ...(count < all.length ? [truncateToWidth(`… not shown here: ${left_out}`, columns)] : []),
  ];
}

/**
 * Computes the widths of as many columns as fit. The column with the most slack shrinks first, none below `least`; a
 * single column always fits.
 */
function computeWidths(natural: readonly number[], least: (at: number) => number, columns: number): number[] {
  for (let count = natural.length; count > 1; count--) {
    const widths = natural.slice(0, count);
    const spare = () => columns - widths.reduce((sum, each) => sum + each + GAP.length, -GAP.length);
    const slack = (at: number) => widths[at]! - least(at);
    while (spare() < 0) {
      const widest = widths.reduce((best, _, at) => (slack(at) > slack(best) ? at : best), 0);
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
  line: (cells: readonly string[]) => string,
): string[] {
  const stacks = heads.map((head, at) => wrapText(head, widths[at]!));
  const height = Math.min(HEAD, Math.max(...stacks.map(({ length }) => length)));
  return Array.from({ length: height }, (_, row) =>
    line(stacks.map((stack) => stack[row - height + Math.min(height, stack.length)] ?? '')),
  );
}
