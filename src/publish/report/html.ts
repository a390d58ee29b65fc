import { createHash } from 'node:crypto';
import { GATE_NAMES, GATES } from '../../record/verdict.js';
import { sectionHtml, sectionId, tableHtml } from './blocks_html.js';
import { html, shorten } from './escape.js';
import { anchor, attemptHtml, findable } from './html_attempt.js';
import { modelsHtml } from './html_models.js';
import { strengthsHtml, suspicionsHtml } from './html_strength.js';
import { SCRIPT, STYLE } from './html_style.js';
import { rateLine } from './markdown.js';
import { auditText, disabledText, metricText } from './mechanisms.js';
import { counted, elapsed, money, percent } from './quantities.js';
import type { Row } from './row.js';
import { strengthCell, weaknessNote } from './strength.js';
import type { Transcript } from './transcript.js';
import { costLine, type View } from './view.js';
import { CONCLUSION, GATE, LIVE_NETWORK, STATUS } from './words.js';

const TONE = { pass: 'good', fail: 'bad', error: 'doubt', none: 'quiet', invalid: 'doubt' } as const;

/** Characters of the details of all attempts, transcripts among them. */
const DETAILS_LIMIT = 12_000_000;
/** Failures are open up to so many; more would bury the rest. */
const OPEN = 20;
const NOTES = 10;
const MISSING = 50;

/**
 * The report as one self-contained page: no outside address, no network, readable without its script. Links lead only to
 * places in the page and to files of the run folder beside it.
 *
 * @param transcripts what agents and models said to each other, by attempt
 */
