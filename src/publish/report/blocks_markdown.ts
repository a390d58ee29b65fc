import type { Block, Section, Table } from './blocks.js';
import { textChart } from './charts/text_chart.js';
import { html, markdown, shorten } from './escape.js';
import { counted } from './quantities.js';

const ROWS = 200;
const CELL = 300;
const COLUMNS = 96;

/**
 * A section as GitHub Markdown. GitHub shows no inline SVG, so of charts only those are here that characters can draw; the numbers of
 * all of them are in the tables beside them.
 */
export function sectionMarkdown({ title, blocks }: Section, { fold = false } = {}): string {
  const inner = blocks.map(blockMarkdown).filter((text) => text !== '');
  if (!fold) return [`### ${markdown(shorten(title, CELL))}`, ...inner].join('\n\n');
  return [`<details><summary>${html(shorten(title, CELL))}</summary>`, ...inner, '</details>'].join('\n\n');
}

function blockMarkdown(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `#### ${markdown(shorten(block.text, CELL))}`;
    case 'text':
      return markdown(block.text);
    case 'list':
      return block.items.map((item) => `- ${markdown(item)}`).join('\n');
    case 'table':
      return table(block);
    case 'chart': {
      const lines = textChart(block.chart, COLUMNS);
      return lines.length === 0 ? '' : `<pre>\n${lines.map(html).join('\n')}\n</pre>`;
    }
    default:
      return block satisfies never;
  }
}

function table({ caption, columns, rows, folded }: Table): string {
  if (columns.length === 0) return '';
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const cells = (row: readonly string[]) => columns.map((_, at) => markdown(shorten(row[at] ?? '', CELL)) || ' ');
  const lines = [
    line(columns.map(({ head }) => markdown(shorten(head, CELL)) || ' ')),
    `|${columns.map(({ align }) => (align === 'right' ? '--:' : '---')).join('|')}|`,
    ...rows.slice(0, ROWS).map((row) => line(cells(row))),
    ...(rows.length > ROWS ? ['', `_${counted(rows.length - ROWS, 'more row')} in analysis.json._`] : []),
  ];
  if (rows.length === 0) lines.splice(0, lines.length, '_Nothing to show._');
  const name = shorten(caption, CELL);
  if (folded) return [`<details><summary>${html(name)}</summary>`, '', ...lines, '', '</details>'].join('\n');
  return name === '' ? lines.join('\n') : [`**${markdown(name)}**`, '', ...lines].join('\n');
}
