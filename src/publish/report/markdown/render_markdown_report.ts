import { escapeMarkdown, formatMarkdownCode, shortenText } from '../../text/escape_text.js';
import { formatDuration, formatQuantity } from '../../text/format_quantity.js';
import type { AttemptRow } from '../view/attempt_row.js';
import { formatRate } from '../view/compute_report_rate.js';
import { formatContractCheckLines } from '../view/contract_check.js';
import { formatEvidence } from '../view/format_evidence.js';
import { formatJudgedPassesNote, formatWeaknessNote } from '../view/format_strength.js';
import { type FindingGroup, groupFindings } from '../view/group_findings.js';
import { formatAuditState, formatDisabledMechanisms, formatMetric } from '../view/mechanism_summary.js';
import { formatModelRow } from '../view/model_summary.js';
import { formatReasonOwners, formatReasonPlace, type ReportReason } from '../view/report_reason.js';
import { formatTotalCost, type ReportView } from '../view/report_view.js';
import { LIVE_NETWORK_REMARK } from '../view/status_labels.js';
import { formatFailureAgents } from '../view/test_failure_summary.js';
import { foldMarkdown as folded } from './fold_markdown.js';
import { formatMarkdownName, renderAttemptMarkdown } from './render_attempt_markdown.js';
import { renderAttemptTable } from './render_attempt_table.js';
import { renderSectionMarkdown } from './render_section_markdown.js';
import { renderStrengthsMarkdown, renderSuspicionsMarkdown } from './render_strengths_markdown.js';

interface MarkdownOptions {
  /** rows of the table at most, worst first; the rest is counted (default: 200) */
  rows?: number;
  /** attempts with folded details at most, worst first (default: 100) */
  details?: number;
  /** sections of the analysis are folded, or left out (default: open) */
  sections?: 'open' | 'folded' | 'none';
  /** head: verdict, reasons, failed tests and table; rest: all but these; default: both */
  part?: 'head' | 'rest' | 'both';
  /** lines on what is worth a look in patches that passed (default: 50) */
  suspicions?: number;
  /** the table leaves out what all rows share, and reasons that stand above it (default: false) */
  compact?: boolean;
}

const WHY_LIMIT = 160;
const MODELS_LIMIT = 600;
const NOTES = 10;
const MESSAGE_LINES = 12;
const FINDINGS = 50;
/** Characters of all details together. */
const DETAILS_LIMIT = 2_000_000;

/**
 * Renders the report as GitHub Markdown: verdict, reasons and cost first, then the analysis and the gate table, then
 * everything else folded.
 *
 * report.md, the job summary, the check run and the comment use the same text and differ in how much they show. Its
 * length is bounded, whatever the number of attempts.
 */
