import { GATE_NAMES } from '../../../record/verdict/gates.js';
import { type CheckVerdict, formatTestCounts } from '../../../record/verdict/verdict.js';
import { escapeMarkdown, formatMarkdownCode, shortenText } from '../../text/escape_text.js';
import { formatBytes, formatDuration, formatQuantity, formatUsd } from '../../text/format_quantity.js';
import { type AttemptRow, formatExitCause } from '../view/attempt_row.js';
import { formatClock } from '../view/format_clock.js';
import { createPhaseTable, formatCostBasis, formatCostParts, getReachedCap } from '../view/format_cost_parts.js';
import { formatTrust } from '../view/format_trust.js';
import { formatAttemptModels } from '../view/model_summary.js';
import { GATE_LABELS, STATUS_LABELS } from '../view/status_labels.js';
import { renderAttemptStrength } from './render_strengths_markdown.js';

const NAMES_SHOWN = 20;

/** Renders the folded details of one attempt: gates, checks, failing tests, tags, patch, time, resources, identity. */
export function renderAttemptMarkdown(row: AttemptRow): string {
  const { result } = row;
  const { sign, word } = STATUS_LABELS[row.status];
  const said = new Set(result.verdict.gates.map(({ why }) => why));
  const title = `${sign} ${word} – ${formatMarkdownName(row.task)} · ${formatMarkdownName(row.agent)} · trial ${row.trial}`;
  return [
    `<details><summary>${title}</summary>`,
    '',
    ...(row.decided_by !== null || result.verdict.reason === ''
      ? []
      : [`- reason: ${formatText(result.verdict.reason)}`]),
    ...renderAttemptStrength(row),
    ...result.verdict.gates.map((gate) => {
      const shown = GATE_LABELS[gate.reached ? gate.outcome : 'none'];
      return `- ${gate.gate} ${GATE_NAMES[gate.gate]}: ${shown.sign} ${shown.word}${gate.why === '' ? '' : ` – ${formatText(gate.why)}`}`;
    }),
    ...result.verdict.checks.flatMap((check) => renderCheck(check, said)),
    ...renderTags(result.verdict.tags, said),
    ...(result.verdict.termination === null || result.verdict.termination.code === 'finished'
      ? []
      : [
          `- agent stopped: ${formatText(getReachedCap(result) ?? result.verdict.termination.code)} – ${formatText(result.verdict.termination.rationale)}`,
        ]),
    ...renderExit(row),
    renderPatch(row),
    renderTime(row),
    ...renderCosts(row),
    ...renderModels(row),
    renderResources(row),
    `- attempt ${formatMarkdownName(row.attempt_id)} · contract ${formatMarkdownCode(result.contract.version.slice(0, 16))} · snapshot ${formatMarkdownCode(result.snapshot.tree.slice(0, 16))} · chain head ${formatMarkdownCode(result.head)} (${formatQuantity(result.events, 'event')})`,
    ...renderPhases(row),
    '',
    '</details>',
  ].join('\n');
}

/** Renders tags: with their detail, or by name alone if a gate says the detail. */
function renderTags(tags: AttemptRow['result']['verdict']['tags'], said: ReadonlySet<string>): string[] {
  const told = tags.filter(({ detail }) => said.has(detail));
  const others = tags.filter(({ detail }) => !said.has(detail));
  return [
    ...(told.length === 0 ? [] : [`- tags ${told.map(({ id }) => formatMarkdownName(id)).join(', ')}`]),
    ...others.map(
      (tag) =>
        `- tag ${formatMarkdownName(tag.id)}${tag.gate === null ? '' : ` (${tag.gate})`}: ${formatText(tag.detail)}`,
    ),
  ];
}

