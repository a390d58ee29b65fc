import { GATE_NAMES } from '../../../record/verdict/gates.js';
import { type CheckVerdict, type Evidence, formatTestCounts, type Verdict } from '../../../record/verdict/verdict.js';
import { formatBytes, formatDuration, formatQuantity, formatUsd } from '../../text/format_quantity.js';
import { type HtmlText, type HtmlValue, html, joinHtml } from '../../text/html_text.js';
import { type AttemptRow, formatExitCause } from '../view/attempt_row.js';
import { formatClock } from '../view/format_clock.js';
import { createPhaseTable, formatCostBasis, formatCostParts } from '../view/format_cost_parts.js';
import { formatTrust } from '../view/format_trust.js';
import { formatAttemptModels } from '../view/model_summary.js';
import { GATE_LABELS, STATUS_LABELS } from '../view/status_labels.js';
import type { Transcript } from '../view/transcript.js';
import { renderTranscriptHtml } from './render_models_html.js';
import { renderCell, renderColumnHead, renderScrollTable } from './render_scroll_table.js';
import { createStrengthFact, renderAttemptSuspicionsHtml } from './render_strengths_html.js';

/** Returns the id of an attempt's details in the page. */
export function toAttemptAnchor(row: AttemptRow): string {
  return `attempt-${row.attempt_id.replace(/[^\w-]/gu, (character) => `.${character.codePointAt(0)!.toString(16)}`)}`;
}

/** Returns the text that the page's filter searches for an attempt, in lower case. */
export function toFilterText(row: AttemptRow): string {
  const { verdict } = row.result;
  const words = [
    row.attempt_id,
    row.task,
    row.agent,
    `tier-${row.tier}`,
    row.status,
    STATUS_LABELS[row.status].word,
    row.why,
  ];
  return [...words, ...verdict.tags.map((tag) => tag.id), ...verdict.findings.map((finding) => finding.rule)]
    .join(' ')
    .toLowerCase();
}

/** Renders everything that is known about one attempt, folded. A failure is unfolded if `open`. */
export function renderAttemptHtml(row: AttemptRow, open: boolean, transcript?: Transcript): HtmlText {
  const { result } = row;
  const { sign, word } = STATUS_LABELS[row.status];
  const attribute = open && row.status === 'failure' ? ' open' : '';
  const reason = result.verdict.reason === '' ? '' : html`<br>Reason: ${result.verdict.reason}`;
  const said = transcript ? [renderTranscriptHtml(transcript)] : [];
  return html`<details id="${toAttemptAnchor(row)}" data-find="${toFilterText(row)}"${attribute}>
<summary>${sign} ${word} – <code>${row.task}</code> · <code>${row.agent}</code> · trial ${row.trial}</summary>
<p>${result.contract.title}${reason}</p>
${renderGates(row)}
${renderChecks(result.verdict.checks)}
${renderNotes(row)}
${renderAttemptSuspicionsHtml(row)}${renderPhases(row)}${joinHtml([renderFacts(row), ...said], '\n')}
</details>`;
}

function renderGates({ result }: AttemptRow): HtmlText {
  const rows = result.verdict.gates.map((gate) => {
    const { sign, word } = GATE_LABELS[gate.reached ? gate.outcome : 'none'];
    const name = html`<th scope="row">${gate.gate} ${GATE_NAMES[gate.gate]}</th>`;
    const cells = [
      renderCell(`${sign} ${word}`, 'mark'),
      renderCell(gate.why),
      renderCell(renderEvidence(gate.evidence)),
    ];
    return html`<tr>${name}${cells}</tr>`;
  });
  const heads = ['Gate', 'Outcome', 'Why', 'Evidence'].map((head) => renderColumnHead(head));
  return html`<h3>Gates</h3>${renderScrollTable(heads, rows)}`;
}

