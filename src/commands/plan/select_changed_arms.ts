import { UserError } from '../../contract/input/user_error.js';
import { getModelKey } from '../../run/attempt/describe_model.js';
import type { StudyArm } from './study_arm.js';

/** Thrown when base and head have the same settings: nothing is run. */
export class SameSettingsError extends UserError {}

/**
 * Returns the arms without the pairs in which nothing differs: runs of these would cost and tell nothing.
 *
 * @throws {SameSettingsError} if no pair is left
 */
export function selectChangedArms(arms: readonly StudyArm[]): StudyArm[] {
  const byId = new Map(arms.map((one) => [one.arm.id, one]));
  const same = new Set(
    arms.flatMap((head) => {
      const base = head.arm.base_arm === undefined ? undefined : byId.get(head.arm.base_arm);
      return base && getIdentity(base) === getIdentity(head) ? [base.arm.id, head.arm.id] : [];
    }),
  );
  const left = arms.filter(({ arm }) => !same.has(arm.id));
  if (left.length === 0) throw new SameSettingsError('base and head have the same settings: there is nothing to run');
  return left;
}

const getIdentity = ({ agent, models }: StudyArm) =>
  JSON.stringify([agent.identity, models ? getModelKey(models) : null]);
