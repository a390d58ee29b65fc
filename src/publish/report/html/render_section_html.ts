import { shortenText } from '../../text/escape_text.js';
import { formatQuantity } from '../../text/format_quantity.js';
import { type HtmlText, type HtmlValue, html, joinHtml } from '../../text/html_text.js';
import { renderChartSvg } from '../charts/render_chart_svg.js';
import { listSectionBlocks } from '../parts/prose.js';
import type {
  Fact,
  ListItem,
  ReportBlock,
  ReportFold,
  ReportSection,
  ReportTable,
  RichText,
  TableColumn,
  TextPiece,
} from '../report_block.js';

const ROWS = 1000;
const TITLE = 300;

/** Renders a section as a part of the page. Makes `id` safe; the caller ensures that ids differ. */
export function renderSectionHtml(section: ReportSection): HtmlText {
  const id = toPageId(`section-${section.id}`);
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${shortenText(section.title, TITLE)}</h2>
${renderBlocks(listSectionBlocks(section), id)}</section>`;
}

/** Returns a text as an id of the page. */
export function toPageId(text: string): string {
  return text.replace(/[^\w-]/gu, (character) => `.${character.codePointAt(0)!.toString(16)}`);
}

/** Renders a block as a part of the page. @param id of charts in it */
export function renderBlockHtml(block: ReportBlock, id = ''): HtmlText {
  switch (block.kind) {
    case 'heading':
      return html`<h3>${shortenText(block.text, TITLE)}</h3>`;
    case 'text':
      return html`<p>${renderTextHtml(block.text)}</p>`;
    case 'list':
      return block.items.length === 0 ? html`` : html`<ul>${block.items.map(renderItem)}</ul>`;
    case 'notice':
      return joinHtml(
        block.items.map((item) => html`<p class="warning">${renderTextHtml(item)}</p>`),
        '\n',
      );
    case 'facts':
      return block.facts.length === 0 ? html`` : renderFacts(block.title, block.facts);
    case 'table':
      return renderTable(block);
    case 'chart': {
      const svg = renderChartSvg(block.chart, id);
      const title = shortenText(block.chart.title, TITLE);
      return svg === undefined
        ? html`<p class="quiet">${title}: nothing to draw.</p>`
        : html`<figure class="chart"><figcaption>${title}</figcaption>${svg}</figure>`;
    }
    case 'fold':
      return renderFold(block, id);
    default:
      return block satisfies never;
  }
}

/** Renders text with its marks. */
export function renderTextHtml(text: RichText): HtmlText {
  return typeof text === 'string' ? html`${text}` : joinHtml(text.map(renderPiece), '');
}

function renderPiece(piece: TextPiece): HtmlValue {
  if (typeof piece === 'string') return piece;
  if ('trusted' in piece) return piece.trusted;
  if ('strong' in piece) return html`<strong>${piece.strong}</strong>`;
  if ('link' in piece) return piece.link;
  if ('tone' in piece) return html`<span class="${piece.tone}">${piece.text}</span>`;
  const href = toLocalAddress(piece.href);
  return href === undefined ? html`<code>${piece.code}</code>` : html`<a href="${href}"><code>${piece.code}</code></a>`;
}

/** Returns an address in the page or of a file beside it; undefined for any other. */
function toLocalAddress(href = ''): string | undefined {
  if (href.startsWith('#')) return `#${toPageId(href.slice(1))}`;
  const [first, ...parts] = href.split('/');
  const is_plain = parts.length > 0 && parts.every((part) => /^[\w.@+=-]+$/.test(part) && !/^\.+$/.test(part));
  return first === '.' && is_plain ? href : undefined;
}

function renderItem(item: ListItem): HtmlText {
  if (typeof item === 'string' || !('lines' in item)) return html`<li>${renderTextHtml(item as RichText)}</li>`;
  return html`<li>${renderTextHtml(item.text)}${renderLines(item.lines)}</li>`;
}

/** Renders lines with their breaks, which are escaped otherwise. */
const renderLines = (lines: readonly string[] = []): HtmlText =>
  lines.length === 0 ? html`` : html`<pre>${joinHtml(lines, '\n')}</pre>`;

