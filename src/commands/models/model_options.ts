import { z } from 'zod';
import { createOptionSchema } from '../options/create_option_schema.js';

/** Models that agents can reach, and their terms, from options of a command or inputs of the Action. */
export const modelOptionsSchema = z.strictObject({
  name: createOptionSchema('models.name'),
  allow_models: createOptionSchema('models.allow_models'),
  judge: createOptionSchema('models.judge'),
  upstreams: createOptionSchema('models.upstreams'),
  judge_upstreams: z
    .array(z.string().min(1))
    .optional()
    .describe('where requests to the judge model go, as a record says; default: the same upstreams'),
  key_env: createOptionSchema('models.key_env'),
  file: createOptionSchema('models.file'),
  prices: createOptionSchema('models.prices'),
  steering: createOptionSchema('models.steering'),
  backend: createOptionSchema('models.backend'),
  redaction: createOptionSchema('models.redaction'),
  restricted_store: createOptionSchema('models.restricted_store'),
});
export type ModelOptions = z.output<typeof modelOptionsSchema>;

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
