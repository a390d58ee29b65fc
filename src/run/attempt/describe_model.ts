import type { ModelConfig } from '../../gateway/model_config.js';
import { buildBaseAddress } from '../../gateway/upstreams/upstream.js';
import type { Manifest } from '../../record/manifest/manifest.js';
import type { Agent } from '../agents/agent.js';

/**
 * Selects the models that an agent can reach.
 *
 * @returns undefined if it uses none or the run has none
 */
export function selectModels(agent: Agent, models: ModelConfig | undefined): ModelConfig | undefined {
  return 'models' in agent && agent.models !== undefined ? models : undefined;
}

/** Describes the access to models for the manifest (requirement R2). */
export function describeModel(models: ModelConfig | undefined): Manifest['model'] {
  if (!models) return null;
  const { name, allowed, upstreams, prices, steering, redaction } = models;
  return {
    name,
    ...(allowed ? { allowed: [...allowed] } : {}),
    upstreams: upstreams.map((one) => ({
      name: one.name,
      url: one.shown ?? buildBaseAddress(one),
      models: [...one.models],
      ...(one.provider === undefined ? {} : { provider: one.provider }),
      ...(one.headers ? { headers: [...one.headers] } : {}),
    })),
    prices: prices.identity,
    steering: steering ?? null,
    redaction_sha256: redaction.sha256,
  };
}

/**
 * Returns the part of the models that identifies an attempt. Addresses of servers are left out; their names stand for
 * them.
 */
export function getModelKey({ name, allowed, upstreams, steering }: ModelConfig): unknown {
  // Absent fields are left out, so that earlier records keep their ids.
  return {
    name,
    ...(allowed ? { allowed } : {}),
    upstreams: upstreams.map((one) => one.name),
    steering: steering ?? null,
  };
}
