import { shortenText } from '../../text/escape_text.js';
import { formatQuantity } from '../../text/format_quantity.js';
import { type HtmlText, html, joinHtml } from '../../text/html_text.js';
import { renderChartSvg } from '../charts/render_chart_svg.js';
import type { ReportBlock, ReportSection, ReportTable } from '../report_block.js';

const ROWS = 1000;
const TITLE = 300;

/** Renders a section as a part of the page. Makes `id` safe; the caller ensures that ids differ. */
export function renderSectionHtml({ id, title, blocks }: ReportSection): HtmlText {
  const own = toSectionId(id);
  const inner = blocks.map((block, at) => renderBlock(block, `${own}-${at}`)).filter((part) => !part.isEmpty);
  return html`<section aria-labelledby="${own}"><h2 id="${own}">${shortenText(title, TITLE)}</h2>
${joinHtml(inner, '\n')}</section>`;
}

/** Returns the id of a section in the page; it never equals the id of an attempt. */
export function toSectionId(id: string): string {
  return `section-${id.replace(/[^\w-]/gu, (character) => `.${character.codePointAt(0)!.toString(16)}`)}`;
}

function renderBlock(block: ReportBlock, id: string): HtmlText {
  switch (block.kind) {
    case 'heading':
      return html`<h3>${shortenText(block.text, TITLE)}</h3>`;
    case 'text':
      return html`<p>${block.text}</p>`;
    case 'list':
      return block.items.length === 0 ? html`` : html`<ul>${block.items.map((item) => html`<li>${item}</li>`)}</ul>`;
    case 'table':
      return renderTableHtml(block);
    case 'chart': {
      const svg = renderChartSvg(block.chart, id);
      const title = shortenText(block.chart.title, TITLE);
      return svg === undefined
        ? html`<p class="quiet">${title}: nothing to draw.</p>`
        : html`<figure class="chart"><figcaption>${title}</figcaption>${svg}</figure>`;
    }
    default:
      return block satisfies never;
  }
}

/** Renders a table that becomes a list of cards on a narrow page: every cell carries the head of its column. */
export function renderTableHtml({ caption: whole, columns, rows, folded }: ReportTable): HtmlText {
  const caption = shortenText(whole, TITLE);
  if (columns.length === 0) return html``;
  const alignment = (align: 'left' | 'right' | undefined) => (align === 'right' ? html` class="number"` : '');
  const cell = (text: string, at: number) => {
    const { head, align } = columns[at]!;
    return at === 0
      ? html`<th scope="row"${alignment(align)}>${text}</th>`
      : html`<td${alignment(align)} data-head="${head}">${text}</td>`;
  };
  const heads = columns.map(({ head, align }) => html`<th scope="col"${alignment(align)}>${head}</th>`);
  const body = rows.slice(0, ROWS).map((row) => html`<tr>${columns.map((_, at) => cell(row[at] ?? '', at))}</tr>`);
  const more =
    rows.length > ROWS
      ? html`<p class="quiet">${formatQuantity(rows.length - ROWS, 'more row')} in analysis.json.</p>`
      : '';
  const name = folded || caption === '' ? '' : html`<caption>${caption}</caption>`;
  const table =
    rows.length === 0
      ? html`<p class="quiet">${caption === '' || folded ? '' : `${caption}: `}nothing to show.</p>`
      : html`<div class="scroll"><table class="stack">${name}<thead><tr>${heads}</tr></thead><tbody>${body}</tbody></table></div>${more}`;
  return folded ? html`<details><summary>${caption}</summary>${table}</details>` : table;
}
