import { UserError } from '../../contract/input/user_error.js';
import type { SettingsComparison } from '../../record/planning/plan.js';
import { getModelKey } from '../../run/attempt/attempt_spec.js';
import type { StudyArm } from './study_arm.js';

/** Thrown when base and head have the same settings: nothing is run. `unpaired`: agents that only one side has. */
export class SameSettingsError extends UserError {
  constructor(readonly unpaired: SettingsComparison['unpaired']) {
    const names = unpaired.map(({ name, side }) => `${name} is only in ${side}`).join(', ');
    super(
      unpaired.length === 0
        ? 'base and head have the same settings: there is nothing to run'
        : `there is nothing to compare: ${names}, and all other agents are the same`,
    );
  }
}

/**
 * Returns the arms without the pairs in which nothing differs: runs of these would cost and tell nothing.
 *
 * @throws {SameSettingsError} if no pair is left
 */
export function selectChangedArms(
  arms: readonly StudyArm[],
  { unpaired }: Pick<SettingsComparison, 'unpaired'>,
): StudyArm[] {
  const byId = new Map(arms.map((one) => [one.arm.id, one]));
  const same = new Set(
    arms.flatMap((head) => {
      const base = head.arm.base_arm === undefined ? undefined : byId.get(head.arm.base_arm);
      return base && getIdentity(base) === getIdentity(head) ? [base.arm.id, head.arm.id] : [];
    }),
  );
  const left = arms.filter(({ arm }) => !same.has(arm.id));
  if (left.length === 0) throw new SameSettingsError(unpaired);
  return left;
}

const getIdentity = ({ agent, models }: StudyArm) =>
  JSON.stringify([agent.identity, models ? getModelKey(models) : null]);
