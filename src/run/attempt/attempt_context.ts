import type { Ablation } from '../../contract/coordination/mechanism.js';
import type { GuardRulesFile, LoadedContract } from '../../contract/loaded_contract.js';
import type { ModelConfig } from '../../gateway/model_config.js';
import type { RunDirectory } from '../../record/storage/run_directory.js';
import type { Layer } from '../../workspace/layer.js';
import type { FixtureEnvironment } from '../fixtures/fixture_environment.js';
import type { RunnerContext } from './runner_context.js';

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
}
