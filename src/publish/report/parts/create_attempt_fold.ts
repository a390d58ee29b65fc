import type { CausalSummary } from '../../../judge/attribution/attribute_failure.js';
import { type CheckVerdict, type Evidence, formatTestCounts, GATE_NAMES } from '../../../record/verdict/verdict.js';
import { shortenText } from '../../text/escape_text.js';
import { formatBytes, formatDuration, formatQuantity, formatUsd } from '../../text/format_quantity.js';
import {
  createColumns,
  type Fact,
  type ReportBlock,
  type ReportFold,
  type RichText,
  type TextPiece,
} from '../report_block.js';
import { type AttemptRow, formatClock, formatExitCause, formatTrust } from '../view/attempt_row.js';
import { formatCostBasis, formatCostParts, getReachedCap } from '../view/format_cost_parts.js';
import { formatStrengthFigure } from '../view/format_strength.js';
import { formatAttemptModels } from '../view/model_summary.js';
import { GATE_LABELS, STATUS_LABELS } from '../view/status_labels.js';
import { createNameList, createNamePiece, joinPieces, listIf, prose, trustText } from './prose.js';

/**
 * Extent of an attempt. page: everything but what the viewer shows in a form of its own, with what proves it; comment:
 * without the proof; report: also without gates and checks that passed.
 */
export type AttemptExtent = 'page' | 'comment' | 'report';

const TEXT_LIMIT = 300;
const MODELS_LIMIT = 800;
const TESTS_SHOWN = 20;
const CAUSES_SHOWN = 2;

/**
 * Creates the folded details of an attempt: gates, checks, tags, findings, then its other facts.
 *
 * @param cause interpretation of its record, where that was read
 */
export function createAttemptFold(row: AttemptRow, extent: AttemptExtent, cause?: CausalSummary): ReportFold {
  const { verdict, cost } = row.result;
  const { sign, word } = STATUS_LABELS[row.status];
  const is_page = extent === 'page';
  const checks = verdict.checks.filter((check) => extent !== 'report' || check.outcome !== 'pass');
  const reasons = new Set(verdict.gates.map(({ why }) => why));
  const suspicions: ReportBlock[] = [
    { kind: 'heading', text: 'Worth a look' },
    { kind: 'list', items: row.suspicions },
  ];
  const blocks: ReportBlock[] = [
    { kind: 'facts', title: 'Gates', facts: [...createStrengthFacts(row), ...createGateFacts(row, extent)] },
    { kind: 'facts', title: 'Checks', facts: checks.map((check) => createCheckFact(check, reasons)) },
    { kind: 'facts', title: 'Interpretation', facts: createCauseFacts(cause) },
    { kind: 'facts', title: 'Tags and findings', facts: createNoteFacts(row, extent, reasons) },
    ...listIf(is_page && row.suspicions.length > 0, ...suspicions),
    { kind: 'facts', title: 'Facts', facts: createFacts(row, is_page) },
    ...createPhaseTables(cost),
  ];
  const [task, agent] = [createNamePiece(row.task), createNamePiece(row.agent)];
  const title = prose`${trustText(`${sign} ${word}`)} – ${task} · ${agent} · trial ${row.trial}`;
  return { kind: 'fold', title, blocks };
}

const createFact = (name: string, value: RichText, lines: readonly string[] = []): Fact => ({
  name: trustText(name),
  value,
  lines,
});

/** Creates sign, word and reason of a gate or check. */
function createOutcome({ reached, outcome, why }: Pick<CheckVerdict, 'reached' | 'outcome' | 'why'>): TextPiece[] {
  const { sign, word } = GATE_LABELS[reached ? outcome : 'none'];
  const reason = why === '' ? [] : prose` – ${shortenText(why, TEXT_LIMIT)}`;
  return prose`${trustText(`${sign} ${word}`)}${reason}`;
}

/** Creates where to look: event numbers, lines of files and patch, commands; nothing beside a page. */
function createEvidence(all: readonly Evidence[], extent: AttemptExtent): TextPiece[] {
  if (extent !== 'page' || all.length === 0) return [];
  const places = all.map(({ seq, contract_path, file, line, patch_line, command, artifact }) =>
    [
      ...listIf(seq !== undefined, `event ${seq}`),
      ...listIf(contract_path !== undefined, `contract ${contract_path}`),
      ...listIf(file !== undefined, `${file}${line === undefined ? '' : `:${line}`}`),
      ...listIf(patch_line !== undefined, `patch line ${patch_line}`),
      ...listIf(command !== undefined, `${command}`),
      ...listIf(artifact !== undefined, `artifact ${artifact?.slice(0, 12)}`),
    ].join(', '),
  );
  return prose` ${{ text: places.join('; '), tone: 'quiet' }}`;
}

