import type { Arm } from '../../record/plan.js';
import { holm } from '../statistics/paired.js';
import { type Comparison, compareSides } from './paired.js';
import { measures } from './paired_measures.js';
import { differences, type PairedSettings } from './paired_outcome.js';
import { pairTasks, type Side } from './paired_tasks.js';
import { pairedVerdict } from './paired_verdict.js';

/** Pairs of agents above which nobody reads them, and p is adjusted to nothing. */
const MOST_PAIRS = 45;

/**
 * Every agent against every baseline and every agent before it, each with all mechanisms on and over the tasks that both have (G7). p of the
 * primary endpoint is adjusted by Holm over all pairs of agents; that of a baseline, which is no competitor, stands alone.
 */
export function comparisonsOf(arms: readonly Arm[], side: (arm: Arm) => Side, settings: PairedSettings): Comparison[] {
  const on = arms.filter(({ ablation }) => ablation === 'none');
  const agents = on.filter(({ role }) => role === 'agent');
  const baselines = on.filter(({ role }) => role !== 'agent');
  const pairs = agents.flatMap((head, i) => agents.slice(0, i).map((base): [Arm, Arm] => [base, head]));
  const among = pairs.length > MOST_PAIRS ? [] : pairs;
  const against = agents.flatMap((head) => baselines.map((base): [Arm, Arm] => [base, head]));
  const compared = among.map(([base, head]) => ({
    sides: [side(base), side(head)] as const,
    comparison: compareSides(side(base), side(head), settings),
  }));
  const [primary] = measures(settings.outcome);
  const adjusted = holm(compared.map(({ comparison }) => comparison.outcomes[0]?.p ?? null));
  compared.forEach(({ sides: [base, head], comparison: { outcomes } }, i) => {
    const outcome = outcomes[0];
    if (!outcome || !primary || compared.length < 2) return;
    outcome.p_adjusted = adjusted[i] ?? null;
    Object.assign(outcome, pairedVerdict(outcome, differences(primary, pairTasks(base, head).pairs), settings));
  });
  return [
    ...compared.map(({ comparison }) => comparison),
    ...against.map(([base, head]) => compareSides(side(base), side(head), settings)),
  ];
}
