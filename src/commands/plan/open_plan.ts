import { setImmediate } from 'node:timers/promises';
import { UserError } from '../../contract/input/user_error.js';
import { RUBRIC_VERSION } from '../../judge/rubric/score_attempt.js';
import { escapeLogLine } from '../../publish/text/escape_text.js';
import { ENGINE_VERSION } from '../../record/manifest/engine_version.js';
import type { Replication } from '../../record/planning/plan.js';
import type { AttemptSpec } from '../../run/attempt/attempt_spec.js';
import { createCallerMask } from '../../run/redaction/create_caller_mask.js';
import { getDefaultCachePath, openCache, type WorkspaceCache } from '../../workspace/cache/workspace_cache.js';
import { installMissingAgents } from '../agents/install_missing_agents.js';
import type { CommandContext } from '../io/command_context.js';
import { maskKeysInError, maskKeysInOutput } from '../io/mask_keys_in_output.js';
import { readOutboundNetwork } from '../io/read_outbound_network.js';
import { requireJudgeModel } from '../models/require_judge_model.js';
import { AGENT_MODEL_REMEDY } from '../models/require_models.js';
import { openStudyModels, type StudyModels } from '../study/open_study_models.js';
import { readStudy } from '../study/read_study.js';
import type { RunOptions } from '../study/run_options.js';
import type { Study } from '../study/study.js';
import { createPlan, type ExecutablePlan } from './create_plan.js';
import { readDurations } from './read_durations.js';
import { requireMatchingPlan } from './require_matching_plan.js';
import { selectChangedArms } from './select_changed_arms.js';
import { prepareStudyArms, readStudyRules, type StudyArm } from './study_arm.js';

/** Plan of a study with the resources that are open for it. */
export interface OpenPlan extends ExecutablePlan {
  study: Study;
  study_models: StudyModels;
  cache: WorkspaceCache;
  /** Context of the caller, whose output has no provider's key in it. */
  out: CommandContext;
  /** Stops the players of scripted models. */
  close(): Promise<void>;
}

/** Options of planning beyond those of the run. */
interface PlanDraftOptions {
  /** Returns the number of shards for a number of attempts. */
  shards(attempts: number): number;
  /** Files and folders with results of earlier runs, from which the duration of attempts is estimated. */
  durations: readonly string[];
  /** Attempt that the study repeats. */
  replication?: Replication | undefined;
  /** Starts what needs the cache alone, to be done while the study is read. */
  start?: ((cache: WorkspaceCache) => void) | undefined;
}

/**
 * Reads a study, opens its models, and makes its plan or reads the one that `options.plan` names. The caller closes it.
 *
 * @returns undefined if the run was interrupted while agents were installed
 * @throws {UserError} for everything that is wrong before the first attempt
 */
export async function openPlan(
  options: RunOptions,
  terms: PlanDraftOptions,
  shown: CommandContext,
  cwd: string,
): Promise<OpenPlan | undefined> {
  const cache = await openCache(options.cache ?? getDefaultCachePath());
  terms.start?.(cache);
  await setImmediate(); // a long computation would hold up programs that callbacks start
  const study = await readStudy(options, cache, cwd, terms.replication);
  const way_out = readOutboundNetwork(options.way_out);
  const context = { cwd, out: options.out, way_out, now: () => new Date(), variable: shown.variable };
  const study_models = await openStudyModels(study, context);
  const out = maskKeysInOutput(shown, study_models.keys);
  await setImmediate();
  let planned: ExecutablePlan | undefined;
  try {
    if (options.compare_settings?.fork && study_models.keys.length > 0)
      throw new UserError(
        'the pull request comes from a fork, and this run has keys: settings of a fork are not run with them',
        'Push the branch to this repository after you have read it, or run the comparison without keys.',
      );
    for (const warning of [...study_models.warnings, ...study.warnings]) out.error(warning);
    planned = await createOrMatchPlan(options, terms, { study, study_models, cache }, out, cwd);
    return planned && { ...planned, study, study_models, cache, out, close: study_models.close };
  } catch (error) {
    throw maskKeysInError(error, study_models.keys);
  } finally {
    if (planned === undefined) await study_models.close();
  }
}

async function createOrMatchPlan(
  options: RunOptions,
  terms: PlanDraftOptions,
  { study, study_models, cache }: Pick<OpenPlan, 'study' | 'study_models' | 'cache'>,
  out: CommandContext,
  cwd: string,
): Promise<ExecutablePlan | undefined> {
  const { search_path = '' } = options;
  const mask = createCallerMask(out.secrets ?? [], study_models.keys);
  const armsOf = (agents: Study['agents']) =>
    prepareStudyArms({ ...study, agents }, study_models, { cache: cache.root, search_path }, options, mask);
  if (options.install_agents && !options.dry_run) {
    const installing = { cache, search_path, log: options.json ? out.error : out.log, signal: out.signal };
    const specs = study.agents.map(({ agent, folder = study.folder }) => ({ agent, folder }));
    const check = (others: readonly { agent: string; folder: string }[]) =>
      armsOf(
        study.agents.filter(({ agent, folder = study.folder }) =>
          others.some((other) => other.agent === agent && other.folder === folder),
        ),
      );
    if (!(await installMissingAgents(specs, installing, check))) return undefined;
  }
  const versions = { harness: ENGINE_VERSION, rubric: RUBRIC_VERSION };
  const { prices } = study_models;
  requireJudgeModel(study.contracts, study_models.judge);
  const all = await armsOf(study.agents);
  if (study.judge_models) findAgentsWithoutModels(all).forEach(out.error);
  const arms = study.settings_comparison ? selectChangedArms(all, study.settings_comparison) : all;
  const { judge } = study_models;
  const request = { study, arms, rules: readStudyRules(study, cwd), versions, prices, judge };
  if (options.plan !== undefined) return requireMatchingPlan(options.plan, request, options.shard, cwd);
  const attempts = study.contracts.length * request.arms.length * study.trials;
  const expected_ms = readDurations(terms.durations, request.arms, cwd);
  return createPlan({ ...request, shards: terms.shards(attempts), expected_ms });
}

/** Warns of agents that could ask models and get none, since the upstreams are there for the judge model. */
function findAgentsWithoutModels(arms: readonly StudyArm[]): string[] {
  const unserved = arms.filter(({ agent, models }) => 'models' in agent && agent.models !== undefined && !models);
  const names = [...new Set(unserved.map(({ arm }) => arm.name))];
  return names.map((name) => `agent "${escapeLogLine(name)}" gets no models. ${AGENT_MODEL_REMEDY}`);
}

/** Returns the attempts of shard I of N, in the order of the plan; all without a shard. */
export function selectShardSpecs({ plan, specs }: ExecutablePlan, shard: string | undefined): AttemptSpec[] {
  const index = parseShardIndex(shard);
  return specs.filter((_, i) => index === undefined || plan.attempts[i]?.shard === index);
}

/** Parses the number of a shard, from 1; undefined = all shards. */
export const parseShardIndex = (shard: string | undefined): number | undefined =>
  shard === undefined ? undefined : Number(shard.split('/')[0]);

/** Parses the number of shards. */
export const parseShardCount = (shard: string | undefined): number => Number(shard?.split('/')[1] ?? 1);
