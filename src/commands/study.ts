import type { LoadedContract } from '../contract/loaded.js';
import { type Ablation, ablationLabel, readAblation } from '../contract/mechanisms.js';
import { type AnalysisSettings, analysisSettingsSchema, type LoadedSuite } from '../contract/suite.js';
import type { Arm, PlannedBudget, PlannedGate } from '../record/plan.js';
import type { PullRequestPair } from '../record/pull_request_pair.js';
import { PROTOCOL_SEED } from '../run/attempt/order.js';
import type { ModelsOrder } from './models_order.js';
import type { RunOrder } from './orders.js';

/** What is compared with what, whoever says so: a suite file, or the flags of a run. */
export interface Study {
  name: string;
  /** undefined = the flags of a run say it. */
  suite: LoadedSuite | undefined;
  contracts: readonly LoadedContract[];
  agents: readonly StudyAgent[];
  trials: number;
  seed: number;
  order: 'randomised' | 'listed';
  budget: PlannedBudget;
  retries: number;
  /** Weight that may run at a time, and what an attempt at a task takes of it where that is not 1. */
  width: number;
  weights: Readonly<Record<string, number>>;
  rules: string | undefined;
  require_proof: boolean;
  analysis: AnalysisSettings;
  gate: Omit<PlannedGate, 'arms'> & { agents: readonly string[] | undefined; baseline: string | undefined };
  /** Folder from which files of agents count. */
  folder: string;
  /** The pull request that it is about. */
  pull_request?: PullRequestPair | undefined;
  /** What makes the study say less than it could. */
  warnings: readonly string[];
}

/** One agent of a study, in all its configurations. */
export interface StudyAgent
  extends Pick<Arm, 'role' | 'effort' | 'effort_of' | 'human_minutes' | 'human_usd_per_hour'> {
  /** undefined = as the agent calls itself. */
  name: string | undefined;
  /** As `--agent` has it. */
  agent: string;
  /** Models that it can reach; undefined = it is one that asks none. */
  models: ModelsOrder | undefined;
  ablations: readonly Ablation[];
  /** Where it is declared, as complaints begin; '' = by a flag. */
  at: string;
}

export const NO_BUDGET: PlannedBudget = {
  total_usd: null,
  task_usd: null,
  run_usd: null,
  run_tokens: null,
  total_wall_ms: null,
};

/** The study that the flags of a run ask for: each agent in each configuration, in the order in which they are given. */
export function studyOfFlags(order: RunOrder, contracts: readonly LoadedContract[], cwd: string): Study {
  const ablations = distinct((order.ablations ?? ['none']).map(readAblation));
  const agents = [...new Set(order.agents)].map(
    (agent): StudyAgent => ({
      name: undefined,
      agent,
      role: agent === 'noop' || agent === 'golden' ? agent : 'agent',
      models: order.models,
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
    trials: order.trials ?? 1,
    seed: order.seed ?? PROTOCOL_SEED,
    order: 'listed',
    budget: NO_BUDGET,
    retries: order.retries ?? 0,
    width: order.concurrency ?? 1,
    weights: {},
    rules: order.coordination_rules,
    require_proof: order.require_proof,
    analysis: analysisSettingsSchema.parse({}),
    gate: {
      fail_on: order.fail_on ?? 'gates',
      agents: undefined,
      coverage_floor: 1,
      min_strength: order.min_strength,
      extra_trials: order.extra_trials ?? 0,
      extra_usd: order.extra_usd ?? null,
      baseline: order.baseline,
    },
    folder: cwd,
    warnings: [],
  };
}

/** Configurations without those that were there before. */
export function distinct(ablations: readonly Ablation[]): Ablation[] {
  return [...new Map(ablations.map((off) => [ablationLabel(off), off])).values()];
}
