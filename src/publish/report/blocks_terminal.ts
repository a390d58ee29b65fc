import type { Block, Section, Table } from './blocks.js';
import { textChart } from './charts/text_chart.js';
import { terminal } from './escape.js';
import { counted } from './quantities.js';
import { cut, pad, width } from './terminal_width.js';

const ROWS = 40;
const GAP = '  ';
/** Cells that a column of words keeps. */
const FLOOR = 14;
/** Lines of a head at most. */
const HEAD = 4;

/**
 * A section as lines for a terminal, none longer than `columns`; none when nothing of it can be shown there. Folded tables are left to the
 * other reports.
 */
export function sectionTerminal({ title, blocks }: Section, columns: number): string[] {
  const lines = blocks.flatMap((block) => blockLines(block, columns));
  return lines.length === 0 ? [] : [cut(terminal(title).toUpperCase(), columns), ...lines];
}

function blockLines(block: Block, columns: number): string[] {
  switch (block.kind) {
    case 'heading':
      return ['', cut(terminal(block.text), columns)];
    case 'text':
      return wrapped(terminal(block.text), columns);
    case 'list':
      return block.items.flatMap((item) =>
        wrapped(terminal(item), columns - 2).map((line, at) => `${at === 0 ? '- ' : GAP}${line}`),
      );
    case 'table':
      return tableLines(block, columns);
    case 'chart':
      return textChart(block.chart, columns);
    default:
      return block satisfies never;
  }
}

/** Whole words as long as they fit; a word that is longer than a line is cut into lines. */
export function wrapped(text: string, columns: number): string[] {
  const room = Math.max(1, columns);
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((each) => pieces(each, room))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (width(longer) <= room) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

function pieces(word: string, room: number): string[] {
  if (width(word) <= room) return [word];
  const out = [''];
  for (const character of word) {
    if (width(out.at(-1)! + character) > room && out.at(-1) !== '') out.push('');
    out[out.length - 1] += character;
  }
  return out;
}

/**
 * Columns as wide as their cells and the longest word of their head, which may take several lines. Where they do not fit words are cut,
 * the widest first; numbers never are. Then the last columns are left out and named.
 */
function tableLines({ caption, columns: all, rows, folded }: Table, columns: number): string[] {
  if (folded || all.length === 0) return [];
  const shown = rows.slice(0, ROWS).map((row) => all.map((_, at) => terminal(row[at] ?? '')));
  const heads = all.map(({ head }) => terminal(head));
  const natural = heads.map((head, at) => pad.width([...head.split(' '), ...shown.map((row) => row[at]!)]));
  const widths = fitting(natural, (at) => (all[at]!.align === 'right' ? natural[at]! : FLOOR), columns);
  const count = widths.length;
  const line = (cells: readonly string[]) =>
    cells
      .slice(0, count)
      .map((cell, at) => (all[at]!.align === 'right' ? pad.start : pad.end)(cut(cell, widths[at]!), widths[at]!))
      .join(GAP)
      .trimEnd();
  const left_out = heads.slice(count).join(', ');
  return [
    ...(caption === '' ? [] : ['', ...wrapped(terminal(caption), columns)]),
    ...(rows.length === 0
      ? ['nothing to show']
      : [...headLines(heads.slice(0, count), widths, line), ...shown.map(line)]),
    ...(rows.length > ROWS ? [cut(`… ${counted(rows.length - ROWS, 'more row')} in the report`, columns)] : []),
    ...(count < all.length ? [cut(`… not shown here: ${left_out}`, columns)] : []),
  ];
}

/** Widths of as many columns as fit: the one that can give most gives first, none less than `least`; a single one always fits. */
function fitting(natural: readonly number[], least: (at: number) => number, columns: number): number[] {
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

/** Heads stand on the line above the rows, and begin as far above it as they need. */
function headLines(
  heads: readonly string[],
  widths: readonly number[],
  line: (cells: readonly string[]) => string,
): string[] {
  const stacks = heads.map((head, at) => wrapped(head, widths[at]!));
  const height = Math.min(HEAD, Math.max(...stacks.map(({ length }) => length)));
  return Array.from({ length: height }, (_, row) =>
    line(stacks.map((stack) => stack[row - height + Math.min(height, stack.length)] ?? '')),
  );
}
