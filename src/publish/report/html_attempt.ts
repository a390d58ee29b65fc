import { type CheckVerdict, type Evidence, GATE_NAMES, type Verdict } from '../../record/verdict.js';
import { costBasis, costParts, phaseTable } from './costs.js';
import { html } from './escape.js';
import { transcriptHtml } from './html_models.js';
import { attemptSuspicionsHtml, strengthFact } from './html_strength.js';
import { attemptModelText } from './models.js';
import { counted, elapsed, money, size } from './quantities.js';
import { endOf, type Row } from './row.js';
import type { Transcript } from './transcript.js';
import { GATE, STATUS } from './words.js';

/** Id of an attempt's details in the page. */
export function anchor(row: Row): string {
  return `attempt-${row.attempt_id.replace(/[^\w-]/gu, (character) => `.${character.codePointAt(0)!.toString(16)}`)}`;
}

/** What the filter looks in, lower case. */
export function findable(row: Row): string {
  const { verdict } = row.result;
  const words = [row.attempt_id, row.task, row.agent, `tier-${row.tier}`, row.status, STATUS[row.status].word, row.why];
  return html(
    [...words, ...verdict.tags.map((tag) => tag.id), ...verdict.findings.map((finding) => finding.rule)]
      .join(' ')
      .toLowerCase(),
  );
}

/** Everything that is known about one attempt, folded; a failure is open when `open`. */
export function attemptHtml(row: Row, open: boolean, transcript?: Transcript): string {
  const { result } = row;
  const { sign, word } = STATUS[row.status];
  return `<details id="${anchor(row)}" data-find="${findable(row)}"${open && row.status === 'failure' ? ' open' : ''}>
<summary>${sign} ${word} – <code>${html(row.task)}</code> · <code>${html(row.agent)}</code> · trial ${row.trial}</summary>
<p>${html(result.contract.title)}${result.verdict.reason === '' ? '' : `<br>Reason: ${html(result.verdict.reason)}`}</p>
${gates(row)}
${checks(result.verdict.checks)}
${notes(row)}
${attemptSuspicionsHtml(row)}${phases(row)}${facts(row)}${transcript ? `\n${transcriptHtml(transcript)}` : ''}
</details>`;
}

