import { GATE_NAMES, GATES, type GateId } from '../../record/verdict.js';
import { sectionMarkdown } from './blocks_markdown.js';
import { markdown, markdownCode, shorten } from './escape.js';
import { attemptDetails, name } from './markdown_attempt.js';
import { foldedMarkdown as folded } from './markdown_fold.js';
import { strengthsMarkdown, suspicionsMarkdown } from './markdown_strength.js';
import { auditText, disabledText, metricText } from './mechanisms.js';
import { modelText } from './models.js';
import { counted, elapsed, money, percent } from './quantities.js';
import type { Rate } from './rate.js';
import type { Row } from './row.js';
import { strengthCell, weaknessNote } from './strength.js';
import { costLine, type View } from './view.js';
import { CONCLUSION, GATE, LIVE_NETWORK, STATUS } from './words.js';

export interface MarkdownOptions {
  /** rows of the table at most, worst first; the rest is counted (default: 200) */
  rows?: number;
  /** attempts with folded details at most, worst first (default: 100) */
  details?: number;
  /** sections of the analysis are folded, or left out (default: open) */
  sections?: 'open' | 'folded' | 'none';
  /** lines on what is worth a look in patches that passed (default: 50) */
  suspicions?: number;
}

const WHY_LIMIT = 160;
const MODELS_LIMIT = 600;
const NOTES = 10;
/** Characters of all details together. */
const DETAILS_LIMIT = 2_000_000;

/**
 * The report as GitHub Markdown: verdict, why and cost first, what an analysis says, then the gate table, then everything else folded.
 * The same text serves report.md, the job summary, the check run and the comment; they differ in how much they show. However many
 * attempts there are, it is bounded.
 */
