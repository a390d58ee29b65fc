import type { Block, Section, Table } from './blocks.js';
import { chartSvg } from './charts/chart_svg.js';
import { html, shorten } from './escape.js';
import { counted } from './quantities.js';

const ROWS = 1000;
const TITLE = 300;

/** A section as a part of the page. `id` is made safe; the caller sees to it that ids differ. */
export function sectionHtml({ id, title, blocks }: Section): string {
  const own = sectionId(id);
  const inner = blocks.map((block, at) => blockHtml(block, `${own}-${at}`)).filter((text) => text !== '');
  return `<section aria-labelledby="${own}"><h2 id="${own}">${html(shorten(title, TITLE))}</h2>\n${inner.join('\n')}</section>`;
}

/** Id of a section in the page, apart from the ids of attempts. */
export function sectionId(id: string): string {
  return `section-${id.replace(/[^\w-]/gu, (character) => `.${character.codePointAt(0)!.toString(16)}`)}`;
}

function blockHtml(block: Block, id: string): string {
  switch (block.kind) {
    case 'heading':
      return `<h3>${html(shorten(block.text, TITLE))}</h3>`;
    case 'text':
      return `<p>${html(block.text)}</p>`;
    case 'list':
      return block.items.length === 0 ? '' : `<ul>${block.items.map((item) => `<li>${html(item)}</li>`).join('')}</ul>`;
    case 'table':
      return tableHtml(block);
    case 'chart': {
      const svg = chartSvg(block.chart, id);
      const title = html(shorten(block.chart.title, TITLE));
      return svg === ''
        ? `<p class="quiet">${title}: nothing to draw.</p>`
        : `<figure class="chart"><figcaption>${title}</figcaption>${svg}</figure>`;
    }
    default:
      return block satisfies never;
  }
}

/** A table that becomes a list of cards where the page is narrow: every cell carries the head of its column. */
export function tableHtml({ caption: whole, columns, rows, folded }: Table): string {
  const caption = shorten(whole, TITLE);
  if (columns.length === 0) return '';
  const cell = (text: string, at: number) => {
    const { head, align } = columns[at]!;
    const kind = align === 'right' ? ' class="number"' : '';
    return at === 0
      ? `<th scope="row"${kind}>${html(text)}</th>`
      : `<td${kind} data-head="${html(head)}">${html(text)}</td>`;
  };
  const heads = columns.map(
    ({ head, align }) => `<th scope="col"${align === 'right' ? ' class="number"' : ''}>${html(head)}</th>`,
  );
  const body = rows.slice(0, ROWS).map((row) => `<tr>${columns.map((_, at) => cell(row[at] ?? '', at)).join('')}</tr>`);
  const more =
    rows.length > ROWS ? `<p class="quiet">${counted(rows.length - ROWS, 'more row')} in analysis.json.</p>` : '';
  const name = folded || caption === '' ? '' : `<caption>${html(caption)}</caption>`;
  const table =
    rows.length === 0
      ? `<p class="quiet">${caption === '' || folded ? '' : `${html(caption)}: `}nothing to show.</p>`
      : `<div class="scroll"><table class="stack">${name}<thead><tr>${heads.join('')}</tr></thead><tbody>${body.join('')}</tbody></table></div>${more}`;
  return folded ? `<details><summary>${html(caption)}</summary>${table}</details>` : table;
}
