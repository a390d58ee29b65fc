import { RUBRIC_VERSION } from '../judge/rubric/score.js';
import { VERSION } from '../record/version.js';
import type { Order } from '../run/attempt/order.js';
import { callerMask } from '../run/secrets/caller_secrets.js';
import { type Cache, defaultCache, openCache } from '../run/workspace/cache.js';
import { demandPlan } from './demand_plan.js';
import { installMissing } from './install_agents.js';
import { makePlan, type Planned } from './make_plan.js';
import { type OpenStudy, openStudy } from './open_study.js';
import type { RunOrder, RunOutput } from './orders.js';
import { openArms, rulesOfStudy } from './plan_orders.js';
import { readDurations } from './read_durations.js';
import { readStudy } from './read_study.js';
import type { Study } from './study.js';
import { readWayOut } from './way_out.js';
import { mistakeWithoutKeys, outputWithoutKeys } from './without_keys.js';

/** A study with its plan, and what is open for it. */
export interface OpenPlan extends Planned {
  study: Study;
  opened: OpenStudy;
  cache: Cache;
}

/** How a plan is made beyond what the order says. */
export interface PlanTerms {
  /** How many shards, when it is known how many attempts there are. */
  shards(attempts: number): number;
  /** Files and folders with results of earlier runs, for how long attempts take. */
  durations: readonly string[];
}

/**
 * Reads what is asked, opens what it needs, and makes the plan; `use` does with it what the verb is for. Interrupted while agents are
 * installed, there is no plan, and `interrupted` is what comes of it.
 *
 * @throws {UserError} for everything that is wrong before the first attempt
 */
export async function withPlan<T>(
  order: RunOrder,
  terms: PlanTerms,
  shown: RunOutput,
  cwd: string,
  use: (plan: OpenPlan, out: RunOutput) => Promise<T>,
  interrupted: () => T,
): Promise<T> {
  const cache = await openCache(order.cache ?? defaultCache());
  const study = await readStudy(order, cache, cwd);
  const way_out = readWayOut(order.way_out);
  const around = { cwd, out: order.out, way_out, now: () => new Date(), variable: shown.variable };
  const opened = await openStudy(study.agents, around);
  const out = outputWithoutKeys(shown, opened.keys);
  try {
    for (const warning of [...opened.warnings, ...study.warnings]) out.error(warning);
    const plan = await planOf(order, terms, { study, opened, cache }, out, cwd);
    return plan ? await use(plan, out) : interrupted();
  } catch (error) {
    throw mistakeWithoutKeys(error, opened.keys);
  } finally {
    await opened.close();
  }
}

async function planOf(
  order: RunOrder,
  terms: PlanTerms,
  open: Pick<OpenPlan, 'study' | 'opened' | 'cache'>,
  out: RunOutput,
  cwd: string,
): Promise<OpenPlan | undefined> {
  const { study, opened, cache } = open;
  const { search_path = '', pull_request } = order;
  const mask = callerMask(out.secrets ?? [], opened.keys);
  const armsOf = (agents: Study['agents']) =>
    openArms({ ...study, agents }, opened, { cache: cache.root, search_path }, pull_request, mask);
  if (order.install_agents && !order.dry_run) {
    const installing = { cache, search_path, log: order.json ? out.error : out.log, signal: out.signal };
    const names = study.agents.map(({ agent }) => agent);
    const check = (others: string[]) => armsOf(study.agents.filter(({ agent }) => others.includes(agent)));
    if (!(await installMissing(names, study.folder, installing, check))) return undefined;
  }
  const versions = { harness: VERSION, rubric: RUBRIC_VERSION };
  const request = { study, arms: await armsOf(study.agents), rules: rulesOfStudy(study, cwd), versions };
  if (order.plan !== undefined) return { ...open, ...demandPlan(order.plan, request, order.shard, cwd) };
  const attempts = study.contracts.length * request.arms.length * study.trials;
  const expected_ms = readDurations(terms.durations, request.arms, cwd);
  return { ...open, ...makePlan({ ...request, shards: terms.shards(attempts), expected_ms }) };
}

/** The orders of shard I of N, in the order of the plan; all of them without a shard. */
export function ordersOfShard({ plan, orders }: Planned, shard: string | undefined): Order[] {
  const own = shardOf(shard);
  return orders.filter((_, i) => own === undefined || plan.attempts[i]!.shard === own);
}

/** Which shard, from 1; undefined = all of them. */
export const shardOf = (shard: string | undefined): number | undefined =>
  shard === undefined ? undefined : Number(shard.split('/')[0]);

/** So many shards an order speaks of. */
export const shardsOf = (shard: string | undefined): number => Number(shard?.split('/')[1] ?? 1);
