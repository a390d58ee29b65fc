import type { Manifest } from '../../record/manifest.js';
import type { Agent } from '../agents/agent.js';
import { baseAddress } from '../gateway/endpoint_path.js';
import type { Models } from '../gateway/models.js';

/** What there is to reach for an agent; undefined = it asks no models, or there are none. */
export function modelsFor(agent: Agent, models: Models | undefined): Models | undefined {
  return 'models' in agent && agent.models !== undefined ? models : undefined;
}

/** How an agent reaches models, for the manifest (R2, π). */
export function modelOf(models: Models | undefined): Manifest['model'] {
  if (!models) return null;
  const { name, allowed, upstreams, prices, steering, redaction } = models;
  return {
    name,
    ...(allowed ? { allowed: [...allowed] } : {}),
    upstreams: upstreams.map((one) => ({
      name: one.name,
      url: one.shown ?? baseAddress(one),
      models: [...one.models],
      ...(one.headers ? { headers: [...one.headers] } : {}),
    })),
    prices: prices.identity,
    steering: steering ?? null,
    redaction_sha256: redaction.sha256,
  };
}

/** What makes an attempt another one: not where a server stands, which has a name for that. */
export function modelKey({ name, allowed, upstreams, steering }: Models): unknown {
  // What is not there is left out, so that earlier records keep their names.
  return {
    name,
    ...(allowed ? { allowed } : {}),
    upstreams: upstreams.map((one) => one.name),
    steering: steering ?? null,
  };
}
