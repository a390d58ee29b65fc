import type { Arm } from '../../record/plan.js';
import { holm } from '../statistics/paired.js';
import { type Comparison, compareSides } from './paired.js';
import { measures } from './paired_measures.js';
import { differences, type PairedSettings } from './paired_outcome.js';
import { pairTasks, type Side } from './paired_tasks.js';
import { pairedVerdict } from './paired_verdict.js';

/** What agents are compared in beside the primary endpoint. */
const BESIDE: ReadonlySet<string> = new Set(['cost_usd', 'wall_ms', 'tokens']);

/** Agents up to which each is compared with each. */
const EACH_WITH_EACH = 4;

/**
 * Every agent against every baseline and against the agents before it, with more than four agents against the first alone; each with all
 * mechanisms on, over the tasks that both have (G7). p of the primary endpoint is adjusted by Holm over all pairs of agents; that against
 * a baseline, which is no competitor, stands alone.
 */
export function comparisonsOf(arms: readonly Arm[], side: (arm: Arm) => Side, settings: PairedSettings): Comparison[] {
  const chosen = measures(settings.outcome).filter(({ id }, i) => i === 0 || BESIDE.has(id));
  const [primary] = chosen;
  const compare = (base: Arm, head: Arm) => compareSides(side(base), side(head), settings, chosen);
  const on = arms.filter(({ ablation }) => ablation === 'none');
  const agents = on.filter(({ role }) => role === 'agent');
  const baselines = on.filter(({ role }) => role !== 'agent');
  const among = agents.flatMap((head, i) =>
    agents.slice(0, agents.length > EACH_WITH_EACH ? Math.min(i, 1) : i).map((base): [Arm, Arm] => [base, head]),
  );
  const against = agents.flatMap((head) => baselines.map((base): [Arm, Arm] => [base, head]));
  const compared = among.map(([base, head]) => ({
    sides: [side(base), side(head)] as const,
    comparison: compare(base, head),
  }));
  const adjusted = holm(compared.map(({ comparison }) => comparison.outcomes[0]?.p ?? null));
  compared.forEach(({ sides: [base, head], comparison: { outcomes } }, i) => {
    const outcome = outcomes[0];
    if (!outcome || !primary || compared.length < 2) return;
    outcome.p_adjusted = adjusted[i] ?? null;
    Object.assign(outcome, pairedVerdict(outcome, differences(primary, pairTasks(base, head).pairs), settings));
  });
  return [...compared.map(({ comparison }) => comparison), ...against.map(([base, head]) => compare(base, head))];
}
