import { isRequestForModel } from '../../record/models/model_usage.js';
import type { ErrorResponse } from '../dialects/dialect.js';
import { matchesModelPattern, type Upstream } from '../upstreams/upstream.js';

/** Policy of the models that agents may ask for. */
export interface ModelPolicy {
  /** The model of the run. */
  name: string;
  /** Patterns of further models, in which `*` stands for anything. */
  allowed: readonly string[];
  /** Names of providers that may precede the name of a model: `openai/gpt-5`. */
  providers: readonly string[];
}

/** Error code of a request for a model that the run does not permit. */
export const OTHER_MODEL_CODE = 'other-model';

/** Returns true if agents may ask for a model; without a policy they may ask for any. */
export function isModelAllowed(policy: ModelPolicy | undefined, model: string): boolean {
  if (policy === undefined) return true;
  const { name, allowed, providers } = policy;
  return isRequestForModel(model, name, providers) || allowed.some((pattern) => matchesModelPattern(pattern, model));
}

/** Lists the names of a policy that an upstream accepts, whether or not it lists them. */
export function listServedModels(
  policy: ModelPolicy | undefined,
  upstreams: readonly Pick<Upstream, 'models'>[],
): string[] {
  if (policy === undefined) return [];
  const names = [policy.name, ...policy.allowed.filter((pattern) => !pattern.includes('*'))];
  return names.filter((name) =>
    upstreams.some(({ models }) => models.some((pattern) => matchesModelPattern(pattern, name))),
  );
}

/**
 * Rejects a request for a model that the policy does not permit.
 *
 * @returns undefined if the model is permitted
 */
export function rejectOtherModel(policy: ModelPolicy | undefined, model: string): ErrorResponse | undefined {
  if (policy === undefined || isModelAllowed(policy, model)) return undefined;
  const shown = JSON.stringify(model.slice(0, 200).toWellFormed());
  const also = policy.allowed.length === 0 ? '' : ` and ${policy.allowed.slice(0, 20).join(', ')}`;
  return {
    status: 400,
    code: OTHER_MODEL_CODE,
    message:
      `the model ${shown} is not that of this run, which is ${policy.name}${also}; ` +
      'others pass where the run allows them (allow_models in the suite)',
  };
}
