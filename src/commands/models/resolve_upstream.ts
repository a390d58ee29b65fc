import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { UserError } from '../../contract/input/user_error.js';
import type { ModelConfig } from '../../gateway/model_config.js';
import type { Upstream } from '../../gateway/upstreams/upstream.js';
import { dialectNames } from '../../record/events/model_payloads.js';
import { isLoopbackUrl, parseBaseUrl } from './base_url.js';
import { findPresetByUrl, modelPresets } from './model_presets.js';
import type { DeclaredUpstream } from './models_file_schema.js';

/** Upstream with all defaults and its key, ready for requests. */
export interface ResolvedUpstream {
  upstream: Upstream;
  /** Models cost nothing if no price is declared. */
  free: boolean;
  /** Steering backend; undefined = unknown. */
  backend: string | undefined;
}

/**
 * Resolves a declared upstream: fills in the preset, and reads the key.
 *
 * @param at location of the declaration
 * @throws {UserError} if the key is missing, could be intercepted, or could not be kept out of records
 */
export function resolveUpstream(
  declared: DeclaredUpstream,
  at: string,
  variable: (name: string) => string | undefined,
): ResolvedUpstream {
  const declared_preset = declared.preset === undefined ? undefined : modelPresets[declared.preset];
  if (declared_preset?.own_url && declared.url === undefined)
    throw new UserError(
      `${at}: the preset ${declared.preset} has no URL of its own`,
      `Give yours: ${declared.preset}:${declared_preset.url} after --upstream, or \`url\` beside the preset in a ` +
        'file (--models FILE).',
    );
  const place = parseBaseUrl(declared.url ?? declared_preset?.url ?? '', declared.base);
  if ('problem' in place) throw new UserError(`${at}: the URL ${place.problem}`);
  const { url, base } = place;
  const preset = declared_preset ?? findPresetByUrl(place);
  const api_version = declared.api_version ?? place.api_version;
  if (preset?.needs_api_version && api_version === undefined)
    throw new UserError(
      `${at}: deployments of Azure answer only to requests with an api-version`,
      'Write ?api-version=2024-10-21, or the one that you use, behind the URL.',
    );
  const key_name = declared.key === undefined ? preset?.key : (declared.key ?? undefined);
  const { timeouts } = declared;
  const key = key_name && {
    value: readKey(key_name.env, at, variable),
    header: key_name.header ?? preset?.key?.header ?? ('authorization' as const),
  };
  if (key && url.protocol === 'http:' && !isLoopbackUrl(url) && !declared.insecure)
    throw new UserError(
      `${at}: ${url.host} is another machine and is reached over http://, where everybody on the way can read the key`,
      'Use https://, or write `insecure: true` beside the upstream in a file (--models FILE).',
    );
  const free = declared.free ?? preset?.free ?? false;
  const provider = free ? createFreeProviderName(declared.name) : (declared.provider ?? preset?.provider);
  return {
    upstream: {
      name: declared.name,
      url,
      models: declared.models,
      dialects: declared.dialects ?? preset?.dialects ?? dialectNames,
      ...omitUndefined({
        base: base === 'versioned' ? undefined : base,
        lists_models: preset?.lists_models === false ? false : undefined,
        ...{ api_version, key, provider, rename: declared.rename, headers: declared.headers },
      }),
      first_byte_ms: timeouts.first_byte,
      idle_ms: timeouts.idle,
    },
    free,
    backend: declared.backend ?? preset?.backend,
  };
}

const FREE_PREFIX = 'free:';

/** Returns a provider name that no real provider has. */
export const createFreeProviderName = (name: string) => `${FREE_PREFIX}${name}`;

/** Returns true if no request to these models can cost anything: all upstreams are free, and no table has prices. */
export const hasFreeModels = ({ upstreams, prices }: Pick<ModelConfig, 'upstreams' | 'prices'>): boolean =>
  prices.identity.table_sha256 === null && upstreams.every(({ provider }) => provider?.startsWith(FREE_PREFIX));

function readKey(env: string, at: string, variable: (name: string) => string | undefined): string {
  const value = variable(env)?.trim();
  if (!value)
    throw new UserError(
      `${at}: the variable ${env} is ${value === undefined ? 'not set' : 'empty'}, and the provider's key should ` +
        `be in it`,
      `Set ${env}, or name another variable with --key-env NAME.`,
    );
  if (!/^[\x21-\x7e]+$/.test(value))
    throw new UserError(`${at}: the variable ${env} has spaces or characters that do not occur in keys`);
  // Masking a plain word would also mask names of events.
  if (value.length < 6 || (value.length < 20 && !/\d/.test(value)))
    throw new UserError(
      `${at}: the key in ${env} is too short or too plain to be kept out of records`,
      'A server that wants no real key needs none here; for one with a preset write `key: null` in a file ' +
        '(--models FILE).',
    );
  return value;
}
