import type { ModelOptions } from './model_options.js';

/** Selects what options of a run say about its judge model, without terms of agents; undefined = it names none. */
export const selectJudgeModels = ({ judge_upstreams, ...options }: ModelOptions): ModelOptions | undefined =>
  options.judge === undefined
    ? undefined
    : {
        ...options,
        name: undefined,
        allow_models: [],
        steering: undefined,
        backend: undefined,
        upstreams: judge_upstreams ?? options.upstreams,
      };