function renderChecks(all: readonly CheckVerdict[]): HtmlText {
  if (all.length === 0) return html``;
  const rows = all.map((check) => {
    const { sign, word } = GATE_LABELS[check.reached ? check.outcome : 'none'];
    const tests = check.tests === null ? '' : formatTestCounts(check.tests);
    const names = check.failing.map((name) => html`<li><code>${name}</code></li>`);
    const failing = names.length === 0 ? '' : html`<ul>${names}</ul>`;
    const cells = [
      renderCell(`${check.kind}, ${check.layer}${check.mandatory ? '' : ', not mandatory'}`),
      renderCell(`${sign} ${word}`, 'mark'),
      renderCell([check.why, failing]),
      renderCell(tests),
      renderCell(formatRequired(check.fail_to_pass), 'number'),
      renderCell(formatRequired(check.pass_to_pass), 'number'),
      renderCell(formatDuration(check.wall_ms), 'number'),
      renderCell(check.runs, 'number'),
    ];
    return html`<tr><th scope="row"><code>${check.check}</code></th>${cells}</tr>`;
  });
  const heads = [
    ...['Check', 'Kind', 'Outcome', 'Why, failing tests', 'Tests'].map((head) => renderColumnHead(head)),
    ...['Fail to pass', 'Pass to pass', 'Wall', 'Runs'].map((head) => renderColumnHead(head, 'number')),
  ];
  return html`<h3>Checks</h3>${renderScrollTable(heads, rows)}`;
}

function formatRequired({ passed, total }: { passed: number; total: number }): string {
  return total === 0 ? '' : `${passed}/${total}`;
}

function renderNotes({ result: { verdict } }: AttemptRow): HtmlText {
  const lines = [
    ...verdict.tags.map(
      (tag) =>
        html`tag ${renderCode(tag.id)}${tag.gate === null ? '' : ` (${tag.gate})`}: ${tag.detail} ${renderEvidence(tag.evidence)}`,
    ),
    ...verdict.findings.map(
      ({ severity, rule, message, evidence: found }) =>
        html`${severity} <code>${rule}</code>: ${message} ${renderEvidence(found)}`,
    ),
    ...(verdict.termination === null
      ? []
      : [html`agent stopped: ${verdict.termination.code} – ${verdict.termination.rationale}`]),
    ...renderExit(verdict),
  ];
  return lines.length === 0
    ? html``
    : html`<h3>Tags and findings</h3><ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`;
}

/** Renders how the agent's command ended and its last error lines; an empty list if it ended with status 0. */
function renderExit({ agent_exit }: Verdict): HtmlText[] {
  if (agent_exit === null) return [];
  const said = agent_exit.stderr_tail.map((line) => html`<li><code>${line}</code></li>`);
  const lines = said.length === 0 ? '' : html`; last on standard error:<ul>${said}</ul>`;
  return [html`agent ended with ${formatExitCause(agent_exit)}${lines} ${renderEvidence([{ seq: agent_exit.seq }])}`];
}

/** Renders where to look: event numbers, lines of files and patch, commands. */
function renderEvidence(all: readonly Evidence[]): HtmlText {
  const places = all.map((each) =>
    joinHtml(
      [
        each.seq === undefined ? [] : [`event ${each.seq}`],
        each.contract_path === undefined ? [] : [`contract ${each.contract_path}`],
        each.file === undefined ? [] : [`${each.file}${each.line === undefined ? '' : `:${each.line}`}`],
        each.patch_line === undefined ? [] : [`patch line ${each.patch_line}`],
        each.command === undefined ? [] : [html`<code>${each.command}</code>`],
        each.artifact === undefined ? [] : [html`artifact <code>${each.artifact.slice(0, 12)}</code>`],
      ].flat(),
      ', ',
    ),
  );
  return places.length === 0 ? html`` : html`<span class="quiet">${joinHtml(places, '; ')}</span>`;
}

function renderPhases({ result: { cost } }: AttemptRow): HtmlText {
  const { heads, rows } = createPhaseTable(cost);
  if (rows.length === 0) return html``;
  const head = heads.map((text, i) => renderColumnHead(text, i === 0 ? '' : 'number'));
  const body = rows.map(([phase, ...numbers]) => {
    const cells = numbers.map((number) => renderCell(number, 'number'));
    return html`<tr><th scope="row">${phase!}</th>${cells}</tr>`;
  });
  return html`<h3>Cost by phase</h3>${renderScrollTable(head, body)}
`;
}