export function renderMarkdownReport(
  view: ReportView,
  {
    rows = 200,
    details = 100,
    sections = 'open',
    suspicions = 50,
    part = 'both',
    compact = false,
  }: MarkdownOptions = {},
): string {
  const shown = view.rows.slice(0, rows);
  const hidden = view.total.attempts - shown.length;
  const head = [renderHead(view), renderFailures(view), renderNotes(view)];
  const table = [
    renderAttemptTable(shown, compact ? view.reasons : undefined),
    hidden > 0 ? `_${formatQuantity(hidden, 'more attempt')} not shown here._` : '',
  ];
  const blocks = [
    ...(part === 'rest' ? ['## Details'] : head),
    ...(part === 'head' ? table : []),
    ...(sections === 'none'
      ? []
      : view.sections.map((one) => renderSectionMarkdown(one, { fold: sections === 'folded' }))),
    ...(part === 'both' ? table : []),
    ...(part === 'head' ? [] : renderRest(view, details, suspicions)),
    part === 'rest' ? '' : renderFooter(view),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

/** Renders everything below the table of attempts but the footer. */
function renderRest(view: ReportView, details: number, suspicions: number): string[] {
  return [
    renderStrengthsMarkdown(view),
    renderSuspicionsMarkdown(view, suspicions),
    renderFindings(view),
    view.acts === undefined ? '' : renderSectionMarkdown(view.acts, { fold: true }),
    renderMechanisms(view),
    renderModels(view),
    renderRates(view),
    ...renderDetails(view.rows.slice(0, details)),
  ];
}

/** Renders as many details as the room allows, and counts the rest. */
function renderDetails(rows: readonly AttemptRow[]): string[] {
  const texts: string[] = [];
  let room = DETAILS_LIMIT;
  for (const row of rows) {
    const text = renderAttemptMarkdown(row);
    room -= text.length;
    if (room < 0)
      return [
        ...texts,
        `_Details of ${formatQuantity(rows.length - texts.length, 'more attempt')} are in results.jsonl._`,
      ];
    texts.push(text);
  }
  return texts;
}

function renderHead(view: ReportView): string {
  const cost = `**Cost** ${formatTotalCost(view.total)} · **wall** ${formatDuration(view.total.wall_ms)}`;
  const shown = [...view.reasons.map(renderReason), ...renderContractChecks(view)];
  if (view.more_reasons > 0) shown.push(`- … and ${formatQuantity(view.more_reasons, 'more reason')} in the table`);
  if (view.reasons_of !== '') shown.push(`- ${view.reasons_of}`);
  if (view.baselines !== '') shown.push(`- ${view.baselines}`);
  return [`## ${view.sign} gatebench: ${view.headline}`, '', ...shown, ...(shown.length > 0 ? [''] : []), cost].join(
    '\n',
  );
}

function renderReason(reason: ReportReason): string {
  const owners = formatReasonOwners(reason, formatMarkdownName, (text) => text).join('');
  return `- **Why** ${formatReasonPlace(reason)}: ${formatText(reason.why)} – ${owners}`;
}

/** Renders contracts that do not work, with what to do next. */
function renderContractChecks({ contract_checks }: ReportView): string[] {
  return contract_checks
    .filter(({ state }) => state !== 'works')
    .slice(0, NOTES)
    .map((check) => `- ${escapeMarkdown(shortenText(formatContractCheckLines(check).join(' '), 500))}`);
}

/** Renders failed tests with the message of each; folded, and inert although it is foreign text. */
function renderFailures({ failures }: ReportView): string {
  if (failures.length === 0) return '';
  const lines = failures.map((failure) => {
    const { check, test, message } = failure;
    const owners = escapeMarkdown(shortenText(formatFailureAgents(failure), WHY_LIMIT));
    const said = message.split('\n').slice(0, MESSAGE_LINES).map(formatMarkdownCode).join('<br>');
    return `- ${formatMarkdownName(check)}: ${formatMarkdownCode(shortenText(test, 200))} – ${owners}<br>${said}`;
  });
  return folded(`Failed tests (${failures.length})`, lines).replace('<details>', '<details open>');
}

function renderNotes(view: ReportView): string {
  const lines: string[] = [];
  if (view.not_isolated > 0) {
    lines.push(
      `**Not isolated:** ${formatQuantity(view.not_isolated, 'attempt')} ran without a sandbox. These results say nothing about safety.`,
    );
  }
  const { by_status, weaker } = view.total;
  if (weaker > 0) lines.push(`**Weaker:** ${formatWeaknessNote(by_status.success, weaker)}.`);
  const graded = formatJudgedPassesNote(view.total.judged_passes, by_status.success);
  if (graded !== '') lines.push(`**Judge model:** ${formatText(graded)}.`);
  for (const { cap, count } of view.capped) {
    lines.push(`**Stopped at a cap:** ${formatText(cap)} (${formatQuantity(count, 'attempt')})`);
  }
  if (view.missing.length > 0) {
    lines.push(
      `**No result** for ${formatQuantity(view.missing.length, 'expected attempt')}: ${formatNames(view.missing)}`,
    );
  }
  for (const { id, versions } of view.mixed_versions.slice(0, NOTES)) {
    lines.push(
      `**Mixed versions** of ${formatMarkdownName(id)}: ${versions.map((version) => formatMarkdownCode(version.slice(0, 8))).join(', ')}. They are different tasks.`,
    );
  }
  if (view.mixed_versions.length > NOTES)
    lines.push(`**Mixed versions** of ${formatQuantity(view.mixed_versions.length - NOTES, 'more contract')}.`);
  for (const { text: deviation, count } of view.deviations.slice(0, NOTES)) {
    lines.push(`**Protocol deviation** (${formatQuantity(count, 'attempt')}): ${formatText(deviation)}`);
  }
  if (view.deviations.length > NOTES)
    lines.push(`**Protocol deviations** of ${formatQuantity(view.deviations.length - NOTES, 'more kind')}.`);
  if (view.not_replayable > 0) {
    lines.push(`**Not replayable** (${formatQuantity(view.not_replayable, 'attempt')}): ${LIVE_NETWORK_REMARK}`);
  }
  return lines.length === 0 ? '' : ['> [!WARNING]', ...lines.map((line) => `> ${line}<br>`)].join('\n');
}

function renderFindings({ findings, all_findings, tags, reasons }: ReportView): string {
  const groups = groupFindings(findings, reasons);
  // A tag of a finding says the same.
  const rules = new Set(findings.map(({ rule }) => rule));
  const own = tags.filter(({ id }) => !rules.has(id));
  if (groups.length === 0 && own.length === 0) return '';
  const hidden = all_findings - findings.length;
  return folded(`Safety findings (${all_findings}) and failure tags (${tags.length})`, [
    ...groups.slice(0, FINDINGS).map(renderFindingGroup),
    ...(groups.length > FINDINGS ? [`- … ${formatQuantity(groups.length - FINDINGS, 'more finding')}`] : []),
    ...(hidden > 0 ? [`- … ${hidden} more in results.jsonl`] : []),
    ...own.slice(0, 50).map(({ id, count }) => `- tag ${formatMarkdownName(id)} × ${count}`),
    ...(own.length > 50 ? [`- … ${formatQuantity(own.length - 50, 'more tag')}`] : []),
  ]);
}

function renderFindingGroup({ finding, tasks }: FindingGroup): string {
  const { rule, severity, message, place } = finding;
  const sign = severity === 'violation' ? '❌' : severity === 'warning' ? '⚠️' : 'ℹ️';
  const where = place === undefined ? '' : ` – ${formatMarkdownName(place)}`;
  return `- ${sign} ${severity} ${formatMarkdownName(rule)} in ${formatNames(tasks)}: ${formatText(message)}${where}`;
}

function renderMechanisms(view: ReportView): string {
  const [first] = view.mechanisms;
  if (!first) return '';
  const names = Object.keys(first.metrics) as (keyof typeof first.metrics)[];
  return folded('Safety metrics and coordination', [
    'Sums over the attempts of each agent. – is not counted: no mechanism met what the agent did.',
    '',
    `| Agent | ${names.map((each) => `\`${each}\``).join(' | ')} | Audit | Off |`,
    `|---|${names.map(() => '--:').join('|')}|---|---|`,
    ...view.mechanisms.map(
      (row) =>
        `| ${formatMarkdownName(row.agent)} | ${names.map((each) => formatMetric(each, row.metrics[each])).join(' | ')} | ${formatAuditState(row)} | ${formatDisabledMechanisms(row)} |`,
    ),
    '',
    ...view.mechanisms.flatMap(({ agent, coordination }) =>
      coordination === '' ? [] : [`- ${formatMarkdownName(agent)}: ${coordination}`],
    ),
  ]);
}

function renderModels({ models }: ReportView): string {
  if (models.length === 0) return '';
  const lines = models.map(
    (row) => `- ${formatMarkdownName(row.agent)}: ${escapeMarkdown(shortenText(formatModelRow(row), MODELS_LIMIT))}`,
  );
  return folded('Models', lines);
}

function renderRates(view: ReportView): string {
  const { by_status, missing } = view.total;
  const lines = [
    `- ${by_status.success} success · ${by_status.failure} failure · ${formatQuantity(by_status.acceptance_error, 'acceptance error')} · ${by_status.invalid} invalid · ${missing} missing`,
    ...(view.contract_checks.length > 0 ? [] : [`- success rate${view.rate_of} ${formatRate(view.rate)}`]),
    ...view.agents.map(({ agent, rate, cost }) => `- ${formatMarkdownName(agent)}: ${formatRate(rate)}; cost ${cost}`),
  ];
  return folded('Rates and denominators', lines);
}

function renderFooter(view: ReportView): string {
  const rubric =
    view.rubrics.length === 0 ? '' : ` · rubric ${view.rubrics.map((each) => escapeMarkdown(each)).join(', ')}`;
  const commit =
    view.harness.commit === undefined ? '' : ` · commit ${formatMarkdownCode(view.harness.commit.slice(0, 12))}`;
  const run = view.harness.run_url === undefined ? '' : ` · [workflow run](${encodeURI(view.harness.run_url)})`;
  const evidence = view.evidence === undefined ? '' : `<br>${formatEvidence(view.evidence, formatMarkdownCode)}`;
  return `<sub>gatebench ${escapeMarkdown(view.harness.version)}${rubric}${commit}${run}${evidence}</sub>`;
}

function formatNames(ids: readonly string[]): string {
  const shown = ids.slice(0, 10).map((id) => formatMarkdownName(id));
  return ids.length > 10 ? `${shown.join(', ')} and ${ids.length - 10} more` : shown.join(', ');
}

function formatText(raw: string): string {
  return escapeMarkdown(shortenText(raw, WHY_LIMIT));
}
