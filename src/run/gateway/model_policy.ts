import { asksForModel } from '../../record/model_names.js';
import type { Refused } from './dialects/dialect.js';
import type { Upstream } from './upstream.js';
import { namesModel } from './upstream_for.js';

/** Which models agents may ask for. */
export interface ModelPolicy {
  /** The model of the run. */
  name: string;
  /** Patterns of further ones, `*` stands for anything. */
  allowed: readonly string[];
  /** Names of providers that may stand before the name of a model: `openai/gpt-5`. */
  providers: readonly string[];
}

/** Code of a request for a model that the run is not for. */
export const OTHER_MODEL = 'other-model';

/** Tells whether agents may ask for a model; without a policy they may ask for any. */
export function allowsModel(policy: ModelPolicy | undefined, model: string): boolean {
  if (policy === undefined) return true;
  const { name, allowed, providers } = policy;
  return asksForModel(model, name, providers) || allowed.some((pattern) => namesModel(pattern, model));
}

/** Returns the names that a policy has and an upstream takes, whether or not that upstream lists them. */
export function servedNames(policy: ModelPolicy | undefined, upstreams: readonly Pick<Upstream, 'models'>[]): string[] {
  if (policy === undefined) return [];
  const names = [policy.name, ...policy.allowed.filter((pattern) => !pattern.includes('*'))];
  return names.filter((name) => upstreams.some(({ models }) => models.some((pattern) => namesModel(pattern, name))));
}

/** Returns why a request for a model is refused; undefined = it is not. */
export function refuseOtherModel(policy: ModelPolicy | undefined, model: string): Refused | undefined {
  if (policy === undefined || allowsModel(policy, model)) return undefined;
  const shown = JSON.stringify(model.slice(0, 200).toWellFormed());
  const also = policy.allowed.length === 0 ? '' : ` and ${policy.allowed.slice(0, 20).join(', ')}`;
  return {
    status: 400,
    code: OTHER_MODEL,
    message: `the model ${shown} is not that of this run, which is ${policy.name}${also}; others pass where the run allows them (--allow-model)`,
  };
}
