import { escapeHtml, escapeMarkdown, shortenText } from '../../text/escape_text.js';
import { formatQuantity } from '../../text/format_quantity.js';
import { renderTextChart } from '../charts/render_text_chart.js';
import type { ReportBlock, ReportSection, ReportTable } from '../report_block.js';

const ROWS = 200;
const CELL = 300;
const COLUMNS = 96;

/**
 * Renders a section as GitHub Markdown. GitHub shows no inline SVG, so charts that characters cannot draw are left out;
 * their numbers are in the tables beside them.
 */
export function renderSectionMarkdown({ title, blocks }: ReportSection, { fold = false } = {}): string {
  const inner = blocks.map(renderBlock).filter((text) => text !== '');
  if (!fold) return [`### ${escapeMarkdown(shortenText(title, CELL))}`, ...inner].join('\n\n');
  return [`<details><summary>${escapeHtml(shortenText(title, CELL))}</summary>`, ...inner, '</details>'].join('\n\n');
}

function renderBlock(block: ReportBlock): string {
  switch (block.kind) {
    case 'heading':
      return `#### ${escapeMarkdown(shortenText(block.text, CELL))}`;
    case 'text':
      return escapeMarkdown(block.text);
    case 'list':
      return block.items.map((item) => `- ${escapeMarkdown(item)}`).join('\n');
    case 'table':
      return renderTable(block);
    case 'chart': {
      const lines = renderTextChart(block.chart, COLUMNS);
      return lines.length === 0 ? '' : `<pre>\n${lines.map(escapeHtml).join('\n')}\n</pre>`;
    }
    default:
      return block satisfies never;
  }
}

function renderTable({ caption, columns, rows, folded }: ReportTable): string {
  if (columns.length === 0) return '';
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const cells = (row: readonly string[]) =>
    columns.map((_, at) => escapeMarkdown(shortenText(row[at] ?? '', CELL)) || ' ');
  const lines = [
    line(columns.map(({ head }) => escapeMarkdown(shortenText(head, CELL)) || ' ')),
    `|${columns.map(({ align }) => (align === 'right' ? '--:' : '---')).join('|')}|`,
    ...rows.slice(0, ROWS).map((row) => line(cells(row))),
    ...(rows.length > ROWS ? ['', `_${formatQuantity(rows.length - ROWS, 'more row')} in analysis.json._`] : []),
  ];
  if (rows.length === 0) lines.splice(0, lines.length, '_Nothing to show._');
  const name = shortenText(caption, CELL);
  if (folded) return [`<details><summary>${escapeHtml(name)}</summary>`, '', ...lines, '', '</details>'].join('\n');
  return name === '' ? lines.join('\n') : [`**${escapeMarkdown(name)}**`, '', ...lines].join('\n');
}
