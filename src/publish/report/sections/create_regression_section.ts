import { formatP } from '../../../judge/analysis/paired/decide_paired_verdict.js';
import type { ComparisonReport } from '../../../judge/analysis/regression/comparison_report.js';
import { formatPercent, formatQuantity } from '../../text/format_quantity.js';
import { createNameList, listIf, prose } from '../parts/prose.js';
import { createColumns, type ReportBlock, type ReportSection } from '../report_block.js';

type Regression = ComparisonReport['arms'][number]['regression'];
type RegressionTask = Regression['tasks'][number];

/** Creates the section on the regression gate: its verdict with the numbers, and the contracts that may turn it. */
export function createRegressionSection(regression: Regression, base: string, head: string): ReportSection {
  const { verdict, why, tasks, left_out } = regression;
  const losses = listLostContracts(regression);
  const better = new Map(regression.improvement?.better.map(({ task, p }) => [task, p]));
  const notable = tasks.filter(
    ({ task, verdict, head, extra }) => verdict !== 'held' || head.failures > 0 || extra > 0 || better.has(task),
  );
  const reasons: ReportBlock[] = [
    { kind: 'list', items: why },
    ...(notable.length === 0 ? [] : [createTaskTable(notable, better, verdict === 'regression')]),
  ];
  const numbers: ReportBlock[] = [
    ...listIf<ReportBlock>(left_out.length > 0, {
      kind: 'table',
      caption: `${formatQuantity(left_out.length, 'contract that decides', 'contracts that decide')} nothing here`,
      columns: createColumns('contract', 'because'),
      rows: left_out.map(({ task, because }) => [task, because]),
    }),
    { kind: 'list', items: formatNumbers(regression) },
  ];
  // Where contracts are lost, their names say it; the tests stand behind them.
  const [open, folded] = losses.length > 0 ? [[], [...reasons, ...numbers]] : [reasons, numbers];
  return {
    id: 'regression',
    title: `Regression gate: ${verdict}`,
    blocks: [
      {
        kind: 'text',
        text: `${head} against ${base}, on ${formatQuantity(tasks.length, 'contract')} that may turn the gate.`,
      },
      ...listIf<ReportBlock>(losses.length > 0, {
        kind: 'text',
        text: prose`${{ strong: 'Always passed before, never now:' }} ${createNameList(losses)}`,
      }),
      ...listIf<ReportBlock>(verdict === 'undecided', { kind: 'text', text: formatRemedy(regression) }),
      ...open,
      { kind: 'fold', title: 'Numbers of the tests', blocks: folded },
    ],
  };
}

/** Lists the contracts that succeeded in every run before and in none of head. */
export const listLostContracts = ({ tasks }: Pick<Regression, 'tasks'>): string[] =>
  tasks
    .filter(({ base, head }) => base.successes > 0 && base.failures === 0 && head.successes === 0 && head.failures > 0)
    .map(({ task }) => task);

/** Formats what would decide an undecided gate: runs of the contract that is nearest to a decision. */
function formatRemedy({ tasks }: Regression): string {
  const [nearest] = tasks
    .flatMap(({ task, failures_to_decide: more }) => (more === undefined ? [] : [{ task, more }]))
    .sort((a, b) => a.more - b.more);
  if (nearest === undefined) return 'More trials of each contract, or more earlier nights, would decide.';
  const { task, more } = nearest;
  return `${formatQuantity(more, 'more run')} of ${task} would decide, were ${more === 1 ? 'it' : 'all'} to fail.`;
}

/**
 * Creates the table of contracts that are not simply held.
 *
 * @param is_worse true if head is worse: extra runs are not made then, and the p of a contract without its own says
 *   nothing
 */
function createTaskTable(
  tasks: readonly RegressionTask[],
  better: ReadonlyMap<string, number>,
  is_worse: boolean,
): ReportBlock {
  const isSpared = ({ verdict, unmade }: RegressionTask) => is_worse && verdict === 'open' && unmade > 0;
  const share = ({ successes, failures, undecided, missing = 0 }: RegressionTask['head']) =>
    [
      `${successes} of ${successes + failures}`,
      ...(undecided > missing ? [`${undecided - missing} undecided`] : []),
      ...(missing > 0 ? [`${missing} not made`] : []),
    ].join(', ');
  return {
    kind: 'table',
    caption: better.size > 0 ? 'Contracts with failures in head, or better' : 'Contracts with failures in head',
    columns: createColumns('contract', ['succeeded before', 'in head', 'extra runs', 'p'], 'says'),
    rows: tasks.map((judged) => {
      const { task, base, head, extra, unmade, p, verdict } = judged;
      const extraRuns = extra === 0 ? '–' : `${extra - unmade} of ${extra}`;
      if (isSpared(judged)) return [task, share(base), share(head), extraRuns, '–', 'extra runs not needed'];
      const answer = better.has(task) ? 'better' : verdict;
      return [task, share(base), share(head), extraRuns, formatP(better.get(task) ?? p), answer];
    }),
  };
}

function formatNumbers({
  verdict,
  alpha,
  task_alpha,
  family,
  tests,
  together,
  finds,
  tasks,
  minimum_effect,
  power,
  coverage,
  improvement,
}: Regression): string[] {
  return [
    `A false alarm of the whole gate has a chance of ${formatPercent(alpha)} at most: one contract alone needs ` +
      `p ≤ ${formatP(task_alpha)} (half of that, shared by ${tests} of ${formatQuantity(family, 'contract')}), all ` +
      `together p ≤ ${formatP(alpha / 2)}.`,
    ...(together === null
      ? []
      : [
          `All together: ${formatPercent(together.base_rate)} before, ${formatPercent(together.head_rate)} in ` +
            `head, p = ${formatP(together.p)}${formatNights(together)}.`,
        ]),
    ...(improvement === undefined || improvement.p === null || verdict === 'regression'
      ? []
      : [
          `Better, by the same tests mirrored? ${improvement.verdict === 'better' ? 'Yes' : 'Not decided'}: ` +
            `${improvement.why}.`,
        ]),
    `A contract that always fails now would be found in ${finds} of ${tasks.length}.`,
    ...(power === null
      ? []
      : [
          `A loss of ${formatPercent(minimum_effect)} in each of them would be found with a chance of about ` +
            `${formatPercent(power)}.`,
        ]),
    ...(coverage === null ? [] : [`${formatPercent(coverage)} of the planned runs of head were decided.`]),
  ];
}

/** Formats how a bad night was taken into account. */
function formatNights({ night, assumed, same_night }: NonNullable<Regression['together']>): string {
  if (same_night) return '; both are of one run, so a bad night is in both';
  if (night === null && assumed === null) return '';
  return night === null
    ? `; were head a night that lowers all odds to e^−2.55, p = ${formatP(assumed!)} (too few earlier nights are known)`
    : `; against how ${night.nights} earlier nights differ, p = ${formatP(night.p)}`;
}
