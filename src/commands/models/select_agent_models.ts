import type { ModelOptions } from './model_options.js';

/**
 * Selects what the options of a run say about the models of agents.
 *
 * A judge model is none of theirs. Where one is named, upstreams and key may be there for it alone: agents get them
 * only if something says that agents ask models, too.
 *
 * @param asked true if an agent asks for a model by itself, as in a suite
 */
export function selectAgentModels(
  { judge, judge_upstreams: _, ...options }: ModelOptions,
  asked = false,
): ModelOptions {
  const { name, allow_models, steering, backend } = options;
  if (judge === undefined) return options;
  if (!asked && allow_models.length === 0 && [name, steering, backend].every((one) => one === undefined))
    return { ...options, upstreams: [], key_env: undefined, file: undefined };
  // Without a name, "*" says that agents choose among all models.
  const is_free = name === undefined && allow_models.length === 1 && allow_models[0] === '*';
  return is_free ? { ...options, allow_models: [] } : options;
}
