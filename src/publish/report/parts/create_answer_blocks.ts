import type { HeadSummary } from '../../../record/attestation/attempt_head.js';
import { shortenText } from '../../text/escape_text.js';
import { formatDuration, formatPercent, formatQuantity } from '../../text/format_quantity.js';
import {
  createColumns,
  type ListItem,
  type ReportBlock,
  type ReportFold,
  type RichText,
  type TextPiece,
} from '../report_block.js';
import { formatContractCheckLines } from '../view/contract_check.js';
import { formatJudgedPassesNote, formatWeaknessNote } from '../view/format_strength.js';
import { formatReasonOwners, formatReasonPlace } from '../view/report_reason.js';
import { formatTotalCost, type ReportView } from '../view/report_view.js';
import { LIVE_NETWORK_REMARK } from '../view/status_labels.js';
import { formatFailureAgents } from '../view/test_failure_summary.js';
import { capitalise, createNameList, createNamePiece, listIf, prose, trustText } from './prose.js';

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

/** Creates the failed tests with the message of each, unfolded; undefined without any. */
export function createFailuresFold({ failures }: ReportView): ReportFold | undefined {
  if (failures.length === 0) return undefined;
  const items = failures.map((failure): ListItem => {
    const owners = shortenText(formatFailureAgents(failure), WHY_LIMIT);
    const text = prose`${createNamePiece(failure.check)}: ${createNamePiece(failure.test, 200)} – ${owners}`;
    return { text, lines: failure.message.split('\n') };
  });
  return {
    kind: 'fold',
    title: prose`Failed tests (${failures.length})`,
    open: true,
    blocks: [{ kind: 'list', items }],
  };
}

/** Creates what a reader must know before believing the figures. The first piece of each note is its strong name. */
export function createNotes(view: ReportView): TextPiece[][] {
  const { not_isolated, not_replayable, missing, mixed_versions, deviations } = view;
  const { by_status, weaker, judged_passes } = view.total;
  const graded = shortenText(formatJudgedPassesNote(judged_passes, by_status.success), WHY_LIMIT);
  const count = (attempts: number) => trustText(formatQuantity(attempts, 'attempt'));
  const name = (strong: string) => ({ strong });
  const no_safety = trustText('ran without a sandbox. These results say nothing about safety.');
  const expected = trustText(formatQuantity(missing.length, 'expected attempt'));
  return [
    ...listIf(not_isolated > 0, prose`${name('Not isolated:')} ${count(not_isolated)} ${no_safety}`),
    ...listIf(weaker > 0, prose`${name('Weaker:')} ${trustText(formatWeaknessNote(by_status.success, weaker))}.`),
    ...listIf(graded !== '', prose`${name('Judge model:')} ${graded}.`),
    ...view.capped.map((one) => prose`${name('Stopped at a cap:')} ${shortenText(one.cap, 80)} (${count(one.count)})`),
    ...listIf(missing.length > 0, prose`${name('No result')} for ${expected}: ${createNameList(missing)}`),
    ...mixed_versions.slice(0, NOTES).map(({ id, versions }) => {
      const names = createNameList(versions.map((version) => version.slice(0, 8)));
      return prose`${name('Mixed versions')} of ${createNamePiece(id)}: ${names}. They are different tasks.`;
    }),
    ...createRest('Mixed versions', mixed_versions, 'more contract'),
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

const createRest = (strong: string, all: readonly unknown[], noun: string): readonly TextPiece[][] =>
  listIf(all.length > NOTES, prose`${{ strong }} of ${trustText(formatQuantity(all.length - NOTES, noun))}.`);

/** Creates the identity of what made the report, and of the records that it is about. */
export function createFooter({ harness, rubrics, evidence }: ReportView): TextPiece[] {
  const { commit = '', run_url = '' } = harness;
  return [
    ...prose`gatebench ${harness.version}`,
    ...(rubrics.length === 0 ? [] : prose` · rubric ${rubrics.join(', ')}`),
    ...(commit === '' ? [] : prose` · commit ${{ code: commit.slice(0, 12) }}`),
    ...(run_url === '' ? [] : prose` · ${{ link: 'workflow run', href: run_url }}`),
    ...(evidence === undefined ? [] : createEvidence(evidence)),
  ];
}

/**
 * Creates what binds the results to their records: counts and Merkle root, and the head of a single attempt. With these
 * words in a place that nobody can rewrite, no record can be changed unseen (`verify --head`).
 */
function createEvidence({ attempts, events, root, head }: HeadSummary): TextPiece[] {
  const counts = `${formatQuantity(attempts, 'record')}, ${formatQuantity(events, 'event')}`;
  const single = head === undefined ? [] : prose` · head ${{ code: head }}`;
  return prose` · ${trustText(counts)} · root ${{ code: root }}${single}`;
}
