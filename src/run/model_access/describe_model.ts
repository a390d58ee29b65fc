import { omitUndefined } from '../../contract/input/omit_undefined.js';
import type { ModelConfig } from '../../gateway/model_config.js';
import { buildBaseAddress } from '../../gateway/upstreams/upstream.js';
import type { Manifest } from '../../record/manifest/manifest.js';

/** Describes the access to models for the manifest (requirement R2). */
export function describeModel(models: ModelConfig | undefined): Manifest['model'] {
  if (!models) return null;
  const { name, allowed, upstreams, prices, steering, redaction } = models;
  return {
    name,
    ...omitUndefined({ allowed: allowed && [...allowed] }),
    upstreams: upstreams.map((one) => ({
      name: one.name,
      url: one.shown ?? buildBaseAddress(one),
      models: [...one.models],
      ...omitUndefined({ provider: one.provider, headers: one.headers && [...one.headers] }),
    })),
    prices: prices.identity,
    steering: steering ?? null,
    redaction_sha256: redaction.sha256,
  };
}
