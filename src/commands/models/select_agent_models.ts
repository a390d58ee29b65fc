import type { ModelOptions } from './model_options.js';

/** Selects what the options of a run say about the models of agents. A judge model is none of theirs. */
export const selectAgentModels = (options: ModelOptions): ModelOptions => ({ ...options, judge: undefined });
