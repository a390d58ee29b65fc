import { GATE_NAMES, GATES, type GateId } from '../../record/verdict.js';
import { markdown, markdownCode, shorten } from './escape.js';
import { attemptDetails, name } from './markdown_attempt.js';
import { auditText, disabledText, metricText } from './mechanisms.js';
import { modelText } from './models.js';
import { counted, elapsed, money, percent } from './quantities.js';
import type { Rate } from './rate.js';
import { costLine, type Row, type View } from './view.js';
import { CONCLUSION, GATE, LIVE_NETWORK, STATUS } from './words.js';

export interface MarkdownOptions {
  /** rows of the table at most, worst first; the rest is counted (default: all) */
  rows?: number;
  /** attempts with folded details at most, worst first (default: all) */
  details?: number;
}

const WHY_LIMIT = 160;
const MODELS_LIMIT = 600;

/**
 * The report as GitHub Markdown: verdict, why and cost first, then the gate table, then everything else folded.
 * The same text serves report.md, the job summary, the check run and the comment; they differ in how much they show.
 */
export function renderMarkdown(view: View, { rows = Infinity, details = Infinity }: MarkdownOptions = {}): string {
  const blocks = [
    head(view),
    notes(view),
    table(view.rows.slice(0, rows)),
    view.rows.length > rows ? `_${counted(view.rows.length - rows, 'more attempt')} not shown here._` : '',
    findings(view),
    mechanisms(view),
    models(view),
    rates(view),
    ...view.rows.slice(0, details).map(attemptDetails),
    footer(view),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function head(view: View): string {
  const { sign } = CONCLUSION[view.conclusion];
  const cost = `**Cost** ${costLine(view.total)} · **wall** ${elapsed(view.total.wall_ms)}`;
  const shown = view.reasons.slice(0, 3).map(reason);
  if (view.reasons.length > 3) shown.push(`- … and ${view.reasons.length - 3} more in the table`);
  return [`## ${sign} gatebench: ${view.headline}`, '', ...shown, ...(shown.length > 0 ? [''] : []), cost].join('\n');
}

function reason({ task, gate, why, status }: View['reasons'][number]): string {
  const place = gate === null ? STATUS[status].word : `${gate} ${GATE_NAMES[gate]}`;
  return `- **Why** ${name(task)} ${place}: ${text(why)}`;
}

function notes(view: View): string {
  const lines: string[] = [];
  if (view.not_isolated.length > 0) {
    lines.push(
      `**Not isolated:** ${counted(view.not_isolated.length, 'attempt')} ran without a sandbox. These results say nothing about safety.`,
    );
  }
  for (const { cap, count } of view.capped) {
    lines.push(`**Stopped at a cap:** ${text(cap)} (${counted(count, 'attempt')})`);
  }
  if (view.missing.length > 0) {
    lines.push(`**No result** for ${counted(view.missing.length, 'expected attempt')}: ${some(view.missing)}`);
  }
  for (const { id, versions } of view.mixed_versions) {
    lines.push(
      `**Mixed versions** of ${name(id)}: ${versions.map((version) => markdownCode(version.slice(0, 8))).join(', ')}. They are different tasks.`,
    );
  }
  for (const { text: deviation, count } of view.deviations) {
    lines.push(`**Protocol deviation** (${counted(count, 'attempt')}): ${text(deviation)}`);
  }
  if (view.not_replayable.length > 0) {
    lines.push(`**Not replayable** (${counted(view.not_replayable.length, 'attempt')}): ${LIVE_NETWORK}`);
  }
  return lines.length === 0 ? '' : ['> [!WARNING]', ...lines.map((line) => `> ${line}<br>`)].join('\n');
}

function table(rows: readonly Row[]): string {
  if (rows.length === 0) return '';
  const gates = GATES.map((gate) => `${gate} ${SHORT[gate]}`).join(' | ');
  return [
    `| Result | Task | Tier | Agent | Trial | ${gates} | Why | Wall | Cost | Overhead |`,
    `|---|---|--:|---|--:|${GATES.map(() => '---').join('|')}|---|--:|--:|--:|`,
    ...rows.map(tableRow),
  ].join('\n');
}

const SHORT: Record<GateId, string> = { G1: 'patch', G2: 'build', G3: 'acceptance', G4: 'safety' };

function tableRow(row: Row): string {
  const { sign, word } = STATUS[row.status];
  const cells = [
    `${sign} ${word}${row.isolated ? '' : ' (not isolated)'}`,
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
  if (view.findings.length === 0 && view.tags.length === 0) return '';
  const shown = view.findings.slice(0, 50);
  return folded(`Safety findings (${view.findings.length}) and failure tags (${view.tags.length})`, [
    ...shown.map(
      ({ task, rule, severity, message, place }) =>
        `- ${severity === 'violation' ? '❌' : severity === 'warning' ? '⚠️' : 'ℹ️'} ${severity} ${name(rule)} in ${name(task)}: ${text(message)}${place === undefined ? '' : ` – ${name(place)}`}`,
    ),
    ...(view.findings.length > shown.length ? [`- … ${view.findings.length - shown.length} more`] : []),
    ...view.tags.map(({ id, count }) => `- tag ${name(id)} × ${count}`),
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
    `- success rate ${rateLine(view.rate)}`,
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

/** A folded section; blank lines around the content make GitHub read it as Markdown. */
export function folded(title: string, lines: readonly string[]): string {
  return [`<details><summary>${title}</summary>`, '', ...lines, '', '</details>'].join('\n');
}

function some(ids: readonly string[]): string {
  const shown = ids.slice(0, 10).map((id) => name(id));
  return ids.length > 10 ? `${shown.join(', ')} and ${ids.length - 10} more` : shown.join(', ');
}

function text(raw: string): string {
  return markdown(shorten(raw, WHY_LIMIT));
}
