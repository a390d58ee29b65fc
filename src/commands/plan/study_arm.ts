import type { Ablation } from '../../contract/coordination/mechanism.js';
import { formatAblation, toMechanismSwitches } from '../../contract/coordination/mechanism.js';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { UserError } from '../../contract/input/user_error.js';
import type { GuardRulesFile, LoadedContract } from '../../contract/loaded_contract.js';
import { isDemanded } from '../../contract/policy/policy.js';
import type { ModelConfig } from '../../gateway/model_config.js';
import { formatArmId } from '../../judge/analysis/trials/arm_book.js';
import type { Arm } from '../../record/planning/plan.js';
import type { Mask } from '../../record/redaction/mask.js';
import type { Agent, AgentLookupOptions } from '../../run/agents/agent.js';
import { giveSettings } from '../../run/agents/agent.js';
import { chooseAgent } from '../../run/agents/catalog/choose_agent.js';
import {
  type AttemptSpec,
  computeAttemptId,
  describeTrustEnforcement,
  selectModels,
  selectPullRequest,
} from '../../run/attempt/attempt_spec.js';
import { combineRules, readRulesFile } from '../../run/safety/read_rules_file.js';
import { requireModels } from '../models/require_models.js';
import { type StudyModels, withLocation } from '../study/open_study_models.js';
import type { RunOptions } from '../study/run_options.js';
import type { Study, StudyAgent } from '../study/study.js';
import { getBaselineTime } from './create_attempt_run_terms.js';

/** Arm of a study with its agent and models. */
export interface StudyArm {
  arm: Arm;
  agent: Agent;
  ablation: Ablation;
  /** True if the study compares ablations: none of its arms is challenged, so that all are measured alike. */
  ablated: boolean;
  /** Models that the agent asks. */
  models: ModelConfig | undefined;
  redaction?: AttemptSpec['redaction'];
}

/**
 * Creates the arms of a study: each agent in each of its configurations.
 *
 * @param mask masks secrets in names of agents, since plans are kept and published
 * @throws {UserError} for an agent that cannot do what is asked
 */
export async function prepareStudyArms(
  study: Pick<Study, 'agents' | 'contracts' | 'folder'> & Partial<Pick<Study, 'judge_models'>>,
  study_models: Pick<StudyModels, 'getModels' | 'getRedaction'>,
  context: AgentLookupOptions,
  { pull_request, sandbox }: Pick<RunOptions, 'pull_request' | 'sandbox'>,
  mask: Mask = (text) => text,
): Promise<StudyArm[]> {
  const chosen = await Promise.all(
    study.agents.map(async (declared) => {
      const machine = { ...context, cwd: declared.folder ?? study.folder };
      const agent = await withAgentLocation(declared, () => chooseAgent(declared.agent, machine, pull_request));
      return { declared, agent: declared.settings ? giveSettings(agent, declared.settings) : agent };
    }),
  );
  // Missing patches and scripts are reported before the run begins.
  for (const { declared, agent } of chosen)
    await withAgentLocation(declared, () =>
      requireAgentFit(agent, study.contracts, declared.ablations, sandbox !== 'none'),
    );
  const judged = study.judge_models !== undefined;
  for (const { declared, agent } of chosen)
    await withAgentLocation(declared, async () => requireModels(agent, study_models.getModels(declared), judged));
  const ablated = chosen.some(({ declared }) => declared.ablations.some(({ size }) => size > 0));
  const names = chosen.map(({ agent }) => agent.name);
  return chosen.flatMap(({ declared, agent }) => {
    const fallback = names.filter((name) => name === agent.name).length > 1 ? declared.agent : agent.name;
    const name = mask(declared.name ?? fallback);
    const models = selectModels(agent, study_models.getModels(declared));
    return declared.ablations.map((ablation): StudyArm => {
      const { role, effort, effort_of, human_minutes, human_usd_per_hour, settings, base } = declared;
      const label = formatAblation(ablation);
      const model = models?.name ?? null;
      const fields = { name, agent: mask(agent.name), model, ablation: label, role, effort, effort_of };
      return {
        arm: {
          ...{ id: formatArmId(name, label), ...fields, human_minutes, human_usd_per_hour },
          ...omitUndefined({
            settings: settings && { revision: settings.revision, sha256: settings.sha256 },
            base_arm: base === undefined ? undefined : formatArmId(mask(base), label),
          }),
        },
        agent,
        ablation,
        ablated,
        models,
        redaction: study_models.getRedaction(declared),
      };
    });
  });
}

