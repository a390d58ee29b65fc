import { createHash } from 'node:crypto';
import { shortenText } from '../../text/escape_text.js';
import { formatQuantity } from '../../text/format_quantity.js';
import { type HtmlText, html, joinHtml, trustedHtml } from '../../text/html_text.js';
import {
  createAnswerBlocks,
  createFailuresFold,
  createFigures,
  createFooter,
  createNotes,
  createReasonItems,
} from '../parts/create_answer_blocks.js';
import { createAttemptFold } from '../parts/create_attempt_fold.js';
import { createAttemptTable, createMatrixSection } from '../parts/create_attempt_table.js';
import { createDetailSections } from '../parts/create_detail_sections.js';
import { joinPieces, listIf, prose, removeAnswers } from '../parts/prose.js';
import type { ReportBlock, ReportSection, TextPiece } from '../report_block.js';
import type { ReportView } from '../view/report_view.js';
import type { Transcript } from '../view/transcript.js';
import { PAGE_SCRIPT, PAGE_STYLE } from './page_style.js';
import { renderBlockHtml, renderSectionHtml, renderTextHtml, toPageId } from './render_section_html.js';

/** Characters of the details of all attempts, transcripts among them. */
const DETAILS_LIMIT = 12_000_000;
/** Failures are open up to so many; more would bury the rest. */
const OPEN = 20;
const SUSPICIONS = 200;

/**
 * Renders the report as one self-contained page: no outside address, no network, readable without its script. Links
 * lead only to places in the page and to files of the run folder beside it.
 *
 * @param transcripts what agents and models said to each other, by attempt
 */
export function renderHtmlReport(view: ReportView, transcripts: ReadonlyMap<string, Transcript> = new Map()): string {
  const matrix = createMatrixSection(view);
  const failures = createFailuresFold(view);
  const sections = removeAnswers(view.sections);
  const parts = [
    renderHead(view),
    ...createAnswerBlocks(view).map((block) => renderBlockHtml(block)),
    ...(matrix === undefined ? [] : [renderSectionHtml(matrix)]),
    ...(failures === undefined ? [] : [renderBlockHtml(failures)]),
    renderBlockHtml({ kind: 'notice', items: createNotes(view) }),
    renderContents(view),
    ...sections.filter(({ background }) => !background).map(renderSectionHtml),
    ...createAttemptsSections(view).map(renderSectionHtml),
    ...sections.filter(({ background }) => background).map(renderSectionHtml),
    ...createDetailSections(view, SUSPICIONS).map(renderSectionHtml),
    html`<section aria-labelledby="details"><h2 id="details">Attempts in detail</h2>
${renderDetails(view, transcripts)}
</section>`,
  ];
  return renderPage({
    title: formatPageTitle(view),
    main: joinHtml(
      parts.filter((part) => !part.isEmpty),
      '\n',
    ),
    footer: renderTextHtml(createFooter({ ...view, harness: { ...view.harness, run_url: undefined } })),
    script: PAGE_SCRIPT,
  });
}

/** Formats the title of the page: verdict, suite, repository, day of the first attempt. */
function formatPageTitle({ title, suite, harness, period }: ReportView): string {
  const names = [suite, harness.repository ?? '', period?.first.slice(0, 10) ?? ''];
  return [title, ...names.filter((name) => name !== '').map((name) => shortenText(name, 80))].join(' – ');
}

function createAttemptsSections({ rows, total }: ReportView): ReportSection[] {
  const hidden = total.attempts - rows.length;
  const text = `${formatQuantity(hidden, 'more attempt')} in results.jsonl; these are the worst.`;
  const blocks = [createAttemptTable(rows), ...listIf<ReportBlock>(hidden > 0, { kind: 'text', text })];
  return rows.length === 0 ? [] : [{ id: 'table', title: 'Gates', blocks }];
}