function renderFacts(title: string, facts: readonly Fact[]): HtmlText {
  const rows = facts.map(
    ({ name, value, lines }) =>
      html`<tr><th scope="row">${renderPiece(name)}</th><td>${renderTextHtml(value)}${renderLines(lines)}</td></tr>`,
  );
  return html`<h3>${title}</h3><div class="scroll"><table><tbody>${rows}</tbody></table></div>`;
}

function renderFold({ title, blocks, open, id, find }: ReportFold, chart_id: string): HtmlText {
  const attributes = [
    id === undefined ? '' : html` id="${toPageId(id)}"`,
    find === undefined ? '' : html` data-find="${find}"`,
    open ? ' open' : '',
  ];
  return html`<details${attributes}><summary>${renderTextHtml(title)}</summary>
${renderBlocks(blocks, chart_id)}
</details>`;
}

function renderBlocks(blocks: readonly ReportBlock[], id: string): HtmlText {
  const parts = blocks.map((block, i) => renderBlockHtml(block, `${id}-${i}`));
  return joinHtml(
    parts.filter((part) => !part.isEmpty),
    '\n',
  );
}

/**
 * Renders a table that scrolls sideways. One that has no filter becomes a list of cards on a narrow page: every cell
 * carries the head of its column.
 */
function renderTable({ caption: whole, columns, rows, folded, find }: ReportTable): HtmlText {
  const caption = shortenText(whole, TITLE);
  if (columns.length === 0) return html``;
  const heads = columns.map((column) => html`<th scope="col"${toClass(column)}>${column.head}</th>`);
  const body = rows.slice(0, ROWS).map((row, i) => {
    const attribute = find === undefined ? '' : html` data-find="${find[i] ?? ''}"`;
    return html`<tr${attribute}>${columns.map((column, at) => renderCell(row[at] ?? '', column, at === 0))}</tr>`;
  });
  const more =
    rows.length > ROWS
      ? html`<p class="quiet">${formatQuantity(rows.length - ROWS, 'more row')} in analysis.json.</p>`
      : '';
  const name = folded || caption === '' ? '' : html`<caption>${caption}</caption>`;
  const kind = find === undefined ? 'stack' : 'wide';
  const table =
    rows.length === 0
      ? html`<p class="quiet">${caption === '' || folded ? '' : `${caption}: `}nothing to show.</p>`
      : html`<div class="scroll" tabindex="0"><table class="${kind}">${name}<thead><tr>${heads}</tr></thead>
<tbody>${joinHtml(body, '\n')}</tbody></table></div>${more}`;
  if (folded) return html`<details><summary>${caption}</summary>${table}</details>`;
  return find === undefined ? table : html`${FILTER}\n${table}`;
}

const FILTER = html`<p class="filter" hidden>${[
  html`<label>Filter <input type="search" placeholder="task, agent, result, tag …"></label>`,
  html` <output></output>`,
]}</p>`;

/** Renders a cell. A single piece with a tone gives its tone to the cell. */
function renderCell(cell: RichText, column: TableColumn, is_name: boolean): HtmlText {
  const [piece, ...rest] = typeof cell === 'string' ? [] : cell;
  const toned = typeof piece === 'object' && 'tone' in piece && rest.length === 0 ? piece : undefined;
  const content = toned === undefined ? renderTextHtml(cell) : toned.text;
  const classes = toClass(column, ...(toned === undefined ? [] : ['mark', toned.tone]));
  return is_name
    ? html`<th scope="row"${classes}>${content}</th>`
    : html`<td${classes} data-head="${column.head}">${content}</td>`;
}

function toClass({ align, minor, long }: TableColumn, ...marks: readonly string[]): HtmlValue {
  const classes = [align === 'right' ? 'number' : '', minor ? 'minor' : '', long ? 'why' : '', ...marks];
  const text = classes.filter((one) => one !== '').join(' ');
  return text === '' ? '' : html` class="${text}"`;
}