function createGateFacts({ decided_by, result: { verdict } }: AttemptRow, extent: AttemptExtent): Fact[] {
  const gates = verdict.gates.filter((gate) => extent !== 'report' || !gate.reached || gate.outcome !== 'pass');
  const is_undecided = decided_by === null && verdict.reason !== '';
  return [
    ...listIf(is_undecided, createFact('reason', shortenText(verdict.reason, TEXT_LIMIT))),
    ...gates.map((gate) =>
      createFact(
        `${gate.gate} ${GATE_NAMES[gate.gate]}`,
        prose`${createOutcome(gate)}${createEvidence(gate.evidence, extent)}`,
      ),
    ),
  ];
}

/** Creates what probably happened, each sentence with its events. */
const createCauseFacts = (cause: CausalSummary | undefined): Fact[] =>
  (cause?.sentences ?? []).slice(0, CAUSES_SHOWN).map(({ text, seqs }) => {
    const place = { text: `(${seqs.length > 1 ? 'events' : 'event'} ${seqs.join(', ')})`, tone: 'quiet' as const };
    return createFact('probably (interpretation)', prose`${text} ${place}`);
  });

/** Creates the basis of a pass; nothing for an attempt that did not pass. */
function createStrengthFacts({ result: { verdict }, weakness }: AttemptRow): Fact[] {
  if (verdict.status !== 'success') return [];
  const { strength, canary, proven } = verdict.oracle;
  const { bits, because, rounds, repeated, tests, total, places, per_test_bits } = strength;
  const basis = [
    ...listIf(rounds > 0, `challenge rounds ${rounds}, repeated ${repeated}`, `tests varied ${tests} of ${total}`),
    ...listIf(rounds > 0 && places !== undefined, `places varied ${places?.varied} of ${places?.total}`),
    ...listIf(rounds > 0, `a single test ${formatStrengthFigure(per_test_bits)}`),
    `contract ${proven ? 'proven' : 'not proven'}`,
    `canary ${canary}`,
  ].join(' · ');
  const reason = because === '' ? [] : prose` (${shortenText(because, 200)})`;
  const shown =
    weakness === ''
      ? prose`${trustText(formatStrengthFigure(bits))}${reason}`
      : prose`⚠️ ${{ text: `weaker pass: ${weakness}`, tone: 'doubt' }}`;
  return [createFact('strength', prose`${shown} · ${trustText(basis)}`)];
}

/** Creates a check with its failing tests; it does not repeat the `reasons` of gates. */
function createCheckFact(check: CheckVerdict, reasons: ReadonlySet<string>): Fact {
  const required = [
    ['fail-to-pass', check.fail_to_pass],
    ['pass-to-pass', check.pass_to_pass],
  ] as const;
  const counts = [
    ...(check.tests === null ? [] : [formatTestCounts(check.tests)]),
    ...required.flatMap(([name, { passed, total }]) => listIf(total > 0, `${name} ${passed}/${total}`)),
    formatDuration(check.wall_ms),
    ...listIf(check.runs > 1, `${check.runs} runs`),
    check.kind,
  ].join(' · ');
  const outcome = createOutcome({ ...check, why: reasons.has(`${check.check}: ${check.why}`) ? '' : check.why });
  const duty = check.mandatory ? '' : ', not mandatory';
  const more = check.failing.length - TESTS_SHOWN;
  return {
    name: createNamePiece(check.check),
    value: prose`${outcome} · ${trustText(counts)}, ${check.layer}${trustText(duty)}`,
    lines: [
      ...check.failing.slice(0, TESTS_SHOWN).map((name) => shortenText(name, 200)),
      ...listIf(more > 0, `… ${more} more`),
    ],
  };
}

/** Creates tags, findings, and how the agent ended; a tag whose detail a gate says has its name alone. */
function createNoteFacts({ result }: AttemptRow, extent: AttemptExtent, reasons: ReadonlySet<string>): Fact[] {
  const { tags, findings, termination, agent_exit } = result.verdict;
  const stated = tags.filter(({ detail }) => extent !== 'page' && reasons.has(detail));
  const unstated = tags.filter((tag) => !stated.includes(tag));
  return [
    ...listIf(stated.length > 0, createFact('tags', createNameList(stated.map(({ id }) => id)))),
    ...unstated.map(({ id, gate, detail, evidence }) => {
      const place = gate === null ? [] : prose` (${gate})`;
      const text = shortenText(detail, TEXT_LIMIT);
      return createFact('tag', prose`${createNamePiece(id)}${place}: ${text}${createEvidence(evidence, extent)}`);
    }),
    ...(extent === 'page' ? findings : []).map(({ severity, rule, message, evidence }) =>
      createFact(severity, prose`${createNamePiece(rule)}: ${message}${createEvidence(evidence, extent)}`),
    ),
    ...(termination === null || termination.code === 'finished'
      ? []
      : [createFact('agent stopped', `${getReachedCap(result) ?? termination.code} – ${termination.rationale}`)]),
    ...(agent_exit === null
      ? []
      : [
          createFact(
            'end',
            prose`agent ended with ${formatExitCause(agent_exit)}${createEvidence([{ seq: agent_exit.seq }], extent)}`,
            agent_exit.stderr_tail.map((line) => shortenText(line, 200)),
          ),
        ]),
  ];
}

