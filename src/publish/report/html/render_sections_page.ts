import { shortenText } from '../../text/escape_text.js';
import { html, joinHtml } from '../../text/html_text.js';
import type { ReportSection } from '../report_block.js';
import { renderPage } from './render_page.js';
import { renderSectionHtml } from './render_section_html.js';

const TITLE = 300;

/** Renders sections as one self-contained page without a script. */
export function renderSectionsPage(title: string, sections: readonly ReportSection[]): string {
  const shown = shortenText(title, TITLE);
  return renderPage({
    title: shown,
    main: html`<h1>${shown}</h1>
${joinHtml(sections.map(renderSectionHtml), '\n')}`,
  });
}