/**
 * Reads the guardrail rules of a study.
 *
 * @throws {UserError} for invalid rules, and if a contract has one of the same name
 */
export function readStudyRules(
  { rules, contracts }: Pick<Study, 'rules' | 'contracts'>,
  cwd: string,
): GuardRulesFile | undefined {
  if (rules === undefined) return undefined;
  const read = readRulesFile(rules, cwd);
  for (const loaded of contracts) if (loaded.rules) combineRules([loaded.rules, read]);
  return read;
}

/** Creates the specification of one attempt. Seeds that a replication varies follow each other. */
export function createPlannedSpec(
  loaded: LoadedContract,
  { arm, agent, ablation, ablated, models, redaction }: StudyArm,
  trial: number,
  { seed: first, pull_request, replication }: Pick<Study, 'seed' | 'pull_request' | 'replication'>,
  rules: GuardRulesFile | undefined,
  named_judge: ModelConfig | undefined,
): AttemptSpec {
  const judge = loaded.contract.model_checks === undefined ? undefined : named_judge;
  const replicates = replication?.source;
  const seed = replicates?.vary.includes('seed') ? first + trial - 1 : first;
  const pair = selectPullRequest(loaded, agent, pull_request);
  const attempt_id = computeAttemptId(loaded, agent, trial, seed, ablation, rules, models, pair, replicates, judge);
  const human = getBaselineTime(arm, loaded.contract.id);
  const order = { attempt_id, loaded, agent, trial, seed, ablation, rules, models, redaction, pull_request, human };
  return {
    ...order,
    ...omitUndefined({ challenged: ablated ? false : undefined, judge, replicates }),
  };
}

/**
 * Requires that an agent has what each contract needs.
 *
 * @throws {UserError} naming every contract for which it has nothing
 */
async function requireAgentFit(
  agent: Agent,
  contracts: readonly LoadedContract[],
  ablations: readonly Ablation[],
  isolated: boolean,
): Promise<void> {
  const unfit: UserError[] = [];
  for (const loaded of contracts) {
    try {
      if ('patch' in agent) await agent.patch(loaded);
      else {
        agent.fits?.(loaded);
        for (const ablation of ablations) requireTrustEnforcement(agent, loaded, ablation, isolated);
      }
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

/**
 * Requires that the trust level of a contract is held for an agent, if the contract demands that.
 *
 * @throws {UserError} naming what the agent could do all the same
 */
function requireTrustEnforcement(
  agent: Agent,
  { contract, shown, lines }: LoadedContract,
  ablation: Ablation,
  isolated: boolean,
): void {
  if (!isDemanded(contract.policy.guarantees, 'trust')) return;
  const mechanisms = toMechanismSwitches(ablation);
  const [open] = describeTrustEnforcement({ contract, agent, mechanisms, isolated })?.not_held ?? [];
  if (open === undefined) return;
  throw new UserError(
    `${shown}:${lines['policy.guarantees'] ?? 1}  policy.guarantees.trust: trust level ` +
      `${contract.policy.trust_level} ` +
      `is not enforced for the ${open.right} of ${agent.name}: ${open.because}`,
    'Run an agent whose calls reach the harness (loop, script:FILE), or leave the guarantee out: the record then says ' +
      'what was not enforced.',
  );
}

/** Runs a check, and puts the agent's line of the suite before its mistakes. */
async function withAgentLocation<T>({ at }: StudyAgent, look: () => Promise<T>): Promise<T> {
  try {
    return await look();
  } catch (error) {
    throw withLocation(error, at);
  }
}
