import type { LoadedContract, RulesFile } from '../contract/loaded.js';
import type { Ablation } from '../contract/mechanisms.js';
import { ablationLabel } from '../contract/mechanisms.js';
import { UserError } from '../contract/user_error.js';
import { armId } from '../judge/analysis/arms.js';
import type { Mask } from '../record/mask.js';
import type { Arm } from '../record/plan.js';
import type { PullRequestPair } from '../record/pull_request_pair.js';
import type { Agent } from '../run/agents/agent.js';
import { chooseAgent } from '../run/agents/choose.js';
import type { AgentMachine } from '../run/agents/installed.js';
import { modelsFor } from '../run/attempt/model_identity.js';
import { attemptId, type Order, pairFor } from '../run/attempt/order.js';
import { readRulesFile, rulesOf } from '../run/contracts/read_rules.js';
import type { Models } from '../run/gateway/models.js';
import { demandModels } from './demand_models.js';
import { type OpenStudy, placed } from './open_study.js';
import type { RunOrder } from './orders.js';
import type { Study, StudyAgent } from './study.js';

/** An arm of a study with what it takes to run it. */
export interface OpenArm {
  arm: Arm;
  agent: Agent;
  ablation: Ablation;
  /** Models that the agent asks. */
  models: Models | undefined;
}

/**
 * The arms of a study: each agent, chosen and looked at, in each of its configurations.
 *
 * @param mask over names of agents, which are the caller's words and may hold a secret: plans are kept and published
 * @throws {UserError} for an agent that cannot do what is asked
 */
export async function openArms(
  study: Pick<Study, 'agents' | 'contracts' | 'folder'>,
  opened: Pick<OpenStudy, 'of'>,
  around: AgentMachine,
  pull_request: RunOrder['pull_request'],
  mask: Mask = (text) => text,
): Promise<OpenArm[]> {
  const chosen = await Promise.all(
    study.agents.map(async (declared) => {
      const machine = { ...around, cwd: study.folder };
      return { declared, agent: await at(declared, () => chooseAgent(declared.agent, machine, pull_request)) };
    }),
  );
  // A patch or a script that is missing is a mistake to hear of now, not in the middle of the run.
  for (const { declared, agent } of chosen) await at(declared, () => demandFit(agent, study.contracts));
  for (const { declared, agent } of chosen) await at(declared, async () => demandModels(agent, opened.of(declared)));
  const taken = chosen.map(({ agent }) => agent.name);
  return chosen.flatMap(({ declared, agent }) => {
    const own = taken.filter((name) => name === agent.name).length > 1 ? declared.agent : agent.name;
    const name = mask(declared.name ?? own);
    const models = modelsFor(agent, opened.of(declared));
    return declared.ablations.map((ablation): OpenArm => {
      const { role, effort, effort_of, human_minutes, human_usd_per_hour } = declared;
      const label = ablationLabel(ablation);
      const model = models?.name ?? null;
      const said = { name, agent: mask(agent.name), model, ablation: label, role, effort, effort_of };
      return {
        arm: { id: armId(name, label), ...said, human_minutes, human_usd_per_hour },
        agent,
        ablation,
        models,
      };
    });
  });
}

/** Guardrail rules of a study. @throws {UserError} when they are none, or when a contract has one of the same name */
export function rulesOfStudy(
  { rules, contracts }: Pick<Study, 'rules' | 'contracts'>,
  cwd: string,
): RulesFile | undefined {
  if (rules === undefined) return undefined;
  const read = readRulesFile(rules, cwd);
  for (const loaded of contracts) if (loaded.rules) rulesOf([loaded.rules, read]);
  return read;
}

/** One attempt of a study. */
export function orderOf(
  loaded: LoadedContract,
  { agent, ablation, models }: OpenArm,
  trial: number,
  seed: number,
  rules: RulesFile | undefined,
  pull_request?: PullRequestPair,
): Order {
  const pair = pairFor(loaded, agent, pull_request);
  const attempt_id = attemptId(loaded, agent, trial, seed, ablation, rules, models, pair);
  return { attempt_id, loaded, agent, trial, seed, ablation, rules, models, pull_request };
}

/** @throws {UserError} naming every contract that an agent has nothing for */
async function demandFit(agent: Agent, contracts: readonly LoadedContract[]): Promise<void> {
  const unfit: UserError[] = [];
  for (const loaded of contracts) {
    try {
      if ('patch' in agent) await agent.patch(loaded);
      else agent.fits?.(loaded);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      unfit.push(error);
    }
  }
  const [first, ...more] = unfit;
  if (first === undefined) return;
  const further = more.slice(0, 4).flatMap(({ lines }) => lines);
  const rest = more.length > 4 ? [`… and ${more.length - 4} more contracts`] : [];
  throw new UserError([...first.lines, ...further, ...rest], first.remedy);
}

/** Mistakes of an agent, at its line of the suite. */
async function at<T>({ at }: StudyAgent, look: () => Promise<T>): Promise<T> {
  try {
    return await look();
  } catch (error) {
    throw placed(error, at);
  }
}
