import type { LoadedContract, RulesFile } from '../../contract/loaded.js';
import type { Ablation } from '../../contract/mechanisms.js';
import type { RunDirectory } from '../../record/run_directory.js';
import type { Models } from '../gateway/models.js';
import type { Layer } from '../workspace/layer.js';
import type { World } from '../world/world.js';
import type { Rooms } from './rooms.js';

/** What all stages of one attempt stand on, once its repository is set up. */
export interface Ground {
  loaded: LoadedContract;
  layer: Layer;
  /** Surroundings of the repository; undefined where the contract has none. */
  world: World | undefined;
  /** Guardrail rules beyond the shipped ones, of the contract and of the run. */
  rules: readonly RulesFile[];
  /** Mechanisms of coordination and safety that are switched off. */
  ablation: Ablation;
  /** Models that the run has, for agents that ask any. */
  models?: Models | undefined;
  run: RunDirectory;
  rooms: Rooms;
  seed: number;
  /** Whether challenge rounds are made. Default: for every agent but the contract's own reference answers. */
  challenged?: boolean | undefined;
}
