import { GATE_NAMES, GATES } from '../../../record/verdict/gates.js';
import { shortenMiddle, shortenText } from '../../text/escape_text.js';
import { formatDuration, formatPercent, formatQuantity, formatUsd } from '../../text/format_quantity.js';
import { type HtmlText, type HtmlValue, html, joinHtml, trustedHtml } from '../../text/html_text.js';
import { createColumns } from '../create_columns.js';
import type { AttemptRow } from '../view/attempt_row.js';
import { formatRate } from '../view/compute_report_rate.js';
import { formatContractCheckLines } from '../view/contract_check.js';
import { formatEvidence } from '../view/format_evidence.js';
import { formatJudgedPassesNote, formatStrengthCell, formatWeaknessNote } from '../view/format_strength.js';
import { groupFindings } from '../view/group_findings.js';
import { formatAuditState, formatDisabledMechanisms, formatMetric } from '../view/mechanism_summary.js';
import { formatReasonOwners, formatReasonPlace } from '../view/report_reason.js';
import { formatTotalCost, type ReportView } from '../view/report_view.js';
import type { MatrixCell } from '../view/result_matrix.js';
import { GATE_LABELS, LIVE_NETWORK_REMARK, STATUS_LABELS } from '../view/status_labels.js';
import { formatFailureAgents } from '../view/test_failure_summary.js';
import type { Transcript } from '../view/transcript.js';
import { PAGE_SCRIPT } from './page_style.js';
import { renderAttemptHtml, toAttemptAnchor, toFilterText } from './render_attempt_html.js';
import { renderModelsHtml } from './render_models_html.js';
import { renderPage } from './render_page.js';
import { renderCell, renderColumnHead } from './render_scroll_table.js';
import { renderSectionHtml, renderTableHtml, toSectionId } from './render_section_html.js';
import { renderStrengthsHtml, renderSuspicionsHtml } from './render_strengths_html.js';

const TONE_CLASSES = { pass: 'good', fail: 'bad', error: 'doubt', none: 'quiet', invalid: 'doubt' } as const;

/** Characters of the details of all attempts, transcripts among them. */
const DETAILS_LIMIT = 12_000_000;
/** Failures are open up to so many; more would bury the rest. */
const OPEN = 20;
const NOTES = 10;
const MISSING = 50;

/**
 * Renders the report as one self-contained page: no outside address, no network, readable without its script. Links
 * lead only to places in the page and to files of the run folder beside it.
 *
 * @param transcripts what agents and models said to each other, by attempt
 */
export function renderHtmlReport(view: ReportView, transcripts: ReadonlyMap<string, Transcript> = new Map()): string {
  const parts = [
    renderHead(view),
    renderMatrix(view),
    renderFailures(view),
    renderNotes(view),
    renderContents(view),
    ...view.sections.map(renderSectionHtml),
    renderAttempts(view),
    renderStrengthsHtml(view),
    renderSuspicionsHtml(view),
    renderFindings(view),
    ...(view.acts === undefined ? [] : [renderSectionHtml(view.acts)]),
    renderMechanisms(view),
    renderModelsHtml(view.models),
    renderRates(view),
  ];
  const shown = parts.filter((part) => !part.isEmpty);
  const main = html`${joinHtml(shown, '\n')}
<section aria-labelledby="details"><h2 id="details">Attempts in detail</h2>
${renderDetails(view, transcripts)}
</section>`;
  return renderPage({
    title: formatPageTitle(view),
    main,
    footer: renderFooter(view),
    script: PAGE_SCRIPT,
  });
}

/** Formats the title of the page: verdict, suite, repository, day of the first attempt. */
function formatPageTitle({ title, suite, harness, period }: ReportView): string {
  const names = [suite, harness.repository ?? '', period?.first.slice(0, 10) ?? ''];
  return [title, ...names.filter((name) => name !== '').map((name) => shortenText(name, 80))].join(' – ');
}

