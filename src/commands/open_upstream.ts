import { UserError } from '../contract/user_error.js';
import { dialects } from '../record/model_events.js';
import type { Upstream } from '../run/gateway/upstream.js';
import { baseUrl, isLocal } from './base_url.js';
import { presetAt, presets } from './model_presets.js';
import type { DeclaredUpstream } from './models_file.js';

/** An upstream ready for requests. */
export interface OpenUpstream {
  upstream: Upstream;
  /** Its models cost nothing where no price is declared. */
  free: boolean;
  /** Steering backend that serves its models; undefined = nobody said. */
  backend: string | undefined;
}

/**
 * Fills in what the preset says, and the key.
 *
 * @param at where it is declared
 * @throws {UserError} when the key is missing, or could be overheard or not be kept out of records
 */
export function openUpstream(
  declared: DeclaredUpstream,
  at: string,
  variable: (name: string) => string | undefined,
): OpenUpstream {
  const named = declared.preset === undefined ? undefined : presets[declared.preset];
  if (named?.own_url && declared.url === undefined)
    throw new UserError(
      `${at}: the preset ${declared.preset} has no URL of its own`,
      `Give yours: ${declared.preset}:${named.url} after --upstream, or \`url\` beside the preset in a file (--models FILE).`,
    );
  const place = baseUrl(declared.url ?? named?.url ?? '', declared.base);
  if ('problem' in place) throw new UserError(`${at}: the URL ${place.problem}`);
  const { url, base } = place;
  const preset = named ?? presetAt(place);
  const api_version = declared.api_version ?? place.api_version;
  if (preset?.needs_api_version && api_version === undefined)
    throw new UserError(
      `${at}: deployments of Azure answer only to requests with an api-version`,
      'Write ?api-version=2024-10-21, or the one that you use, behind the URL.',
    );
  const wanted = declared.key === undefined ? preset?.key : (declared.key ?? undefined);
  const { timeouts } = declared;
  const key = wanted && {
    value: readKey(wanted.env, at, variable),
    header: wanted.header ?? preset?.key?.header ?? ('authorization' as const),
  };
  if (key && url.protocol === 'http:' && !isLocal(url) && !declared.insecure)
    throw new UserError(
      `${at}: ${url.host} is another machine and is reached over http://, where everybody on the way can read the key`,
      'Use https://, or write `insecure: true` beside the upstream in a file (--models FILE).',
    );
  const free = declared.free ?? preset?.free ?? false;
  const provider = free ? freeProvider(declared.name) : (declared.provider ?? preset?.provider);
  return {
    upstream: {
      name: declared.name,
      url,
      ...(base === 'versioned' ? {} : { base }),
      ...(api_version === undefined ? {} : { api_version }),
      ...(preset?.lists_models === false ? { lists_models: false } : {}),
      models: declared.models,
      dialects: declared.dialects ?? preset?.dialects ?? dialects,
      ...(key ? { key } : {}),
      ...(provider === undefined ? {} : { provider }),
      ...(declared.rename ? { rename: declared.rename } : {}),
      ...(declared.headers ? { headers: declared.headers } : {}),
      first_byte_ms: timeouts.first_byte,
      idle_ms: timeouts.idle,
    },
    free,
    backend: declared.backend ?? preset?.backend,
  };
}

/** No provider has such a name, so that nobody else is taken to be free. */
export const freeProvider = (name: string) => `free:${name}`;

function readKey(env: string, at: string, variable: (name: string) => string | undefined): string {
  const value = variable(env)?.trim();
  if (!value)
    throw new UserError(
      `${at}: the variable ${env} is ${value === undefined ? 'not set' : 'empty'}, and the provider's key should be in it`,
      `Set ${env}, or name another variable with --key-env NAME.`,
    );
  if (!/^[\x21-\x7e]+$/.test(value))
    throw new UserError(`${at}: the variable ${env} holds spaces or characters that no key has`);
  // A word would be masked wherever it stands, in names of events too.
  if (value.length < 6 || (value.length < 20 && !/\d/.test(value)))
    throw new UserError(
      `${at}: the key in ${env} is too short or too plain to be kept out of records`,
      'A server that wants no real key needs none here; for one with a preset write `key: null` in a file (--models FILE).',
    );
  return value;
}