function renderFacts(row: AttemptRow): HtmlText {
  const { result } = row;
  const { timing, cost, resources, patch, sandbox, snapshot } = result;
  const { graded, decomposed, model } = result.verdict;
  const minutes = `${cost.execution_minutes.toFixed(2)} execution minutes`;
  const cpu = resources.cpu_ms === null ? 'not measured' : formatDuration(resources.cpu_ms);
  const network = resources.network_attempts ?? 'not measured';
  const undefined_score = graded.defined ? '' : ' (undefined)';
  const scores = `${graded.score.toFixed(3)}${undefined_score} graded, ${decomposed.score.toFixed(3)} decomposed`;
  const pairs: [name: string, value: HtmlValue][] = [
    ...createStrengthFact(row),
    [
      'patch',
      patch === null
        ? 'none'
        : html`${formatQuantity(patch.files, 'file')}, +${patch.added} −${patch.deleted}, ${formatBytes(patch.bytes)}, ${renderCode(patch.sha256)}`,
    ],
    ['time', formatTimes(timing)],
    [
      'cost',
      html`${formatUsd(cost.total_usd)}: ${formatCostParts(cost)}<br>${formatCostBasis(cost, (text) => text, model !== null)}, ${minutes}`,
    ],
    ...(model === null ? [] : [['models', formatAttemptModels(result.verdict)] satisfies [string, string]]),
    ['resources', `CPU ${cpu}, peak memory ${formatBytes(resources.peak_memory_bytes)}, network attempts ${network}`],
    ['score', `${scores}; never to be read as success`],
    [
      'sandbox',
      [
        renderCode(sandbox.backend),
        sandbox.isolated ? '' : html`, <strong>not isolated</strong>`,
        sandbox.disk === undefined ? '' : `, disk ${sandbox.disk}`,
      ],
    ],
    ...(result.clock === undefined ? [] : [['clock', formatClock(result.clock)] satisfies [string, string]]),
    ...(result.trust === undefined ? [] : [['trust', formatTrust(result.trust)] satisfies [string, string]]),
    ['contract', html`${renderCode(result.contract.path)}, version ${renderCode(result.contract.version)}`],
    ['snapshot', html`${snapshot.kind}, tree ${renderCode(snapshot.tree)}`],
    [
      'attempt',
      html`${renderCode(row.attempt_id)}, seed ${result.seed}, ${formatQuantity(result.events, 'event')}, chain head ${renderCode(result.head)}`,
    ],
    ['files', renderFileLinks(result.run)],
  ];
  const rows = pairs.map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`);
  return html`<h3>Facts</h3><div class="scroll"><table><tbody>${rows}</tbody></table></div>`;
}

const renderCode = (text: string): HtmlText => html`<code>${text}</code>`;

function formatTimes(timing: AttemptRow['result']['timing']): string {
  const parts = [
    `setup ${formatDuration(timing.setup_ms)}`,
    `agent ${formatDuration(timing.agent_ms)} (tools ${formatDuration(timing.tool_ms)})`,
    `evaluation ${formatDuration(timing.evaluation_ms)}`,
    `waiting ${formatDuration(timing.waiting_ms)}`,
    `overhead ${formatDuration(timing.overhead_ms)}`,
  ];
  return `${formatDuration(timing.wall_ms)} wall; ${parts.join(', ')}`;
}

/** Renders links to the record beside the page; a run folder that is not a plain relative path is only named. */
function renderFileLinks(run: string): HtmlText {
  const plain = run.split('/').every((part) => /^[\w.@+=-]+$/.test(part) && !/^\.+$/.test(part));
  if (!plain) return html`<code>${run}</code>`;
  const names = ['report.json', 'events.jsonl', 'patch.diff', 'manifest.json'];
  return joinHtml(
    names.map((name) => html`<a href="./${run}/${name}">${name}</a>`),
    ' · ',
  );
}
