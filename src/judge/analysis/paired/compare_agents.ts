import type { Arm } from '../../../record/planning/plan.js';
import { holm } from '../../statistics/paired_difference.js';
import { type Comparison, compareSides } from './comparison.js';
import { listMeasures } from './comparison_measure.js';
import { decidePairedVerdict } from './decide_paired_verdict.js';
import { type ComparisonSide, pairTasks } from './pair_tasks.js';
import { computeTaskDifferences, type PairedSettings } from './paired_outcome.js';

/** Measures that agents are compared in besides the primary endpoint. */
const SECONDARY_MEASURES: ReadonlySet<string> = new Set(['cost_usd', 'wall_ms', 'tokens']);

/** Number of agents up to which each is compared with each. */
const MOST_FULLY_PAIRED = 4;

/**
 * Compares every agent with every baseline and with the agents before it, over their common tasks (requirement G7).
 * Only arms with all mechanisms on are compared. With more than four agents, each is compared with the first alone.
 * Holm adjusts p of the primary endpoint over all pairs of agents; a comparison with a baseline, which is no
 * competitor, is not adjusted.
 */
export function compareAgents(
  arms: readonly Arm[],
  side: (arm: Arm) => ComparisonSide,
  settings: PairedSettings,
): Comparison[] {
  const chosen = listMeasures(settings.outcome).filter(({ id }, i) => i === 0 || SECONDARY_MEASURES.has(id));
  const [primary] = chosen;
  const compare = (base: Arm, head: Arm) => compareSides(side(base), side(head), settings, chosen);
  const whole_arms = arms.filter(({ ablation }) => ablation === 'none');
  const agents = whole_arms.filter(({ role }) => role === 'agent');
  const baselines = whole_arms.filter(({ role }) => role !== 'agent');
  const among = agents.flatMap((head, i) =>
    agents.slice(0, agents.length > MOST_FULLY_PAIRED ? Math.min(i, 1) : i).map((base): [Arm, Arm] => [base, head]),
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
    Object.assign(
      outcome,
      decidePairedVerdict(outcome, computeTaskDifferences(primary, pairTasks(base, head).pairs), settings),
    );
  });
  return [...compared.map(({ comparison }) => comparison), ...against.map(([base, head]) => compare(base, head))];
}