/** Creates patch, times, costs, resources and identity. @param is_whole with whole digests, scores and files */
function createFacts({ attempt_id, result }: AttemptRow, is_whole: boolean): Fact[] {
  const { contract, patch, timing, cost, verdict, resources, sandbox, clock, trust, snapshot } = result;
  const digest = (text: string) => ({ code: is_whole ? text : text.slice(0, 16) });
  const cpu = resources.cpu_ms === null ? 'not measured' : formatDuration(resources.cpu_ms);
  const network = resources.network_attempts ?? 'not measured';
  const usage = `CPU ${cpu} · peak memory ${formatBytes(resources.peak_memory_bytes)} · network attempts ${network}`;
  const box = [
    [createNamePiece(sandbox.backend)],
    ...listIf(!sandbox.isolated, [{ strong: 'not isolated' }]),
    ...listIf(sandbox.disk !== undefined, [`disk ${sandbox.disk}`]),
    ...[formatClock(clock), formatTrust(trust)].filter((text) => text !== '').map((text) => [text]),
  ];
  return [
    createFact('patch', patch === null ? 'none' : prose`${trustText(formatPatchSize(patch))}, ${digest(patch.sha256)}`),
    createFact('time', [trustText(formatTimes(timing))]),
    createFact('cost', [trustText(`${formatUsd(cost.total_usd)}: ${formatCostParts(cost)}`)]),
    createFact('basis of the cost', formatCostBasis(cost, verdict.model !== null)),
    ...listIf(verdict.model !== null, createFact('models', shortenText(formatAttemptModels(verdict), MODELS_LIMIT))),
    createFact('resources', [trustText(usage)]),
    createFact('sandbox', joinPieces(box, ' · ')),
    ...listIf(is_whole, createFact('score', `${formatScores(verdict)}; never to be read as success`)),
    createFact(
      'attempt',
      joinPieces(
        [
          [createNamePiece(attempt_id)],
          prose`contract ${digest(contract.version)}`,
          prose`snapshot ${digest(snapshot.tree)}`,
          prose`chain head ${{ code: result.head }} (${trustText(formatQuantity(result.events, 'event'))})`,
        ],
        ' · ',
      ),
    ),
    ...listIf(is_whole, createFact('contract', prose`${{ code: contract.path }}, seed ${result.seed}`)),
  ];
}

const formatPatchSize = ({ files, added, deleted, bytes }: NonNullable<AttemptRow['result']['patch']>): string =>
  `${formatQuantity(files, 'file')}, +${added} −${deleted}, ${formatBytes(bytes)}`;

function formatTimes({ wall_ms, ...timing }: AttemptRow['result']['timing']): string {
  const parts = (['setup', 'agent', 'evaluation', 'waiting', 'overhead'] as const).map(
    (name) => `${name} ${formatDuration(timing[`${name}_ms`])}`,
  );
  return `${formatDuration(wall_ms)} wall (${parts.join(', ')})`;
}

function formatScores({ graded, decomposed }: AttemptRow['result']['verdict']): string {
  const undefined_note = graded.defined ? '' : ' (undefined)';
  return `${graded.score.toFixed(3)}${undefined_note} graded, ${decomposed.score.toFixed(3)} decomposed`;
}

/** Creates the table of phases, whose names are foreign; nothing if nothing was used. */
function createPhaseTables({ by_phase }: AttemptRow['result']['cost']): readonly ReportBlock[] {
  const rows = Object.entries(by_phase).map(([phase, { requests, tokens, usd, execution_minutes, execution_usd }]) => {
    const price = execution_usd == null ? '' : ` (${formatUsd(execution_usd)})`;
    const figures = [requests, tokens, formatUsd(usd), `${execution_minutes.toFixed(2)} min${price}`];
    return [phase, ...figures.map((figure) => [trustText(String(figure))])];
  });
  const columns = createColumns('Phase', ['Requests', 'Tokens', 'Models', 'Execution']);
  return listIf<ReportBlock>(rows.length > 0, { kind: 'table', caption: 'Cost by phase', columns, rows });
}
