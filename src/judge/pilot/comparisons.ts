import type { Protocol } from '../../record/pilot.js';
import type { Arm } from '../../record/plan.js';

/** Two arms of which one is asked whether it does better. Neither is the one that may stop the pilot: the rule is asked about the pair. */
export type ArmPair = Protocol['comparisons'][number];

/**
 * The comparisons that are registered, all of them symmetric: agents with everything on, each with each, and each agent with its own
 * configurations. A single agent is compared with the baselines that work on the task (scripted, human), or else with the empty patch.
 */
export function comparisonsOf(arms: readonly Arm[]): ArmPair[] {
  const whole = arms.filter(({ role, ablation }) => role === 'agent' && ablation === 'none');
  const pairs = whole.flatMap((base, i) => whole.slice(i + 1).map((head) => ({ base: base.id, head: head.id })));
  const ablated = arms
    .filter(({ role, ablation }) => role === 'agent' && ablation !== 'none')
    .flatMap((arm) => {
      const full = whole.find(({ name }) => name === arm.name);
      return full ? [{ base: full.id, head: arm.id }] : [];
    });
  if (pairs.length + ablated.length > 0) return [...pairs, ...ablated];
  const agents = arms.filter(({ role }) => role === 'agent');
  const working = arms.filter(({ role }) => role === 'scripted' || role === 'human');
  const against = working.length > 0 ? working : arms.filter(({ role }) => role === 'noop');
  return agents.flatMap((agent) => against.map((base) => ({ base: base.id, head: agent.id })));
}