export function renderMarkdown(
  view: View,
  { rows = 200, details = 100, sections = 'open', suspicions = 50 }: MarkdownOptions = {},
): string {
  const shown = view.rows.slice(0, rows);
  const hidden = view.total.attempts - shown.length;
  const blocks = [
    head(view),
    notes(view),
    ...(sections === 'none' ? [] : view.sections.map((one) => sectionMarkdown(one, { fold: sections === 'folded' }))),
    table(shown),
    hidden > 0 ? `_${counted(hidden, 'more attempt')} not shown here._` : '',
    strengthsMarkdown(view),
    suspicionsMarkdown(view, suspicions),
    findings(view),
    mechanisms(view),
    models(view),
    rates(view),
    ...detailsOf(view.rows.slice(0, details)),
    footer(view),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

/** As many as the room allows; the rest is counted, so that nobody takes it for all. */
function detailsOf(rows: readonly Row[]): string[] {
  const texts: string[] = [];
  let room = DETAILS_LIMIT;
  for (const row of rows) {
    const text = attemptDetails(row);
    room -= text.length;
    if (room < 0)
      return [...texts, `_Details of ${counted(rows.length - texts.length, 'more attempt')} are in results.jsonl._`];
    texts.push(text);
  }
  return texts;
}

function head(view: View): string {
  const { sign } = CONCLUSION[view.conclusion];
  const cost = `**Cost** ${costLine(view.total)} · **wall** ${elapsed(view.total.wall_ms)}`;
  const { failure, acceptance_error, invalid } = view.total.by_status;
  const more = failure + acceptance_error + invalid + view.total.too_weak - view.reasons.length;
  const shown = view.reasons.map(reason);
  if (more > 0 && shown.length > 0) shown.push(`- … and ${more} more in the table`);
  return [`## ${sign} gatebench: ${view.headline}`, '', ...shown, ...(shown.length > 0 ? [''] : []), cost].join('\n');
}

function reason({ task, gate, why, status }: View['reasons'][number]): string {
  const place = gate === null ? STATUS[status].word : `${gate} ${GATE_NAMES[gate]}`;
  return `- **Why** ${name(task)} ${place}: ${text(why)}`;
}

function notes(view: View): string {
  const lines: string[] = [];
  if (view.not_isolated > 0) {
    lines.push(
      `**Not isolated:** ${counted(view.not_isolated, 'attempt')} ran without a sandbox. These results say nothing about safety.`,
    );
  }
  const { by_status, weaker } = view.total;
  if (weaker > 0) lines.push(`**Weaker:** ${weaknessNote(by_status.success, weaker)}.`);
  for (const { cap, count } of view.capped) {
    lines.push(`**Stopped at a cap:** ${text(cap)} (${counted(count, 'attempt')})`);
  }
  if (view.missing.length > 0) {
    lines.push(`**No result** for ${counted(view.missing.length, 'expected attempt')}: ${some(view.missing)}`);
  }
  for (const { id, versions } of view.mixed_versions.slice(0, NOTES)) {
    lines.push(
      `**Mixed versions** of ${name(id)}: ${versions.map((version) => markdownCode(version.slice(0, 8))).join(', ')}. They are different tasks.`,
    );
  }
  if (view.mixed_versions.length > NOTES)
    lines.push(`**Mixed versions** of ${counted(view.mixed_versions.length - NOTES, 'more contract')}.`);
  for (const { text: deviation, count } of view.deviations.slice(0, NOTES)) {
    lines.push(`**Protocol deviation** (${counted(count, 'attempt')}): ${text(deviation)}`);
  }
  if (view.deviations.length > NOTES)
    lines.push(`**Protocol deviations** of ${counted(view.deviations.length - NOTES, 'more kind')}.`);
  if (view.not_replayable > 0) {
    lines.push(`**Not replayable** (${counted(view.not_replayable, 'attempt')}): ${LIVE_NETWORK}`);
  }
  return lines.length === 0 ? '' : ['> [!WARNING]', ...lines.map((line) => `> ${line}<br>`)].join('\n');
}

function table(rows: readonly Row[]): string {
  if (rows.length === 0) return '';
  const gates = GATES.map((gate) => `${gate} ${SHORT[gate]}`).join(' | ');
  return [
    `| Result | Strength | Task | Tier | Agent | Trial | ${gates} | Why | Wall | Cost | Overhead |`,
    `|---|---|---|--:|---|--:|${GATES.map(() => '---').join('|')}|---|--:|--:|--:|`,
    ...rows.map(tableRow),
  ].join('\n');
}

const SHORT: Record<GateId, string> = { G1: 'patch', G2: 'build', G3: 'acceptance', G4: 'safety' };

function tableRow(row: Row): string {
  const { sign, word } = STATUS[row.status];
  const cells = [
    `${sign} ${word}${row.isolated ? '' : ' (not isolated)'}`,
    strengthCell(row),
    name(row.task),
    row.tier,
    name(row.agent),
    row.trial,
    ...GATES.map((gate) => `${GATE[row.gates[gate]].sign} ${GATE[row.gates[gate]].word}`),
    text(row.why),
    elapsed(row.wall_ms),
    money(row.cost_usd),
    elapsed(row.overhead_ms),
  ];
  return `| ${cells.join(' | ')} |`;
}

function findings(view: View): string {
  if (view.all_findings === 0 && view.tags.length === 0) return '';
  const shown = view.findings.slice(0, 50);
  return folded(`Safety findings (${view.all_findings}) and failure tags (${view.tags.length})`, [
    ...shown.map(
      ({ task, rule, severity, message, place }) =>
        `- ${severity === 'violation' ? '❌' : severity === 'warning' ? '⚠️' : 'ℹ️'} ${severity} ${name(rule)} in ${name(task)}: ${text(message)}${place === undefined ? '' : ` – ${name(place)}`}`,
    ),
    ...(view.all_findings > shown.length ? [`- … ${view.all_findings - shown.length} more`] : []),
    ...view.tags.slice(0, 50).map(({ id, count }) => `- tag ${name(id)} × ${count}`),
    ...(view.tags.length > 50 ? [`- … ${counted(view.tags.length - 50, 'more tag')}`] : []),
  ]);
}

function mechanisms(view: View): string {
  const [first] = view.mechanisms;
  if (!first) return '';
  const names = Object.keys(first.metrics) as (keyof typeof first.metrics)[];
  return folded('Safety mechanisms and coordination', [
    `| Agent | ${names.map((each) => `\`${each}\``).join(' | ')} | Audit | Off |`,
    `|---|${names.map(() => '--:').join('|')}|---|---|`,
    ...view.mechanisms.map(
      (row) =>
        `| ${name(row.agent)} | ${names.map((each) => metricText(each, row.metrics[each])).join(' | ')} | ${auditText(row)} | ${disabledText(row)} |`,
    ),
    '',
    ...view.mechanisms.flatMap(({ agent, coordination }) =>
      coordination === '' ? [] : [`- ${name(agent)}: ${coordination}`],
    ),
  ]);
}

function models({ models }: View): string {
  if (models.length === 0) return '';
  const lines = models.map((row) => `- ${name(row.agent)}: ${markdown(shorten(modelText(row), MODELS_LIMIT))}`);
  return folded('Models', lines);
}

function rates(view: View): string {
  const { by_status, missing } = view.total;
  const lines = [
    `- ${by_status.success} success · ${by_status.failure} failure · ${counted(by_status.acceptance_error, 'acceptance error')} · ${by_status.invalid} invalid · ${missing} missing`,
    `- success rate${view.rate_of} ${rateLine(view.rate)}`,
    ...view.agents.map(({ agent, rate, cost }) => `- ${name(agent)}: ${rateLine(rate)}; cost ${cost}`),
  ];
  return folded('Rates and denominators', lines);
}

/** "66.7 % of 3 scorable runs, 95 % interval …": the rate with its denominator, coverage and bounds. */
export function rateLine(rate: Rate): string {
  if (rate.point === null || rate.interval === null || rate.bounds === null) {
    return `undefined: none of ${counted(rate.total, 'attempt')} could be decided`;
  }
  const range = ({ low, high }: { low: number; high: number }) => `${percent(low)} to ${percent(high)}`;
  return `${percent(rate.point)} over ${counted(rate.scorable, 'scorable run')}, 95 % interval ${range(rate.interval)}; acceptance-error rate ${percent(rate.error_rate)}; coverage ${percent(rate.coverage)}; bounds with undecided as failure or success ${range(rate.bounds)}`;
}

function footer(view: View): string {
  const rubric = view.rubrics.length === 0 ? '' : ` · rubric ${view.rubrics.map((each) => markdown(each)).join(', ')}`;
  const commit = view.harness.commit === undefined ? '' : ` · commit ${markdownCode(view.harness.commit.slice(0, 12))}`;
  const run = view.harness.run_url === undefined ? '' : ` · [workflow run](${encodeURI(view.harness.run_url)})`;
  return `<sub>gatebench ${markdown(view.harness.version)}${rubric}${commit}${run}</sub>`;
}

function some(ids: readonly string[]): string {
  const shown = ids.slice(0, 10).map((id) => name(id));
  return ids.length > 10 ? `${shown.join(', ')} and ${ids.length - 10} more` : shown.join(', ');
}

function text(raw: string): string {
  return markdown(shorten(raw, WHY_LIMIT));
}
