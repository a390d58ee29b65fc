import type { HeadSummary } from '../../../record/attestation/attempt_head.js';
import { GATES } from '../../../record/verdict/verdict.js';
import { shortenText } from '../../text/escape_text.js';
import { formatDuration, formatPercent, formatQuantity } from '../../text/format_quantity.js';
import { createColumns, type ReportBlock, type RichText, type TextPiece } from '../report_block.js';
import { formatContractCheckLines } from '../view/contract_check.js';
import { formatJudgedPassesNote, formatWeaknessNote } from '../view/format_strength.js';
import { formatReasonOwners, formatReasonPlace } from '../view/report_reason.js';
import { formatTotalCost, type ReportView } from '../view/report_view.js';
import { GATE_LABELS, GATE_SHORT_NAMES, LIVE_NETWORK_REMARK } from '../view/status_labels.js';
import { capitalise, createNameList, createNamePiece, joinPieces, listIf, prose, trustText } from './prose.js';

const WHY_LIMIT = 300;
const NOTES = 10;

/** Creates the reasons for the verdict, then contracts that do not work, then what baselines did. */
export function createReasonItems(view: ReportView): RichText[] {
  const { contract_checks, more_reasons, reasons_of, baselines } = view;
  const unsound = contract_checks.filter(({ state }) => state !== 'works').slice(0, NOTES);
  const more = `… and ${formatQuantity(more_reasons, 'more reason')}`;
  return [
    ...view.reasons.map((reason) => {
      const [place, why] = [trustText(formatReasonPlace(reason)), shortenText(reason.why, WHY_LIMIT)];
      return prose`${{ strong: 'Why' }} ${place}: ${why} – ${formatReasonOwners(reason)}`;
    }),
    ...unsound.map((check) => shortenText(formatContractCheckLines(check).join(' '), 500)),
    ...[more_reasons > 0 ? more : '', reasons_of, baselines]
      .filter((text) => text !== '')
      .map((text) => [trustText(text)]),
  ];
}

/** Creates the figures of the whole report, each with its name: rates where attempts are judged, cost and time. */
export function createFigures({ contract_checks, rate, rate_of, total }: ReportView): [name: string, value: string][] {
  return [
    ...listIf<[string, string]>(
      contract_checks.length === 0 && rate.total > 1,
      [`success rate${rate_of}`, formatPercent(rate.point)],
      ['attempts decided', `${rate.decided} of ${rate.total}`],
    ),
    ['cost', formatTotalCost(total)],
    ['wall time', formatDuration(total.wall_ms)],
  ];
}

/** Contracts that one line names. */
const CONTRACTS = 6;

/** Creates the contracts in which an attempt did not pass, and the number of the others; nothing for one contract. */
export function createContractsLine({ matrix, baselines, contract_checks }: ReportView): TextPiece[] {
  // Baselines are meant to fail somewhere.
  if (baselines !== '' || contract_checks.length > 0) return [];
  const rows = (matrix?.rows ?? []).map(({ task, cells }) => {
    const counts = cells.flatMap((cell) => (cell === null ? [] : [cell]));
    const passed = counts.reduce((sum, { success }) => sum + success, 0);
    const all = counts.reduce((sum, cell) => sum + Object.values(cell).reduce((a, b) => a + b, 0), 0);
    return { task, passed, all };
  });
  const failing = rows.filter(({ passed, all }) => passed < all);
  if (rows.length < 2 || failing.length === 0) return [];
  const names = failing
    .slice(0, CONTRACTS)
    .map(({ task, passed, all }) => prose`❌ ${createNamePiece(task)} ${passed} of ${all} passed`);
  const rest = failing.length - CONTRACTS;
  const { more_tasks = 0, more_agents = 0 } = matrix ?? {};
  // A contract that an agent beyond the table fails would count as one that passes.
  const passing = more_agents > 0 ? 0 : rows.length - failing.length;
  return joinPieces(
    [
      ...names,
      ...listIf(rest > 0, [trustText(`❌ ${formatQuantity(rest, 'more contract')}`)]),
      ...listIf(passing > 0, [trustText(`✅ ${formatQuantity(passing, 'other contract')}`)]),
      ...listIf(more_tasks > 0, [trustText(`${formatQuantity(more_tasks, 'more contract')} in the report`)]),
    ],
    ' · ',
  );
}

/** Agents whose patch was made before: what it cost is not known here, and nobody asks. */
const MADE_BEFORE: ReadonlySet<string> = new Set(['patch', 'pull-request', 'golden', 'noop']);

/** Creates the gates of all attempts, cost and time in one line. */
export function createGatesLine(view: ReportView): TextPiece[] {
  const { total, models } = view;
  const judged = view.rows.filter(({ result }) => result.agent.kind !== 'noop');
  const rows = judged.length === 0 ? view.rows : judged;
  const gates = GATES.map((id) => {
    const marks = (['fail', 'error', 'none', 'pass'] as const).flatMap((mark) => {
      const { sign, word } = GATE_LABELS[mark];
      const number = rows.filter((row) => row.gates[id] === mark).length;
      return number === 0 ? [] : [`${sign} ${rows.length === 1 ? '' : `${number} `}${word}`];
    });
    return `${id} ${GATE_SHORT_NAMES[id]} ${marks.join(', ')}`;
  });
  const is_free =
    total.known_usd === 0 && models.length === 0 && rows.every(({ result }) => MADE_BEFORE.has(result.agent.kind));
  const parts = [
    ...(rows.length === 0 ? [] : gates),
    ...listIf(total.attempts > view.rows.length, `of the ${view.rows.length} worst`),
    formatDuration(total.wall_ms),
    ...listIf(!is_free, total.unknown_costs === total.attempts ? 'cost unknown' : formatTotalCost(total)),
  ];
  return [trustText(parts.join(' · '))];
}