export function renderHtml(view: View, transcripts: ReadonlyMap<string, Transcript> = new Map()): string {
  const policy = `default-src 'none'; style-src '${digest(STYLE)}'; script-src '${digest(SCRIPT)}'; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${html(`${view.conclusion}: ${view.headline} – gatebench`)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${[head(view), notes(view), contents(view), ...view.sections.map(sectionHtml), attempts(view), strengthsHtml(view), suspicionsHtml(view), findings(view), mechanisms(view), modelsHtml(view.models), rates(view)].filter((part) => part !== '').join('\n')}
<section aria-labelledby="details"><h2 id="details">Attempts in detail</h2>
${detailsOf(view, transcripts)}
</section>
</main>
<footer class="quiet"><p>${footer(view)}</p></footer>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

/** As many as a page can bear; the rest is counted. */
function detailsOf(view: View, transcripts: ReadonlyMap<string, Transcript>): string {
  const parts: string[] = [];
  let room = DETAILS_LIMIT;
  const open = view.total.by_status.failure <= OPEN;
  for (const row of view.rows) {
    const part = attemptHtml(row, open, transcripts.get(row.attempt_id));
    room -= part.length;
    if (room < 0) break;
    parts.push(part);
  }
  const more = view.total.attempts - parts.length;
  if (more > 0) parts.push(`<p>Details of ${counted(more, 'more attempt')} are in results.jsonl.</p>`);
  return parts.join('\n');
}

function digest(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

function head(view: View): string {
  const { sign } = CONCLUSION[view.conclusion];
  const tone = { success: 'good', failure: 'bad', indecisive: 'doubt' }[view.conclusion];
  const reasons = view.reasons.map(({ task, gate, why, status }) => {
    const place = gate === null ? STATUS[status].word : `${gate} ${GATE_NAMES[gate]}`;
    return `<li><strong>Why</strong> <code>${html(task)}</code> ${place}: ${html(why)}</li>`;
  });
  const numbers = [
    [view.rate.point === null ? 'undefined' : percent(view.rate.point), `success rate${view.rate_of}`],
    [`${view.rate.decided} of ${view.rate.total}`, 'attempts decided'],
    [costLine(view.total), 'cost'],
    [elapsed(view.total.wall_ms), 'wall time'],
  ];
  return `<h1 class="${tone}">${sign} ${view.conclusion}: ${html(view.headline)}</h1>
${reasons.length === 0 ? '' : `<ul>${reasons.join('')}</ul>`}
<ul class="numbers">${numbers.map(([value, name]) => `<li><strong>${html(value!)}</strong>${name}</li>`).join('')}</ul>`;
}

/** The way to each section, where there are so many that somebody would have to look for them. */
function contents({ sections }: View): string {
  if (sections.length < 3) return '';
  const links = sections.map(({ id, title }) => `<li><a href="#${sectionId(id)}">${html(shorten(title, 80))}</a></li>`);
  return `<nav class="contents" aria-label="Sections"><ul>${links.join('')}<li><a href="#table">Attempts</a></li></ul></nav>`;
}

function notes(view: View): string {
  const lines: string[] = [];
  if (view.not_isolated > 0) {
    lines.push(
      `<strong>Not isolated:</strong> ${counted(view.not_isolated, 'attempt')} ran without a sandbox. These results say nothing about safety.`,
    );
  }
  const { by_status, weaker } = view.total;
  if (weaker > 0) lines.push(`<strong>Weaker:</strong> ${weaknessNote(by_status.success, weaker)}.`);
  for (const { cap, count } of view.capped) {
    lines.push(`<strong>Stopped at a cap:</strong> ${html(cap)} (${counted(count, 'attempt')})`);
  }
  if (view.missing.length > 0) {
    const ids = view.missing.slice(0, MISSING).map((id) => `<code>${html(id)}</code>`);
    if (view.missing.length > MISSING) ids.push(`and ${view.missing.length - MISSING} more`);
    lines.push(`<strong>No result</strong> for ${counted(view.missing.length, 'expected attempt')}: ${ids.join(', ')}`);
  }
  for (const { id, versions } of view.mixed_versions.slice(0, NOTES)) {
    const each = versions.map((version) => `<code>${html(version.slice(0, 8))}</code>`).join(', ');
    lines.push(`<strong>Mixed versions</strong> of <code>${html(id)}</code>: ${each}. They are different tasks.`);
  }
  if (view.mixed_versions.length > NOTES)
    lines.push(`<strong>Mixed versions</strong> of ${counted(view.mixed_versions.length - NOTES, 'more contract')}.`);
  for (const { text, count } of view.deviations.slice(0, NOTES)) {
    lines.push(`<strong>Protocol deviation</strong> (${counted(count, 'attempt')}): ${html(text)}`);
  }
  if (view.deviations.length > NOTES)
    lines.push(`<strong>Protocol deviations</strong> of ${counted(view.deviations.length - NOTES, 'more kind')}.`);
  if (view.not_replayable > 0) {
    lines.push(`<strong>Not replayable</strong> (${counted(view.not_replayable, 'attempt')}): ${LIVE_NETWORK}`);
  }
  return lines.map((line) => `<p class="warning">${line}</p>`).join('\n');
}

function attempts(view: View): string {
  if (view.rows.length === 0) return '';
  const hidden = view.total.attempts - view.rows.length;
  const gates = GATES.map((gate) => `<th scope="col"><abbr title="${GATE_NAMES[gate]}">${gate}</abbr></th>`).join('');
  return `<section aria-labelledby="table"><h2 id="table">Gates</h2>
<p class="filter" hidden><label>Filter <input type="search" placeholder="task, agent, result, tag …"></label> <output></output></p>
<div class="scroll" tabindex="0" role="region" aria-labelledby="table"><table>
<thead><tr><th scope="col">Result</th><th scope="col">Strength</th><th scope="col">Task</th><th scope="col" class="number minor">Tier</th><th scope="col">Agent</th><th scope="col" class="number">Trial</th>${gates}<th scope="col">Why</th><th scope="col" class="number">Wall</th><th scope="col" class="number">Cost</th><th scope="col" class="number minor">Overhead</th></tr></thead>
<tbody>
${view.rows.map(tableRow).join('\n')}
</tbody></table></div>${hidden === 0 ? '' : `\n<p>${counted(hidden, 'more attempt')} in results.jsonl; these are the worst.</p>`}</section>`;
}

function tableRow(row: Row): string {
  const { sign, word } = STATUS[row.status];
  const gates = GATES.map((gate) => {
    const mark = GATE[row.gates[gate]];
    return `<td class="mark ${TONE[row.gates[gate]]}">${mark.sign} ${mark.word}</td>`;
  });
  return `<tr data-find="${findable(row)}"><td class="mark ${TONE[word as 'pass']}">${sign} ${word}${row.isolated ? '' : ' (not isolated)'}</td><td class="mark${row.weakness === '' ? '' : ' doubt'}">${html(strengthCell(row))}</td><td><a href="#${anchor(row)}"><code>${html(row.task)}</code></a></td><td class="number minor">${row.tier}</td><td><code>${html(row.agent)}</code></td><td class="number">${row.trial}</td>${gates.join('')}<td class="why">${html(row.why)}</td><td class="number">${elapsed(row.wall_ms)}</td><td class="number">${money(row.cost_usd)}</td><td class="number minor">${elapsed(row.overhead_ms)}</td></tr>`;
}

function findings(view: View): string {
  if (view.all_findings === 0 && view.tags.length === 0) return '';
  const found = view.findings.map(
    ({ task, rule, severity, message, place }) =>
      `<li><span class="${severity === 'violation' ? 'bad' : severity === 'warning' ? 'doubt' : 'quiet'}">${html(severity)}</span> <code>${html(rule)}</code> in <code>${html(task)}</code>: ${html(message)}${place === undefined ? '' : ` – <code>${html(place)}</code>`}</li>`,
  );
  const others = view.all_findings - view.findings.length;
  if (others > 0) found.push(`<li class="quiet">… ${others} more in results.jsonl</li>`);
  const tags = view.tags.slice(0, 200).map(({ id, count }) => `<li><code>${html(id)}</code> × ${count}</li>`);
  return `<section aria-labelledby="findings"><h2 id="findings">Safety findings and failure tags</h2>
${found.length === 0 ? '<p>No safety findings.</p>' : `<ul>${found.join('')}</ul>`}
${tags.length === 0 ? '' : `<ul>${tags.join('')}</ul>`}</section>`;
}

function mechanisms(view: View): string {
  const [first] = view.mechanisms;
  if (!first) return '';
  const names = Object.keys(first.metrics) as (keyof typeof first.metrics)[];
  const table = tableHtml({
    kind: 'table',
    caption: '',
    columns: [
      { head: 'Agent' },
      ...names.map((head) => ({ head, align: 'right' as const })),
      { head: 'Audit' },
      { head: 'Off' },
    ],
    rows: view.mechanisms.map((row) => [
      row.agent,
      ...names.map((name) => metricText(name, row.metrics[name])),
      auditText(row),
      disabledText(row),
    ]),
  });
  const words = view.mechanisms.flatMap(({ agent, coordination }) =>
    coordination === '' ? [] : [`<li><code>${html(agent)}</code>: ${coordination}</li>`],
  );
  return `<section aria-labelledby="mechanisms"><h2 id="mechanisms">Safety mechanisms and coordination</h2>
${table}
${words.length === 0 ? '' : `<ul>${words.join('')}</ul>`}</section>`;
}

function rates(view: View): string {
  const { by_status, missing } = view.total;
  const agents = view.agents.map(
    ({ agent, rate, cost }) => `<li><code>${html(agent)}</code>: ${rateLine(rate)}; cost ${cost}</li>`,
  );
  return `<section aria-labelledby="rates"><h2 id="rates">Rates and denominators</h2>
<ul><li>${by_status.success} success, ${by_status.failure} failure, ${counted(by_status.acceptance_error, 'acceptance error')}, ${by_status.invalid} invalid, ${missing} missing</li>
<li>success rate ${rateLine(view.rate)}</li>${agents.join('')}</ul></section>`;
}

function footer(view: View): string {
  const rubric = view.rubrics.length === 0 ? '' : ` · rubric ${view.rubrics.map(html).join(', ')}`;
  const commit = view.harness.commit === undefined ? '' : ` · commit <code>${html(view.harness.commit)}</code>`;
  return `gatebench ${html(view.harness.version)}${rubric}${commit}`;
}