/** Renders the details of as many attempts as a page can bear, and counts the rest. */
function renderDetails(view: ReportView, transcripts: ReadonlyMap<string, Transcript>): HtmlText {
  const parts: HtmlText[] = [];
  let room = DETAILS_LIMIT;
  const open = view.total.by_status.failure <= OPEN;
  for (const row of view.rows) {
    const part = renderAttemptHtml(row, open, transcripts.get(row.attempt_id));
    room -= part.text.length;
    if (room < 0) break;
    parts.push(part);
  }
  const more = view.total.attempts - parts.length;
  if (more > 0) parts.push(html`<p>Details of ${formatQuantity(more, 'more attempt')} are in results.jsonl.</p>`);
  return joinHtml(parts, '\n');
}

function renderHead(view: ReportView): HtmlText {
  const name = (raw: string) => html`<code>${shortenText(raw, 80)}</code>`;
  const reasons = view.reasons.map((reason) => {
    const owners = joinHtml(
      formatReasonOwners<HtmlText>(reason, name, (text) => html`${text}`),
      '',
    );
    return html`<li><strong>Why</strong> ${formatReasonPlace(reason)}: ${reason.why} – ${owners}</li>`;
  });
  if (view.more_reasons > 0) reasons.push(html`<li>… ${formatQuantity(view.more_reasons, 'more reason')}</li>`);
  for (const check of view.contract_checks.filter(({ state }) => state !== 'works').slice(0, NOTES))
    reasons.push(html`<li>${formatContractCheckLines(check).join(' ')}</li>`);
  if (view.reasons_of !== '') reasons.push(html`<li>${view.reasons_of}</li>`);
  if (view.baselines !== '') reasons.push(html`<li>${view.baselines}</li>`);
  const rates = [
    [view.rate.point === null ? 'undefined' : formatPercent(view.rate.point), `success rate${view.rate_of}`],
    [`${view.rate.decided} of ${view.rate.total}`, 'attempts decided'],
  ] as const;
  const numbers = [
    ...(view.contract_checks.length > 0 ? [] : rates),
    [formatTotalCost(view.total), 'cost'],
    [formatDuration(view.total.wall_ms), 'wall time'],
  ] as const;
  return html`<h1 class="${view.tone}">${view.sign} ${view.title}</h1>
${renderIdentity(view)}
${reasons.length === 0 ? '' : html`<ul>${reasons}</ul>`}
<ul class="numbers">${numbers.map(([value, name]) => html`<li><strong>${value}</strong>${name}</li>`)}</ul>`;
}

/** Renders the identity of the run: suite, repository, commit, dates, size. */
function renderIdentity({ suite, harness, period, total, matrix }: ReportView): HtmlText {
  const parts: HtmlValue[] = [
    ...(suite === '' ? [] : [html`suite <code>${suite}</code>`]),
    ...(harness.repository === undefined ? [] : [html`<code>${harness.repository}</code>`]),
    ...(harness.commit === undefined ? [] : [html`commit <code>${harness.commit.slice(0, 12)}</code>`]),
    ...(matrix === undefined
      ? []
      : [
          `${formatQuantity(matrix.rows.length + matrix.more_tasks, 'task')}, ${formatQuantity(matrix.agents.length + matrix.more_agents, 'agent')}`,
        ]),
    ...(period === undefined ? [] : [formatPeriod(period)]),
    formatQuantity(total.attempts, 'attempt'),
    `gatebench ${harness.version}`,
  ];
  return html`<p class="quiet">${joinHtml(parts, ' · ')}</p>`;
}

/** Formats when attempts were made, in UTC: "2026-11-24 01:12" or both ends. */
function formatPeriod({ first, last }: NonNullable<ReportView['period']>): string {
  const [from, to] = [first, last].map((time) => time.slice(0, 16).replace('T', ' '));
  return from === to ? `${from} UTC` : `${from} to ${to!.slice(0, 10) === from!.slice(0, 10) ? to!.slice(11) : to} UTC`;
}