function gates({ result }: Row): string {
  const rows = result.verdict.gates.map((gate) => {
    const { sign, word } = GATE[gate.reached ? gate.outcome : 'none'];
    return `<tr><th scope="row">${gate.gate} ${GATE_NAMES[gate.gate]}</th><td class="mark">${sign} ${word}</td><td>${html(gate.why)}</td><td>${evidence(gate.evidence)}</td></tr>`;
  });
  return `<h3>Gates</h3><div class="scroll"><table><thead><tr><th scope="col">Gate</th><th scope="col">Outcome</th><th scope="col">Why</th><th scope="col">Evidence</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

function checks(all: readonly CheckVerdict[]): string {
  if (all.length === 0) return '';
  const rows = all.map((check) => {
    const { sign, word } = GATE[check.reached ? check.outcome : 'none'];
    const tests =
      check.tests === null
        ? ''
        : `${check.tests.passed} passed, ${check.tests.failed} failed, ${check.tests.skipped} skipped`;
    const failing = check.failing.map((name) => `<li><code>${html(name)}</code></li>`).join('');
    return `<tr><th scope="row"><code>${html(check.check)}</code></th><td>${check.kind}, ${html(check.layer)}${check.mandatory ? '' : ', not mandatory'}</td><td class="mark">${sign} ${word}</td><td>${html(check.why)}${failing === '' ? '' : `<ul>${failing}</ul>`}</td><td>${tests}</td><td class="number">${required(check.fail_to_pass)}</td><td class="number">${required(check.pass_to_pass)}</td><td class="number">${elapsed(check.wall_ms)}</td><td class="number">${check.runs}</td></tr>`;
  });
  return `<h3>Checks</h3><div class="scroll"><table><thead><tr><th scope="col">Check</th><th scope="col">Kind</th><th scope="col">Outcome</th><th scope="col">Why, failing tests</th><th scope="col">Tests</th><th scope="col" class="number">Fail to pass</th><th scope="col" class="number">Pass to pass</th><th scope="col" class="number">Wall</th><th scope="col" class="number">Runs</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

function required({ passed, total }: { passed: number; total: number }): string {
  return total === 0 ? '' : `${passed}/${total}`;
}

function notes({ result: { verdict } }: Row): string {
  const lines = [
    ...verdict.tags.map(
      (tag) =>
        `tag <code>${html(tag.id)}</code>${tag.gate === null ? '' : ` (${tag.gate})`}: ${html(tag.detail)} ${evidence(tag.evidence)}`,
    ),
    ...verdict.findings.map(
      (finding) =>
        `${html(finding.severity)} <code>${html(finding.rule)}</code>: ${html(finding.message)} ${evidence(finding.evidence)}`,
    ),
    ...(verdict.termination === null
      ? []
      : [`agent stopped: ${html(verdict.termination.code)} – ${html(verdict.termination.rationale)}`]),
    ...exitLines(verdict),
  ];
  return lines.length === 0
    ? ''
    : `<h3>Tags and findings</h3><ul>${lines.map((line) => `<li>${line}</li>`).join('')}</ul>`;
}

/** How the agent's command ended, where that was not with 0, and what it said last. */
function exitLines({ agent_exit }: Verdict): string[] {
  if (agent_exit === null) return [];
  const said = agent_exit.stderr_tail.map((line) => `<li><code>${html(line)}</code></li>`).join('');
  const lines = said === '' ? '' : `; last on standard error:<ul>${said}</ul>`;
  return [`agent ended with ${html(endOf(agent_exit))}${lines} ${evidence([{ seq: agent_exit.seq }])}`];
}

/** Where to look: event numbers, places in files and patch, commands. */
function evidence(all: readonly Evidence[]): string {
  const places = all.map((each) =>
    [
      each.seq === undefined ? '' : `event ${each.seq}`,
      each.contract_path === undefined ? '' : `contract ${html(each.contract_path)}`,
      each.file === undefined ? '' : `${html(each.file)}${each.line === undefined ? '' : `:${each.line}`}`,
      each.patch_line === undefined ? '' : `patch line ${each.patch_line}`,
      each.command === undefined ? '' : `<code>${html(each.command)}</code>`,
      each.artifact === undefined ? '' : `artifact <code>${html(each.artifact.slice(0, 12))}</code>`,
    ]
      .filter((part) => part !== '')
      .join(', '),
  );
  return places.length === 0 ? '' : `<span class="quiet">${places.join('; ')}</span>`;
}

function phases({ result: { cost } }: Row): string {
  const { heads, rows } = phaseTable(cost);
  if (rows.length === 0) return '';
  const head = heads.map((text, i) => `<th scope="col"${i === 0 ? '' : ' class="number"'}>${text}</th>`).join('');
  const body = rows.map(([phase, ...numbers]) => {
    const cells = numbers.map((number) => `<td class="number">${html(number)}</td>`).join('');
    return `<tr><th scope="row">${html(phase!)}</th>${cells}</tr>`;
  });
  return `<h3>Cost by phase</h3><div class="scroll"><table><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table></div>
`;
}

function facts(row: Row): string {
  const { result } = row;
  const { timing, cost, resources, patch, sandbox, snapshot } = result;
  const pairs: [string, string][] = [
    ...strengthFact(row),
    [
      'patch',
      patch === null
        ? 'none'
        : `${counted(patch.files, 'file')}, +${patch.added} −${patch.deleted}, ${size(patch.bytes)}, <code>${html(patch.sha256)}</code>`,
    ],
    [
      'time',
      `${elapsed(timing.wall_ms)} wall; setup ${elapsed(timing.setup_ms)}, agent ${elapsed(timing.agent_ms)} (tools ${elapsed(timing.tool_ms)}), evaluation ${elapsed(timing.evaluation_ms)}, waiting ${elapsed(timing.waiting_ms)}, overhead ${elapsed(timing.overhead_ms)}`,
    ],
    [
      'cost',
      `${money(cost.total_usd)}: ${html(costParts(cost))}<br>${costBasis(cost, html, result.verdict.model !== null)}, ${cost.execution_minutes.toFixed(2)} execution minutes`,
    ],
    ...(result.verdict.model === null
      ? []
      : [['models', html(attemptModelText(result.verdict))] satisfies [string, string]]),
    [
      'resources',
      `CPU ${resources.cpu_ms === null ? 'not measured' : elapsed(resources.cpu_ms)}, peak memory ${size(resources.peak_memory_bytes)}, network attempts ${resources.network_attempts ?? 'not measured'}`,
    ],
    [
      'score',
      `${result.verdict.graded.score.toFixed(3)}${result.verdict.graded.defined ? '' : ' (undefined)'} graded, ${result.verdict.decomposed.score.toFixed(3)} decomposed; never to be read as success`,
    ],
    [
      'sandbox',
      `<code>${html(sandbox.backend)}</code>${sandbox.isolated ? '' : ', <strong>not isolated</strong>'}${sandbox.disk === undefined ? '' : `, disk ${html(sandbox.disk)}`}`,
    ],
    ['contract', `<code>${html(result.contract.path)}</code>, version <code>${html(result.contract.version)}</code>`],
    ['snapshot', `${html(snapshot.kind)}, tree <code>${html(snapshot.tree)}</code>`],
    [
      'attempt',
      `<code>${html(row.attempt_id)}</code>, seed ${result.seed}, ${counted(result.events, 'event')}, chain head <code>${html(result.head)}</code>`,
    ],
    ['files', files(result.run)],
  ];
  return `<h3>Facts</h3><div class="scroll"><table><tbody>${pairs.map(([name, value]) => `<tr><th scope="row">${name}</th><td>${value}</td></tr>`).join('')}</tbody></table></div>`;
}

/** Links to the record beside the page; a run folder that is not a plain relative path is only named. */
function files(run: string): string {
  const plain = run.split('/').every((part) => /^[\w.@+=-]+$/.test(part) && !/^\.+$/.test(part));
  if (!plain) return `<code>${html(run)}</code>`;
  return ['report.json', 'events.jsonl', 'patch.diff', 'manifest.json']
    .map((name) => `<a href="./${run}/${name}">${name}</a>`)
    .join(' · ');
}
