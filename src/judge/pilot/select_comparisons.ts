import type { PilotProtocol } from '../../record/planning/pilot_protocol.js';
import type { Arm } from '../../record/planning/plan.js';

/** Two arms that are compared. Neither is the one that may stop the pilot: the rule is applied to the pair. */
export type ArmPair = PilotProtocol['comparisons'][number];

/**
 * Selects the comparisons to register, all of them symmetric. Agents with everything on are compared with each other,
 * and each agent with its own configurations. A single agent is compared with the baselines that work on the task
 * (scripted, human), or else with the empty patch.
 */
export function selectComparisons(arms: readonly Arm[]): ArmPair[] {
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