/** Renders the passes of each agent at each task; nothing for one agent at one task. */
function renderMatrix({ matrix }: ReportView): HtmlText {
  if (matrix === undefined) return html``;
  const agents = matrix.agents.map((agent) => shortenMiddle(agent, 40));
  const heads = ['Task', ...agents].map((head) => renderColumnHead(head));
  const rows = matrix.rows.map(({ task, cells }) => {
    const marks = cells.map((cell, at) => renderMatrixCell(cell, agents[at]!));
    return html`<tr><th scope="row"><code>${task}</code></th>${marks}</tr>`;
  });
  const hidden = [
    ...(matrix.more_tasks > 0 ? [formatQuantity(matrix.more_tasks, 'more task')] : []),
    ...(matrix.more_agents > 0 ? [formatQuantity(matrix.more_agents, 'more agent')] : []),
  ];
  const more = hidden.length === 0 ? '' : html`<p>${hidden.join(', ')} not shown here.</p>`;
  return html`<section aria-labelledby="matrix"><h2 id="matrix">Passes by task and agent</h2>
<div class="scroll" tabindex="0" role="region" aria-labelledby="matrix"><table class="stack"><thead><tr>${heads}</tr></thead><tbody>${rows}</tbody></table></div>${more}</section>`;
}

/**
 * Renders the passes of one agent at one task, of the attempts that were decided; errors and invalid attempts are
 * counted apart. On a narrow page the name of the agent stands beside it.
 */
function renderMatrixCell(cell: MatrixCell | null, agent: string): HtmlText {
  if (cell === null) return html`<td class="mark quiet" data-head="${agent}">–</td>`;
  const { success, failure } = cell;
  const decided = success + failure;
  const undecided = (['acceptance_error', 'invalid'] as const)
    .filter((status) => cell[status] > 0)
    .map((status) => `${cell[status]} ${STATUS_LABELS[status].word}`);
  const [sign, tone] =
    decided === 0
      ? [STATUS_LABELS.invalid.sign, 'doubt']
      : failure === 0
        ? [STATUS_LABELS.success.sign, 'good']
        : success === 0
          ? [STATUS_LABELS.failure.sign, 'bad']
          : ['◐', 'doubt'];
  const parts = [...(decided === 0 ? [] : [`${success} of ${decided}`]), ...undecided];
  return html`<td class="mark ${tone}" data-head="${agent}">${sign} ${parts.join(', ')}</td>`;
}

/** Renders failed tests with the message of each. */
function renderFailures({ failures }: ReportView): HtmlText {
  if (failures.length === 0) return html``;
  const items = failures.map(
    (failure) =>
      html`<li><code>${failure.check}</code>: <code>${shortenText(failure.test, 200)}</code> – ${formatFailureAgents(failure)}<pre>${renderLines(failure.message)}</pre></li>`,
  );
  return html`<section class="transcript" aria-labelledby="failures"><h2 id="failures">Failed tests</h2><ul>${items}</ul></section>`;
}

/** Renders text with its line breaks, which are escaped otherwise. */
const renderLines = (text: string): HtmlText =>
  joinHtml(
    text.split('\n').map((line) => html`${line}`),
    '\n',
  );

/** Renders links to the sections if there are at least three; else nothing. */
function renderContents({ sections }: ReportView): HtmlText {
  if (sections.length < 3) return html``;
  const links = sections.map(
    ({ id, title }) => html`<li><a href="#${toSectionId(id)}">${shortenText(title, 80)}</a></li>`,
  );
  return html`<nav class="contents" aria-label="Sections"><ul>${links}<li><a href="#table">Attempts</a></li></ul></nav>`;
}

