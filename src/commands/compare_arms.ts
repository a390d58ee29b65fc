import { didYouMean } from '../contract/suggest.js';
import { UserError } from '../contract/user_error.js';
import type { Side } from '../judge/analysis/paired_tasks.js';
import { logLine as safe } from '../publish/report/escape.js';
import type { CompareOrder } from './compare_order.js';
import type { Merge } from './merged.js';

/** The arms that are compared, base and head by id. @throws {UserError} for one that a side does not have, and when there is none */
export function armPairs(base: Merge, head: Merge, order: CompareOrder): { base: string; head: string }[] {
  const [before, after] = [idsOf(base), idsOf(head)];
  if (order.base_arm !== undefined && order.head_arm !== undefined)
    return [{ base: known(order.base_arm, before, order.base), head: known(order.head_arm, after, order.head) }];
  if (order.arms.length > 0)
    return [...new Set(order.arms)].map((arm) => ({
      base: known(arm, before, order.base),
      head: known(arm, after, order.head),
    }));
  const agents = head.arms.filter(({ role, id }) => role === 'agent' && before.includes(id));
  const full = agents.filter(({ ablation }) => ablation === 'none');
  const common = (full.length > 0 ? full : agents).map(({ id }) => ({ base: id, head: id }));
  if (common.length > 0) return common;
  throw new UserError(
    `${safe(order.base)} and ${safe(order.head)} have no agent in common: ${list(before)} against ${list(after)}`,
    'Name what to compare with --base-arm and --head-arm.',
  );
}

/** What an arm made, with what was planned for it. */
export function sideOf(merge: Merge, arm: string): Side {
  const planned = merge.plan && new Map<string, number>();
  for (const { arm: of, task } of merge.plan?.attempts ?? [])
    if (of === arm) planned?.set(task, (planned.get(task) ?? 0) + 1);
  const trials = merge.attempts.flatMap(({ trial }) => (trial.arm === arm ? [trial] : []));
  return { name: arm, trials, planned };
}

const idsOf = ({ arms }: Merge) => arms.map(({ id }) => id);
const list = (ids: readonly string[]) => (ids.length === 0 ? 'nothing' : safe(ids.slice(0, 12).join(', ')));

function known(arm: string, ids: readonly string[], shown: string): string {
  if (ids.includes(arm)) return arm;
  throw new UserError(
    `${safe(shown)} has no arm "${safe(arm)}"${didYouMean(arm, ids)}`,
    `It has: ${list(ids)}. Further ones: --base-arm and --head-arm.`,
  );
}