/** Renders the details of as many attempts as a page can bear, and counts the rest. */
function renderDetails({ rows, total }: ReportView, transcripts: ReadonlyMap<string, Transcript>): HtmlText {
  const parts: HtmlText[] = [];
  let room = DETAILS_LIMIT;
  const open = total.by_status.failure <= OPEN;
  for (const row of rows) {
    const transcript = transcripts.get(row.attempt_id);
    const part = renderBlockHtml(createAttemptFold(row, 'page', { open, transcript }));
    room -= part.text.length;
    if (room < 0) break;
    parts.push(part);
  }
  const more = total.attempts - parts.length;
  if (more > 0) parts.push(html`<p>Details of ${formatQuantity(more, 'more attempt')} are in results.jsonl.</p>`);
  return joinHtml(parts, '\n');
}

function renderHead(view: ReportView): HtmlText {
  const figures = createFigures(view).map(([name, value]) => html`<li><strong>${value}</strong>${name}</li>`);
  return html`<h1 class="${view.tone}">${view.sign} ${view.title}</h1>
<p class="quiet">${renderTextHtml(createIdentity(view))}</p>
${renderBlockHtml({ kind: 'list', items: createReasonItems(view) })}
<ul class="numbers">${figures}</ul>`;
}

/** Creates the identity of the run: suite, repository, commit, dates, size. */
function createIdentity({ suite, harness, period, total, matrix }: ReportView): TextPiece[] {
  const { repository = '', commit = '' } = harness;
  const sizes = [
    ...(matrix === undefined
      ? []
      : [
          formatQuantity(matrix.rows.length + matrix.more_tasks, 'task'),
          formatQuantity(matrix.agents.length + matrix.more_agents, 'agent'),
        ]),
    ...(period === undefined ? [] : [formatPeriod(period)]),
    formatQuantity(total.attempts, 'attempt'),
    `gatebench ${harness.version}`,
  ];
  const parts = [
    ...listIf(suite !== '', prose`suite ${{ code: suite }}`),
    ...listIf(repository !== '', [{ code: repository }]),
    ...listIf(commit !== '', prose`commit ${{ code: commit.slice(0, 12) }}`),
    ...sizes.map((size) => [size]),
  ];
  return joinPieces(parts, ' · ');
}

/** Formats when attempts were made, in UTC: "2026-11-24 01:12" or both ends. */
function formatPeriod({ first, last }: NonNullable<ReportView['period']>): string {
  const [begin = '', end = ''] = [first, last].map((time) => time.slice(0, 16).replace('T', ' '));
  if (begin === end) return `${begin} UTC`;
  return `${begin} to ${end.slice(0, 10) === begin.slice(0, 10) ? end.slice(11) : end} UTC`;
}

/** Renders links to the sections if there are at least three; else nothing. */
function renderContents({ sections }: ReportView): HtmlText {
  if (sections.length < 3) return html``;
  const links = [...sections, { id: 'table', title: 'Attempts' }].map(
    ({ id, title }) => html`<li><a href="#${toPageId(`section-${id}`)}">${shortenText(title, 80)}</a></li>`,
  );
  return html`<nav class="contents" aria-label="Sections"><ul>${links}</ul></nav>`;
}

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

/** Content of a page. */
interface PageOptions {
  title: string;
  main: HtmlText;
  footer?: HtmlText;
  /** JavaScript of our own; the page is complete without it. */
  script?: string;
}

/** Renders a self-contained page. Its policy allows its own style and script by digest, and no outside address. */
function renderPage({ title, main, footer, script }: PageOptions): string {
  const scripts = script === undefined ? '' : ` script-src '${computeDigest(script)}';`;
  const sources = `default-src 'none'; style-src '${computeDigest(PAGE_STYLE)}';${scripts}`;
  const policy = `${sources} base-uri 'none'; form-action 'none'`;
  const end = [
    ...(footer === undefined ? [] : [html`<footer class="quiet"><p>${footer}</p></footer>\n`]),
    ...(script === undefined ? [] : [html`<script>${trustedHtml(script)}</script>\n`]),
  ];
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trustedHtml(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title} – gatebench</title>
<style>${trustedHtml(PAGE_STYLE)}</style>
</head>
<body>
<main>
${main}
</main>
${end}</body>
</html>
`.text;
}

const computeDigest = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;