function renderNotes(view: ReportView): HtmlText {
  const lines: HtmlText[] = [];
  if (view.not_isolated > 0) {
    lines.push(
      html`<strong>Not isolated:</strong> ${formatQuantity(view.not_isolated, 'attempt')} ran without a sandbox. These results say nothing about safety.`,
    );
  }
  const { by_status, weaker } = view.total;
  if (weaker > 0) lines.push(html`<strong>Weaker:</strong> ${formatWeaknessNote(by_status.success, weaker)}.`);
  const graded = formatJudgedPassesNote(view.total.judged_passes, by_status.success);
  if (graded !== '') lines.push(html`<strong>Judge model:</strong> ${graded}.`);
  for (const { cap, count } of view.capped) {
    lines.push(html`<strong>Stopped at a cap:</strong> ${cap} (${formatQuantity(count, 'attempt')})`);
  }
  if (view.missing.length > 0) {
    const ids: HtmlValue[] = view.missing.slice(0, MISSING).map((id) => html`<code>${id}</code>`);
    if (view.missing.length > MISSING) ids.push(`and ${view.missing.length - MISSING} more`);
    const missing = formatQuantity(view.missing.length, 'expected attempt');
    lines.push(html`<strong>No result</strong> for ${missing}: ${joinHtml(ids, ', ')}`);
  }
  for (const { id, versions } of view.mixed_versions.slice(0, NOTES)) {
    const each = joinHtml(
      versions.map((version) => html`<code>${version.slice(0, 8)}</code>`),
      ', ',
    );
    lines.push(html`<strong>Mixed versions</strong> of <code>${id}</code>: ${each}. They are different tasks.`);
  }
  if (view.mixed_versions.length > NOTES) {
    const more = formatQuantity(view.mixed_versions.length - NOTES, 'more contract');
    lines.push(html`<strong>Mixed versions</strong> of ${more}.`);
  }
  for (const { text, count } of view.deviations.slice(0, NOTES)) {
    lines.push(html`<strong>Protocol deviation</strong> (${formatQuantity(count, 'attempt')}): ${text}`);
  }
  if (view.deviations.length > NOTES) {
    const more = formatQuantity(view.deviations.length - NOTES, 'more kind');
    lines.push(html`<strong>Protocol deviations</strong> of ${more}.`);
  }
  if (view.not_replayable > 0) {
    lines.push(
      html`<strong>Not replayable</strong> (${formatQuantity(view.not_replayable, 'attempt')}): ${LIVE_NETWORK_REMARK}`,
    );
  }
  return joinHtml(
    lines.map((line) => html`<p class="warning">${line}</p>`),
    '\n',
  );
}

function renderAttempts(view: ReportView): HtmlText {
  if (view.rows.length === 0) return html``;
  const hidden = view.total.attempts - view.rows.length;
  const gates = GATES.map((gate) => renderColumnHead(html`<abbr title="${GATE_NAMES[gate]}">${gate}</abbr>`));
  const heads = [
    ...['Result', 'Strength', 'Task'].map((head) => renderColumnHead(head)),
    renderColumnHead('Tier', 'number minor'),
    renderColumnHead('Agent'),
    renderColumnHead('Trial', 'number'),
    ...gates,
    renderColumnHead('Why'),
    renderColumnHead('Wall', 'number'),
    renderColumnHead('Cost', 'number'),
    renderColumnHead('Overhead', 'number minor'),
  ];
  const more =
    hidden === 0
      ? ''
      : html`
<p>${formatQuantity(hidden, 'more attempt')} in results.jsonl; these are the worst.</p>`;
  return html`<section aria-labelledby="table"><h2 id="table">Gates</h2>
<p class="filter" hidden>${FILTER_PARTS}</p>
<div class="scroll" tabindex="0" role="region" aria-labelledby="table"><table>
<thead><tr>${heads}</tr></thead>
<tbody>
${joinHtml(view.rows.map(renderTableRow), '\n')}
</tbody></table></div>${more}</section>`;
}

const FILTER_PARTS = [
  html`<label>Filter <input type="search" placeholder="task, agent, result, tag …"></label>`,
  html` <output></output>`,
];

function renderTableRow(row: AttemptRow): HtmlText {
  const { sign, word } = STATUS_LABELS[row.status];
  const gates = GATES.map((gate) => {
    const mark = GATE_LABELS[row.gates[gate]];
    return renderCell(`${mark.sign} ${mark.word}`, `mark ${TONE_CLASSES[row.gates[gate]]}`);
  });
  const cells = [
    renderCell(`${sign} ${word}${row.isolated ? '' : ' (not isolated)'}`, `mark ${TONE_CLASSES[word as 'pass']}`),
    renderCell(formatStrengthCell(row), row.weakness === '' ? 'mark' : 'mark doubt'),
    renderCell(html`<a href="#${toAttemptAnchor(row)}"><code>${row.task}</code></a>`),
    renderCell(row.tier, 'number minor'),
    renderCell(html`<code>${row.agent}</code>`),
    renderCell(row.trial, 'number'),
    ...gates,
    renderCell(row.why, 'why'),
    renderCell(formatDuration(row.wall_ms), 'number'),
    renderCell(formatUsd(row.cost_usd), 'number'),
    renderCell(formatDuration(row.overhead_ms), 'number minor'),
  ];
  return html`<tr data-find="${toFilterText(row)}">${cells}</tr>`;
}

