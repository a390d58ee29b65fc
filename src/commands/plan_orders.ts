import { resolve } from 'node:path';
import type { LoadedContract } from '../contract/loaded.js';
import { ablationLabel, readAblation } from '../contract/mechanisms.js';
import { chooseAgent } from '../run/agents/choose.js';
import { modelsFor } from '../run/attempt/model_identity.js';
import { attemptId, type Order } from '../run/attempt/order.js';
import { readRulesFile, rulesOf } from '../run/contracts/read_rules.js';
import type { Models } from '../run/gateway/models.js';
import { defaultCache } from '../run/workspace/cache.js';
import { demandModels } from './demand_models.js';
import type { RunOrder } from './orders.js';

/**
 * Every attempt, contract by contract, so that trials of one contract share its layer while it is warm.
 *
 * @throws {UserError} for an agent that cannot do what is asked
 */
export async function planOrders(
  order: RunOrder,
  contracts: readonly LoadedContract[],
  models: Models | undefined,
  cwd: string,
): Promise<Order[]> {
  const around = { cwd, cache: resolve(order.cache ?? defaultCache()), search_path: order.search_path ?? '' };
  const agents = await Promise.all(
    [...new Set(order.agents)].map((name) => chooseAgent(name, around, order.pull_request)),
  );
  // A patch or a test command that is missing is a mistake to hear of now, not in the middle of the run.
  for (const agent of agents)
    for (const loaded of contracts) {
      if ('patch' in agent) await agent.patch(loaded);
      else agent.fits?.(loaded);
    }
  for (const agent of agents) demandModels(agent, models);
  const rules = order.coordination_rules === undefined ? undefined : readRulesFile(order.coordination_rules, cwd);
  // A rule that both have is a mistake to hear of now, too.
  if (rules) for (const loaded of contracts) if (loaded.rules) rulesOf([loaded.rules, rules]);
  const configurations = [
    ...new Map(order.ablations.map(readAblation).map((off) => [ablationLabel(off), off])).values(),
  ];
  return contracts.flatMap((loaded) =>
    agents.flatMap((agent) =>
      configurations.flatMap((ablation) =>
        Array.from({ length: order.trials }, (_, i) => {
          const trial = i + 1;
          const own = modelsFor(agent, models);
          const attempt_id = attemptId(loaded, agent, trial, order.seed, ablation, rules, own);
          return { attempt_id, loaded, agent, trial, seed: order.seed, ablation, rules, models: own };
        }),
      ),
    ),
  );
}

/** The orders of shard I of N: every N-th, so that shards are of like size. */
export function share(orders: readonly Order[], shard: string | undefined): Order[] {
  if (!shard) return [...orders];
  const [i, n] = shard.split('/').map(Number) as [number, number];
  return orders.filter((_, index) => index % n === i - 1);
}