/** Renders a check with its failing tests; `said` are the reasons of the gates, which it does not repeat. */
function renderCheck(check: CheckVerdict, said: ReadonlySet<string>): string[] {
  const shown = GATE_LABELS[check.reached ? check.outcome : 'none'];
  const why = check.why === '' || said.has(`${check.check}: ${check.why}`) ? '' : ` – ${formatText(check.why)}`;
  const tests = check.tests === null ? '' : ` · ${formatTestCounts(check.tests)}`;
  const required = [
    ['fail-to-pass', check.fail_to_pass],
    ['pass-to-pass', check.pass_to_pass],
  ] as const;
  const counts = required
    .filter(([, { total }]) => total > 0)
    .map(([name, { passed, total }]) => ` · ${name} ${passed}/${total}`)
    .join('');
  const names = check.failing.slice(0, NAMES_SHOWN).map((name) => `  - ${formatMarkdownCode(shortenText(name, 200))}`);
  if (check.failing.length > NAMES_SHOWN) names.push(`  - … ${check.failing.length - NAMES_SHOWN} more`);
  return [
    `- check ${formatMarkdownName(check.check)} (${check.kind}, ${escapeMarkdown(check.layer)}${check.mandatory ? '' : ', not mandatory'}): ${shown.sign} ${shown.word}${why}${tests}${counts} · ${formatDuration(check.wall_ms)}${check.runs > 1 ? ` · ${check.runs} runs` : ''}`,
    ...names,
  ];
}

/** Renders how the agent's command ended and its last error lines; an empty list if it ended with status 0. */
function renderExit({ result: { verdict } }: AttemptRow): string[] {
  const { agent_exit } = verdict;
  if (agent_exit === null) return [];
  const said = agent_exit.stderr_tail.map((line) => `  - ${formatMarkdownCode(shortenText(line, 200))}`);
  return [
    `- agent ended with ${formatText(formatExitCause(agent_exit))}${said.length > 0 ? '; last on standard error:' : ''}`,
    ...said,
  ];
}

function renderPatch({ result: { patch } }: AttemptRow): string {
  if (patch === null) return '- patch: none';
  return `- patch: ${formatQuantity(patch.files, 'file')}, +${patch.added} −${patch.deleted}, ${formatBytes(patch.bytes)}, ${formatMarkdownCode(patch.sha256.slice(0, 16))}`;
}

function renderTime({ result: { timing } }: AttemptRow): string {
  const parts = [
    ['setup', timing.setup_ms],
    ['agent', timing.agent_ms],
    ['evaluation', timing.evaluation_ms],
    ['waiting', timing.waiting_ms],
    ['overhead', timing.overhead_ms],
  ] as const;
  return `- time: ${formatDuration(timing.wall_ms)} wall (${parts.map(([name, ms]) => `${name} ${formatDuration(ms)}`).join(', ')})`;
}

function renderModels({ result: { verdict } }: AttemptRow): string[] {
  return verdict.model === null ? [] : [`- models: ${escapeMarkdown(shortenText(formatAttemptModels(verdict), 800))}`];
}

function renderCosts({ result: { cost, verdict } }: AttemptRow): string[] {
  return [
    `- cost ${formatUsd(cost.total_usd)}: ${formatCostParts(cost)}`,
    `- ${formatCostBasis(cost, formatText, verdict.model !== null)}`,
  ];
}

/** Renders the cost by phase; it stands below the list, because a list cannot hold a table. */
function renderPhases({ result: { cost } }: AttemptRow): string[] {
  const { heads, rows } = createPhaseTable(cost);
  if (rows.length === 0) return [];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    '',
    line(heads),
    '|---|--:|--:|--:|--:|',
    ...rows.map(([phase, ...numbers]) => line([formatText(phase!), ...numbers])),
  ];
}

function renderResources({ result: { resources, sandbox, trust, clock } }: AttemptRow): string {
  const cpu = resources.cpu_ms === null ? 'not measured' : formatDuration(resources.cpu_ms);
  const network = resources.network_attempts === null ? 'not measured' : String(resources.network_attempts);
  return `- CPU ${cpu} · peak memory ${formatBytes(resources.peak_memory_bytes)} · network attempts ${network} · sandbox ${formatMarkdownName(sandbox.backend)}${sandbox.isolated ? '' : ' (not isolated)'}${sandbox.disk === undefined ? '' : ` · disk ${escapeMarkdown(sandbox.disk)}`}${clock === undefined ? '' : ` · ${escapeMarkdown(formatClock(clock))}`}${trust === undefined ? '' : ` · ${escapeMarkdown(formatTrust(trust))}`}`;
}

/** Formats a foreign name in a table or list, shortened and inert. */
export function formatMarkdownName(raw: string): string {
  return formatMarkdownCode(shortenText(raw, 80));
}

function formatText(raw: string): string {
  return escapeMarkdown(shortenText(raw, 300));
}