function renderFindings({ findings, all_findings, tags, reasons }: ReportView): HtmlText {
  const found = groupFindings(findings, reasons).map(({ finding, tasks }) => {
    const { rule, severity, message, place } = finding;
    const tone = severity === 'violation' ? 'bad' : severity === 'warning' ? 'doubt' : 'quiet';
    const where = place === undefined ? '' : html` – <code>${place}</code>`;
    const names = joinHtml(
      tasks.slice(0, NOTES).map((task) => html`<code>${task}</code>`),
      ', ',
    );
    const more = tasks.length > NOTES ? ` and ${tasks.length - NOTES} more` : '';
    return html`<li><span class="${tone}">${severity}</span> <code>${rule}</code> in ${names}${more}: ${message}${where}</li>`;
  });
  const others = all_findings - findings.length;
  if (others > 0) found.push(html`<li class="quiet">… ${others} more in results.jsonl</li>`);
  const rules = new Set(findings.map(({ rule }) => rule));
  const shown = tags.filter(({ id }) => !rules.has(id)).slice(0, 200);
  if (found.length === 0 && shown.length === 0) return html``;
  return html`<section aria-labelledby="findings"><h2 id="findings">Safety findings and failure tags</h2>
${found.length === 0 ? '' : html`<ul>${found}</ul>`}
${shown.length === 0 ? '' : html`<ul>${shown.map(({ id, count }) => html`<li>tag <code>${id}</code> × ${count}</li>`)}</ul>`}</section>`;
}

function renderMechanisms(view: ReportView): HtmlText {
  const [first] = view.mechanisms;
  if (!first) return html``;
  const names = Object.keys(first.metrics) as (keyof typeof first.metrics)[];
  const table = renderTableHtml({
    kind: 'table',
    caption: 'Sums over the attempts of each agent; – is not counted: no mechanism met what the agent did',
    columns: createColumns('Agent', names, 'Audit', 'Off'),
    rows: view.mechanisms.map((row) => [
      row.agent,
      ...names.map((name) => formatMetric(name, row.metrics[name])),
      formatAuditState(row),
      formatDisabledMechanisms(row),
    ]),
  });
  // Our own sentence: numbers, and an apostrophe that stays unescaped.
  const words = view.mechanisms.flatMap(({ agent, coordination }) =>
    coordination === '' ? [] : [html`<li><code>${agent}</code>: ${trustedHtml(coordination)}</li>`],
  );
  return html`<section aria-labelledby="mechanisms"><h2 id="mechanisms">Safety metrics and coordination</h2>
${table}
${words.length === 0 ? '' : html`<ul>${words}</ul>`}</section>`;
}

function renderRates(view: ReportView): HtmlText {
  const { by_status, missing } = view.total;
  const counts = [
    `${by_status.success} success`,
    `${by_status.failure} failure`,
    formatQuantity(by_status.acceptance_error, 'acceptance error'),
    `${by_status.invalid} invalid`,
    `${missing} missing`,
  ];
  const agents = view.agents.map(
    ({ agent, rate, cost }) => html`<li><code>${agent}</code>: ${formatRate(rate)}; cost ${cost}</li>`,
  );
  return html`<section aria-labelledby="rates"><h2 id="rates">Rates and denominators</h2>
<ul><li>${counts.join(', ')}</li>
${view.contract_checks.length > 0 ? '' : html`<li>success rate${view.rate_of} ${formatRate(view.rate)}</li>`}${agents}</ul></section>`;
}

function renderFooter(view: ReportView): HtmlText {
  const rubric = view.rubrics.length === 0 ? '' : ` · rubric ${view.rubrics.join(', ')}`;
  const commit = view.harness.commit === undefined ? '' : html` · commit <code>${view.harness.commit}</code>`;
  const evidence = view.evidence === undefined ? '' : html`<br>${formatEvidence(view.evidence, (text) => text)}`;
  return html`gatebench ${view.harness.version}${rubric}${commit}${evidence}`;
}
