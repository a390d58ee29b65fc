import { escapeHtml, escapeMarkdown, formatMarkdownCode, shortenText } from '../../text/escape_text.js';
import { formatQuantity } from '../../text/format_quantity.js';
import { renderTextChart } from '../charts/render_text_chart.js';
import { listSectionBlocks } from '../parts/prose.js';
import type { ListItem, ReportBlock, ReportSection, ReportTable, RichText, TextPiece } from '../report_block.js';

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
export function renderBlockMarkdown(block: ReportBlock): string {
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
        : ['> [!WARNING]', ...block.items.map((item) => `> ${renderTextMarkdown(item)}<br>`)].join('\n');
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
