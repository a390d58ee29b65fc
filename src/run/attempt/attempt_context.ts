import type { Ablation } from '../../contract/coordination/mechanism.js';
import type { GuardRulesFile, LoadedContract } from '../../contract/loaded_contract.js';
import type { ModelConfig } from '../../gateway/model_config.js';
import type { RunDirectory } from '../../record/storage/run_directory.js';
import type { Layer } from '../../workspace/layer.js';
import type { FixtureEnvironment } from '../fixtures/fixture_environment.js';
import type { WorkspaceSupply } from './evaluation/workspace_supply.js';
import type { RunnerContext } from './runner_context.js';

/** Listener for programs that a check executes, with the path of the repository. */
export type CheckProgramListener = (argv: readonly string[], root: string, cwd?: string) => void;

/** Context shared by all stages of one attempt after setup. */
export interface AttemptContext {
  loaded: LoadedContract;
  layer: Layer;
  /** Fixture environment of the repository; undefined if the contract has none. */
  world: FixtureEnvironment | undefined;
  /** Guardrail rules of the contract and of the run, beyond the shipped ones. */
  rules: readonly GuardRulesFile[];
  /** Mechanisms of coordination and safety that are switched off. */
  ablation: Ablation;
  /** Models of the run, for agents that use any. */
  models?: ModelConfig | undefined;
  /** Judge model of the run, with the way to it; undefined if none is named, or the contract needs none. */
  judge?: ModelConfig | undefined;
  run: RunDirectory;
  runner: RunnerContext;
  seed: number;
  /** True if challenge rounds run. Default: for agents, not for reference answers, safety tasks and ablations. */
  challenged?: boolean | undefined;
  /** Supply of workspaces for the evaluation; undefined outside of it. */
  supply?: WorkspaceSupply | undefined;
  /** Listener for the programs of checks, each different one once; undefined if they are not traced. */
  on_check_program?: CheckProgramListener | undefined;
}
