import { formatP } from '../paired/decide_paired_verdict.js';
import { formatOutcomeTotals } from './format_outcome_totals.js';
import type { GatingSet, GatingTask, TaskRunCounts } from './gating_set.js';
import { judgeLosses } from './judge_losses.js';
import type { NightHistory } from './night_effect.js';
import { computeSuccessShare } from './outcome_totals.js';
import type { Regression } from './regression_schema.js';

type Improvement = NonNullable<Regression['improvement']>;

/** Largest probability of a head this good, were it no better than base, at which head is surely not worse. */
const NOT_WORSE_ALPHA = 0.05;

/**
 * Judges whether head is better than base, by the tests of a regression with successes and failures exchanged: the same
 * level, correction and allowance for the night. Only planned runs count, since extra ones are given by losses.
 * Undecided runs count against head.
 *
 * @param alpha largest probability of calling a head better that is not, in (0, 1)
 */
export function judgeImprovement(set: GatingSet, alpha: number, nights: NightHistory): Improvement {
  const exchanged = { tasks: set.tasks.map(exchangeTask), family: set.family };
  const history = nights.history.map((night) => night.map(exchangeOutcomes));
  const { tasks, together } = judgeLosses(exchanged, { alpha, extra_trials: 0 }, { ...nights, history });
  const rises = set.tasks.map(computeRise);
  const counts = {
    contracts: set.tasks.length,
    higher: rises.filter((rise) => rise > 0).length,
    lower: rises.filter((rise) => rise < 0).length,
    better: tasks.filter(({ verdict }) => verdict === 'regressed').map(({ task, p }) => ({ task, p })),
  };
  const p = together.test?.p ?? null;
  const numbers =
    p === null ? 'no contract has runs' : `p = ${formatP(p)} over all contracts, ${formatP(alpha / 2)} is needed`;
  const proofs = [
    ...tasks
      .filter(({ verdict }) => verdict === 'regressed')
      .map(({ task, base, head, p }) => {
        const [base_text, head_text] = [exchangeOutcomes(base), exchangeOutcomes(head)].map(formatOutcomeTotals);
        return `${task}: ${head_text} in head, ${base_text} before (p = ${formatP(p)})`;
      }),
    ...(together.verdict === 'worse' ? [numbers] : []),
  ];
  const doubt = together.verdict === 'bad night' ? `${numbers}, but that may be the night` : numbers;
  const is_better = proofs.length > 0;
  const why = is_better ? proofs.join('; ') : doubt;
  return {
    verdict: is_better ? 'better' : 'not decided',
    why,
    ...counts,
    p,
    summary: formatSummary(counts, is_better),
  };
}

/** Checks whether head did so well that a loss is excluded. */
export const isLossExcluded = ({ verdict, p }: Improvement): boolean =>
  verdict === 'better' || (p !== null && p <= NOT_WORSE_ALPHA);

function formatSummary(
  { contracts, higher, lower }: Pick<Improvement, 'contracts' | 'higher' | 'lower'>,
  is_better: boolean,
): string {
  const fell = lower > 0 ? `, lower in ${lower}` : '';
  if (is_better || higher > lower)
    return `not worse, better in ${higher} of ${contracts} contracts${fell}${is_better ? ', beyond chance' : ''}`;
  return lower > 0
    ? `no contract of the gating set got worse beyond chance: lower in ${lower} of ${contracts}, higher in ${higher}`
    : 'no contract of the gating set got worse';
}

/** Computes how far the success rate of a contract rose. Undecided runs count against head and for the base. */
function computeRise({ base, head }: GatingTask): number {
  const least = computeSuccessShare(head, 'failures') - computeSuccessShare(base, 'successes');
  const most = computeSuccessShare(head, 'successes') - computeSuccessShare(base, 'failures');
  return least > 0 ? least : Math.min(0, most);
}

const exchangeOutcomes = <T extends Pick<TaskRunCounts, 'successes' | 'failures'>>(counts: T): T => ({
  ...counts,
  successes: counts.failures,
  failures: counts.successes,
});

const exchangeTask = (task: GatingTask): GatingTask => ({
  ...task,
  base: exchangeOutcomes(task.base),
  head: exchangeOutcomes(task.head),
  history: task.history && exchangeOutcomes(task.history),
});
