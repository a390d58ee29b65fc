import { type Ablation, formatAblation, parseAblation } from '../../contract/coordination/mechanism.js';
import type { LoadedContract } from '../../contract/loaded_contract.js';
import { type AnalysisSettings, analysisSettingsSchema } from '../../contract/suite/analysis_settings.js';
import type { LoadedSuite } from '../../contract/suite/suite.js';
import type { PullRequestPair } from '../../record/manifest/manifest.js';
import type { Arm, PlannedBudget, PlannedGate, Replication, SettingsComparison } from '../../record/planning/plan.js';
import { PROTOCOL_SEED } from '../../run/attempt/attempt_spec.js';
import type { AgentSettings } from '../../workspace/settings/read_agent_settings.js';
import type { ModelOptions } from '../models/model_options.js';
import { selectAgentModels, selectJudgeModels } from '../models/model_options.js';
import type { RunOptions } from './run_options.js';

/** Agents, contracts and settings of a comparison, from a suite file or from the flags of a run. */
export interface Study {
  name: string;
  /** Suite file; undefined = flags. */
  suite: LoadedSuite | undefined;
  contracts: readonly LoadedContract[];
  agents: readonly StudyAgent[];
  /** Judge model of the run with the upstreams that may have it; undefined = it names none. */
  judge_models: ModelOptions | undefined;
  trials: number;
  seed: number;
  order: 'randomised' | 'listed';
  budget: PlannedBudget;
  retries: number;
  /** Total weight that may run at a time, and weights of tasks other than 1. */
  width: number;
  weights: Readonly<Record<string, number>>;
  rules: string | undefined;
  require_proof: boolean;
  analysis: AnalysisSettings;
  gate: Omit<PlannedGate, 'arms'> & { agents: readonly string[] | undefined; baseline: string | undefined };
  /** Folder to which the paths of agents' files are relative. */
  folder: string;
  /** Pull request under judgement. */
  pull_request?: PullRequestPair | undefined;
  /** Differences of the settings that are compared; undefined = the study compares no settings. */
  settings_comparison?: SettingsComparison | undefined;
  /** Attempt that the study repeats; undefined = none. */
  replication?: Replication | undefined;
  /** Warnings about what weakens the study. */
  warnings: readonly string[];
}

/** Agent of a study in all its configurations. */
export interface StudyAgent
  extends Pick<Arm, 'role' | 'effort' | 'effort_of' | 'human_minutes' | 'human_usd_per_hour'> {
  /** Name of the arm; undefined = the agent's own. */
  name: string | undefined;
  /** Agent in the form of `--agent`. */
  agent: string;
  /** Models that it can reach; undefined = it asks none. */
  models: ModelOptions | undefined;
  ablations: readonly Ablation[];
  /** Location of the declaration, for messages; '' = a flag. */
  at: string;
  /** Settings that are laid into its workspaces; undefined = those of the repository. */
  settings?: AgentSettings | undefined;
  /** Folder to which its paths are relative. Default: that of the study. */
  folder?: string | undefined;
  /** Name of the arm that it is compared with. */
  base?: string | undefined;
}

/** Budget without any limit. */
const UNLIMITED_BUDGET: PlannedBudget = {
  total_usd: null,
  task_usd: null,
  run_usd: null,
  run_tokens: null,
  total_wall_ms: null,
};

/** Creates the study of a run's flags: each agent in each configuration, in the given order. */
export function createStudyFromFlags(options: RunOptions, contracts: readonly LoadedContract[], cwd: string): Study {
  const ablations = removeDuplicateAblations((options.ablations ?? ['none']).map(parseAblation));
  const agents = [...new Set(options.agents)].map(
    (agent): StudyAgent => ({
      name: undefined,
      agent,
      role: agent === 'noop' || agent === 'golden' ? agent : 'agent',
      models: selectAgentModels(options.models),
      effort: null,
      effort_of: null,
      human_minutes: null,
      human_usd_per_hour: null,
      ablations,
      at: '',
    }),
  );
  return {
    name: 'run',
    suite: undefined,
    contracts,
    agents,
    judge_models: selectJudgeModels(options.models),
    trials: options.trials ?? 1,
    seed: options.seed ?? PROTOCOL_SEED,
    order: 'listed',
    budget: UNLIMITED_BUDGET,
    retries: 0,
    width: options.concurrency ?? 1,
    weights: {},
    rules: options.coordination_rules,
    require_proof: false,
    analysis: analysisSettingsSchema.parse({}),
    gate: {
      fail_on: options.fail_on ?? 'gates',
      agents: undefined,
      coverage_floor: 1,
      extra_trials: options.extra_trials ?? getExtraTrials(options.fail_on),
      extra_usd: null,
      baseline: options.baseline,
    },
    folder: cwd,
    warnings: [],
  };
}

/** Returns the further attempts of an undecided contract where nobody says them: only a regression gate has any. */
export const getExtraTrials = (fail_on: Study['gate']['fail_on'] | undefined): number =>
  fail_on === 'regression' ? 3 : 0;

/** Removes repeated configurations. */
export function removeDuplicateAblations(ablations: readonly Ablation[]): Ablation[] {
  return [...new Map(ablations.map((off) => [formatAblation(off), off])).values()];
}
