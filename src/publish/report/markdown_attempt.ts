import { type CheckVerdict, GATE_NAMES } from '../../record/verdict.js';
import { capOf, costBasis, costParts, phaseTable } from './costs.js';
import { markdown, markdownCode, shorten } from './escape.js';
import { attemptStrengthLines } from './markdown_strength.js';
import { attemptModelText } from './models.js';
import { counted, elapsed, money, size } from './quantities.js';
import { endOf, type Row } from './row.js';
import { GATE, STATUS } from './words.js';

const NAMES_SHOWN = 20;

/** The folded details of one attempt: gates with reasons, checks, failing tests, tags, patch, time, resources, identity. */
export function attemptDetails(row: Row): string {
  const { result } = row;
  const { sign, word } = STATUS[row.status];
  const title = `${sign} ${word} – ${name(row.task)} · ${name(row.agent)} · trial ${row.trial}`;
  return [
    `<details><summary>${title}</summary>`,
    '',
    ...(result.verdict.reason === '' ? [] : [`- reason: ${text(result.verdict.reason)}`]),
    ...attemptStrengthLines(row),
    ...result.verdict.gates.map((gate) => {
      const shown = GATE[gate.reached ? gate.outcome : 'none'];
      return `- ${gate.gate} ${GATE_NAMES[gate.gate]}: ${shown.sign} ${shown.word}${gate.why === '' ? '' : ` – ${text(gate.why)}`}`;
    }),
    ...result.verdict.checks.flatMap(checkLines),
    ...result.verdict.tags.map(
      (tag) => `- tag ${name(tag.id)}${tag.gate === null ? '' : ` (${tag.gate})`}: ${text(tag.detail)}`,
    ),
    ...(result.verdict.termination === null
      ? []
      : [
          `- agent stopped: ${text(capOf(result) ?? result.verdict.termination.code)} – ${text(result.verdict.termination.rationale)}`,
        ]),
    ...exitLines(row),
    patchLine(row),
    timeLine(row),
    ...costLines(row),
    ...modelLine(row),
    resourceLine(row),
    `- attempt ${name(row.attempt_id)} · contract ${markdownCode(result.contract.version.slice(0, 16))} · snapshot ${markdownCode(result.snapshot.tree.slice(0, 16))} · chain head ${markdownCode(result.head)} (${counted(result.events, 'event')})`,
    ...phases(row),
    '',
    '</details>',
  ].join('\n');
}

function checkLines(check: CheckVerdict): string[] {
  const shown = GATE[check.reached ? check.outcome : 'none'];
  const tests =
    check.tests === null
      ? ''
      : ` · ${check.tests.passed} passed, ${check.tests.failed} failed, ${check.tests.skipped} skipped`;
  const required = [
    ['fail-to-pass', check.fail_to_pass],
    ['pass-to-pass', check.pass_to_pass],
  ] as const;
  const counts = required
    .filter(([, { total }]) => total > 0)
    .map(([name, { passed, total }]) => ` · ${name} ${passed}/${total}`)
    .join('');
  const names = check.failing.slice(0, NAMES_SHOWN).map((name) => `  - ${markdownCode(shorten(name, 200))}`);
  if (check.failing.length > NAMES_SHOWN) names.push(`  - … ${check.failing.length - NAMES_SHOWN} more`);
  return [
    `- check ${name(check.check)} (${check.kind}, ${markdown(check.layer)}${check.mandatory ? '' : ', not mandatory'}): ${shown.sign} ${shown.word}${check.why === '' ? '' : ` – ${text(check.why)}`}${tests}${counts} · ${elapsed(check.wall_ms)}${check.runs > 1 ? ` · ${check.runs} runs` : ''}`,
    ...names,
  ];
}

/** How the agent's command ended, where that was not with 0, and what it said last. */
function exitLines({ result: { verdict } }: Row): string[] {
  const { agent_exit } = verdict;
  if (agent_exit === null) return [];
  const said = agent_exit.stderr_tail.map((line) => `  - ${markdownCode(shorten(line, 200))}`);
  return [
    `- agent ended with ${text(endOf(agent_exit))}${said.length > 0 ? '; last on standard error:' : ''}`,
    ...said,
  ];
}

function patchLine({ result: { patch } }: Row): string {
  if (patch === null) return '- patch: none';
  return `- patch: ${counted(patch.files, 'file')}, +${patch.added} −${patch.deleted}, ${size(patch.bytes)}, ${markdownCode(patch.sha256.slice(0, 16))}`;
}

function timeLine({ result: { timing } }: Row): string {
  const parts = [
    ['setup', timing.setup_ms],
    ['agent', timing.agent_ms],
    ['evaluation', timing.evaluation_ms],
    ['waiting', timing.waiting_ms],
    ['overhead', timing.overhead_ms],
  ] as const;
  return `- time: ${elapsed(timing.wall_ms)} wall (${parts.map(([name, ms]) => `${name} ${elapsed(ms)}`).join(', ')})`;
}

function modelLine({ result: { verdict } }: Row): string[] {
  return verdict.model === null ? [] : [`- models: ${markdown(shorten(attemptModelText(verdict), 800))}`];
}

function costLines({ result: { cost, verdict } }: Row): string[] {
  return [`- cost ${money(cost.total_usd)}: ${costParts(cost)}`, `- ${costBasis(cost, text, verdict.model !== null)}`];
}

/** Cost by phase; below the list, since a table cannot stand in one. */
function phases({ result: { cost } }: Row): string[] {
  const { heads, rows } = phaseTable(cost);
  if (rows.length === 0) return [];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    '',
    line(heads),
    '|---|--:|--:|--:|--:|',
    ...rows.map(([phase, ...numbers]) => line([text(phase!), ...numbers])),
  ];
}

function resourceLine({ result: { resources, sandbox } }: Row): string {
  const cpu = resources.cpu_ms === null ? 'not measured' : elapsed(resources.cpu_ms);
  const network = resources.network_attempts === null ? 'not measured' : String(resources.network_attempts);
  return `- CPU ${cpu} · peak memory ${size(resources.peak_memory_bytes)} · network attempts ${network} · sandbox ${name(sandbox.backend)}${sandbox.isolated ? '' : ' (not isolated)'}${sandbox.disk === undefined ? '' : ` · disk ${markdown(sandbox.disk)}`}`;
}

/** A foreign name in a table or list: bounded and inert. */
export function name(raw: string): string {
  return markdownCode(shorten(raw, 80));
}

function text(raw: string): string {
  return markdown(shorten(raw, 300));
}
