import type { Duplex } from 'node:stream';
import type { OutboundNetwork } from '../network/outbound_network.js';
import type { DialectName } from '../record/events/model_payloads.js';
import { isRequestForModel } from '../record/models/model_usage.js';
import type { Redactor, RestrictedStore } from '../record/redaction/redactor.js';
import type { ErrorResponse } from './dialects/dialect.js';
import type { PriceBook } from './meter/price_book.js';
import type { Steering } from './steering/steering.js';
import { matchesModelPattern, type Upstream } from './upstreams/upstream.js';

/** Configuration of the models that a run's agents can reach, created once for all attempts. */
export interface ModelConfig {
  /** Model that agents must use; null = their own choice. */
  name: string | null;
  /** Patterns of further models that they may ask for. */
  allowed?: readonly string[] | undefined;
  upstreams: readonly Upstream[];
  prices: PriceBook;
  /** Identity of the steering, for the manifest; each upstream steers its own requests. */
  steering?: Steering['identity'] | undefined;
  redaction: Redactor;
  /** Opens the store for the originals of redacted texts; undefined if there is none. */
  store?: ((attempt_id: string) => RestrictedStore) | undefined;
  /** Outbound network of this machine, for the upstreams. */
  outbound: OutboundNetwork;
}

/**
 * Creates the policy of the permitted models.
 *
 * @returns undefined if all models of the upstreams are permitted
 */
export function createModelPolicy({ name, allowed = [], upstreams }: ModelConfig): ModelPolicy | undefined {
  if (name === null) return undefined;
  return {
    name,
    allowed,
    providers: upstreams.flatMap(({ name, provider }) => [name, ...(provider ? [provider] : [])]),
  };
}

/** Access of an agent to models in one stage: a forwarded port for its commands, and a connection for the harness. */
export interface ModelAccess {
  /** `http://127.0.0.1:PORT`, without `/v1`, as seen from inside. */
  url: string;
  /** The run's own token, in place of a provider's key. */
  token: string;
  name: string | null;
  /** Formats in which that model can be asked, those of its first upstream first. */
  dialects: readonly DialectName[];
  /** Opens a connection to the gateway for an agent that is part of the harness. */
  connect(): Duplex;
}

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
