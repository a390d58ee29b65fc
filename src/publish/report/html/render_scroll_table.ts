import { type HtmlText, type HtmlValue, html } from '../../text/html_text.js';

/** Renders the head of a column. @param classes CSS classes of the cell; default: none */
export function renderColumnHead(head: HtmlValue, classes = ''): HtmlText {
  return html`<th scope="col"${attribute(classes)}>${head}</th>`;
}

/** Renders a cell. @param classes CSS classes of the cell; default: none */
export function renderCell(content: HtmlValue, classes = ''): HtmlText {
  return html`<td${attribute(classes)}>${content}</td>`;
}

/** Renders a table that scrolls sideways where the page is narrow. */
export function renderScrollTable(heads: readonly HtmlText[], rows: readonly HtmlText[]): HtmlText {
  return html`<div class="scroll"><table><thead><tr>${heads}</tr></thead><tbody>${rows}</tbody></table></div>`;
}

const attribute = (classes: string): HtmlValue => (classes === '' ? '' : html` class="${classes}"`);