/** Creates the answer to what was asked: the sentences of the sections, then the agents side by side. */
export function createAnswerBlocks({ sections, agents }: ReportView): ReportBlock[] {
  // Where the regression gate has judged, its verdict is the answer: no other sentence speaks beside it.
  const is_gated = sections.some(({ id }) => /^regression(-|$)/.test(id));
  const answers = is_gated ? [] : sections.flatMap(({ answer }) => (answer === undefined ? [] : [capitalise(answer)]));
  const rows = agents.map(({ agent, rate, cost }) => {
    const { interval, point, scorable } = rate;
    const figures = [
      `${rate.successes} of ${scorable}`,
      point === null ? '–' : formatPercent(point),
      interval === null || scorable < 2 ? '–' : `${formatPercent(interval.low)} to ${formatPercent(interval.high)}`,
      `${rate.total - rate.decided}`,
      cost,
    ];
    return [[createNamePiece(agent)], ...figures.map((figure) => [trustText(figure)])];
  });
  const columns = createColumns('Agent', ['Passed', 'Success rate', '95 % interval', 'Undecided', 'Cost']);
  return [
    ...answers.map((text) => ({ kind: 'text' as const, text: prose`${{ strong: 'Answer:' }} ${text}` })),
    ...listIf<ReportBlock>(rows.length > 0, { kind: 'table', caption: '', columns, rows }),
  ];
}

/** Creates what a reader must know before believing the figures. The first piece of each note is its strong name. */
export function createNotes(view: ReportView): TextPiece[][] {
  const { deviations, not_replayable, total } = view;
  const { by_status, weaker } = total;
  return [
    ...createUrgentNotes(view),
    ...listIf(weaker > 0, prose`${name('Weaker:')} ${trustText(formatWeaknessNote(by_status.success, weaker))}.`),
    ...deviations
      .slice(0, NOTES)
      .map((one) => prose`${name('Protocol deviation')} (${count(one.count)}): ${shortenText(one.text, WHY_LIMIT)}`),
    ...createRest('Protocol deviations', deviations, 'more kind'),
    ...listIf(
      not_replayable > 0,
      prose`${name('Not replayable')} (${count(not_replayable)}): ${trustText(LIVE_NETWORK_REMARK)}`,
    ),
  ];
}

/** Creates the notes that ask for something: what was not isolated, not complete, stopped, or decided by a model. */
export function createUrgentNotes(view: ReportView): TextPiece[][] {
  const { not_isolated, missing, mixed_versions } = view;
  const { by_status, judged_passes } = view.total;
  const graded = shortenText(formatJudgedPassesNote(judged_passes, by_status.success), WHY_LIMIT);
  const no_safety = trustText('ran without a sandbox. These results say nothing about safety.');
  const expected = trustText(formatQuantity(missing.length, 'expected attempt'));
  return [
    ...listIf(not_isolated > 0, prose`${name('Not isolated:')} ${count(not_isolated)} ${no_safety}`),
    ...listIf(graded !== '', prose`${name('Judge model:')} ${graded}.`),
    ...view.capped.map((one) => prose`${name('Stopped at a cap:')} ${shortenText(one.cap, 80)} (${count(one.count)})`),
    ...listIf(missing.length > 0, prose`${name('No result')} for ${expected}: ${createNameList(missing)}`),
    ...mixed_versions.slice(0, NOTES).map(({ id, versions }) => {
      const names = createNameList(versions.map((version) => version.slice(0, 8)));
      return prose`${name('Mixed versions')} of ${createNamePiece(id)}: ${names}. They are different tasks.`;
    }),
    ...createRest('Mixed versions', mixed_versions, 'more contract'),
  ];
}

const count = (attempts: number) => trustText(formatQuantity(attempts, 'attempt'));
const name = (strong: string) => ({ strong });

const createRest = (strong: string, all: readonly unknown[], noun: string): readonly TextPiece[][] =>
  listIf(all.length > NOTES, prose`${{ strong }} of ${trustText(formatQuantity(all.length - NOTES, noun))}.`);

/** Creates the identity of what made the report, and of the records that it is about. */
export const createFooter = (view: ReportView): TextPiece[] => [
  ...createHarnessLine(view),
  ...(view.evidence === undefined ? [] : prose` · ${createEvidence(view.evidence)}`),
];

/** Creates the identity of what made the report. */
export function createHarnessLine({ harness, rubrics }: Pick<ReportView, 'harness' | 'rubrics'>): TextPiece[] {
  const { commit = '', run_url = '' } = harness;
  return [
    ...prose`gatebench ${harness.version}`,
    ...(rubrics.length === 0 ? [] : prose` · rubric ${rubrics.join(', ')}`),
    ...(commit === '' ? [] : prose` · commit ${{ code: commit.slice(0, 12) }}`),
    ...(run_url === '' ? [] : prose` · ${{ link: 'workflow run', href: run_url }}`),
  ];
}

/**
 * Creates what binds the results to their records: counts and Merkle root, and the head of a single attempt. With these
 * words in a place that nobody can rewrite, no record can be changed unseen (`verify --head`).
 */
export function createEvidence({ attempts, events, root, head }: HeadSummary): TextPiece[] {
  const counts = `${formatQuantity(attempts, 'record')}, ${formatQuantity(events, 'event')}`;
  const single = head === undefined ? [] : prose` · head ${{ code: head }}`;
  return prose`${trustText(counts)} · root ${{ code: root }}${single}`;
}
