import { suggestName, UserError } from '../../contract/input/user_error.js';
import type { BaseHeadPair } from '../../judge/analysis/regression/comparison_report.js';
import { escapeLogLine as safe } from '../../publish/text/escape_text.js';
import type { Arm } from '../../record/planning/plan.js';
import type { MergedResults } from '../merge/merged_results.js';

/** Names of both sides, and the arms that are compared. */
interface ArmSelection {
  base: string;
  head: string;
  arms: readonly string[];
  base_arm?: string | undefined;
  head_arm?: string | undefined;
}

/**
 * Returns the ids of the arms to compare.
 *
 * @throws {UserError} for an arm that a side does not have, and if there is no pair
 */
export function matchArmPairs(
  base: MergedResults,
  head: MergedResults,
  options: ArmSelection,
): { base: string; head: string }[] {
  const [base_ids, head_ids] = [listArmIds(base), listArmIds(head)];
  if (options.base_arm !== undefined && options.head_arm !== undefined)
    return [
      {
        base: requireArm(options.base_arm, base_ids, options.base),
        head: requireArm(options.head_arm, head_ids, options.head),
      },
    ];
  if (options.arms.length > 0)
    return [...new Set(options.arms)].map((arm) => ({
      base: requireArm(arm, base_ids, options.base),
      head: requireArm(arm, head_ids, options.head),
    }));
  const agents = matchedArms(base.arms, head.arms).filter(({ before, after }) => isTested(before) && isTested(after));
  // Baselines are compared only if there are no agents under test.
  const baselines = [base, head].some(hasTested) ? [] : matchedArms(base.arms, head.arms);
  const candidates = agents.length > 0 ? agents : baselines;
  const full = candidates.filter(({ after }) => after.ablation === 'none');
  const common = (full.length > 0 ? full : candidates).map((pair) => ({ base: pair.before.id, head: pair.after.id }));
  if (common.length > 0) return common;
  const [left, right] = [base, head].map(({ arms }) => formatArmIds(arms.filter(isTested).map(({ id }) => id)));
  const shared = base_ids.filter((id) => head_ids.includes(id));
  throw new UserError(
    `${safe(options.base)} and ${safe(options.head)} have no agent under test in common: ${left} against ${right}`,
    shared.length > 0
      ? `Both have the baselines ${formatArmIds(shared)}: --arm ID compares one. ` +
          'Other pairs: --base-arm and --head-arm.'
      : 'Name what to compare with --base-arm and --head-arm.',
  );
}

const isTested = ({ role }: Arm) => role === 'agent';
const hasTested = ({ arms }: MergedResults) => arms.some(isTested);

/** Pairs arms by id, else by agent, model and ablation: only plans name arms. */
function matchedArms(base: readonly Arm[], head: readonly Arm[]): { before: Arm; after: Arm }[] {
  const identityOf = ({ agent, model, ablation, role }: Arm) => JSON.stringify([agent, model, ablation, role]);
  const head_ids = new Set(head.map(({ id }) => id));
  return head.flatMap((after) => {
    const same = base.find(({ id }) => id === after.id);
    if (same) return [{ before: same, after }];
    const alike = base.filter((arm) => !head_ids.has(arm.id) && identityOf(arm) === identityOf(after));
    const rivals = head.filter((arm) => identityOf(arm) === identityOf(after));
    const [base_arm, ...further] = alike;
    return base_arm && further.length === 0 && rivals.length === 1 ? [{ before: base_arm, after }] : [];
  });
}

/** Returns the trials of an arm with the number of planned ones. */
export function createComparisonSide(merged: MergedResults, arm: string): BaseHeadPair['head'] {
  const planned = merged.plan && new Map<string, number>();
  for (const { arm: planned_arm, task } of merged.plan?.attempts ?? [])
    if (planned_arm === arm) planned?.set(task, (planned.get(task) ?? 0) + 1);
  const trials = merged.attempts.flatMap(({ trial }) => (trial.arm === arm ? [trial] : []));
  return { name: arm, trials, planned };
}

const listArmIds = ({ arms }: MergedResults) => arms.map(({ id }) => id);
const formatArmIds = (ids: readonly string[]) => (ids.length === 0 ? 'nothing' : safe(ids.slice(0, 12).join(', ')));

function requireArm(arm: string, ids: readonly string[], shown: string): string {
  if (ids.includes(arm)) return arm;
  throw new UserError(
    `${safe(shown)} has no arm "${safe(arm)}"${suggestName(arm, ids)}`,
    `It has: ${formatArmIds(ids)}. Further ones: --base-arm and --head-arm.`,
  );
}
