import { omitUndefined } from '../../contract/input/omit_undefined.js';
import type { Upstream } from '../../gateway/upstreams/upstream.js';

/** Parsed address of a model server. */
export interface BaseUrl extends Pick<Upstream, 'url' | 'api_version'> {
  base: NonNullable<Upstream['base']>;
}

/** Endpoint at the end of an address, which people copy with it. */
const ENDPOINT = /\/(chat\/completions|responses|messages)$/;

/** Version that is put before endpoints by default. */
const USUAL_VERSION = /\/v1(beta)?$/;

/**
 * Ends of addresses directly behind which the endpoints are: another version (`/v4`), and the paths of
 * OpenAI-compatible endpoints (Google's `/openai`, GitHub's `/inference`, Azure's deployments, Vertex' endpoints and
 * publishers).
 */
const COMPLETE_PATH = /\/(v\d+[a-z]*\d*|openai|inference|serving-endpoints|(deployments|endpoints|publishers)\/[^/]+)$/;

/** End of Vertex' address of Anthropic's models. */
const RAW_PREDICT = /\/publishers\/anthropic$/;

/** Hosts of Azure, where an address without a path means its `/openai/v1`. */
const AZURE = /\.(openai|services\.ai|cognitiveservices)\.azure\.com$/;

/** Pattern of accepted values of `api-version`. */
export const API_VERSION_PATTERN = /^[\w.-]{1,40}$/;

/**
 * Parses the base URL of a model server, with or without `/v1` or the endpoint at its end.
 *
 * @param said position of the endpoints; undefined = derived from the end of the URL
 * @returns a problem without the URL in its text, since it may contain a password
 */
export function parseBaseUrl(text: string, said?: Upstream['base']): BaseUrl | { problem: string } {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return { problem: 'is not a URL like https://host/v1' };
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { problem: 'must begin with https:// or http://' };
  if (url.hostname === '') return { problem: 'names no host' };
  if (/^[^/]*\/\/[^/]*:(\/|$)/.test(text)) return { problem: 'has no number of a port after ":"' };
  if (url.port === '0') return { problem: 'names the port 0, on which nothing can listen' };
  if (url.username !== '' || url.password !== '')
    return { problem: 'holds a user or a password, which would be recorded: give the key by a variable' };
  const api_version = url.searchParams.get('api-version');
  const isVersion = api_version !== null && url.searchParams.size === 1 && API_VERSION_PATTERN.test(api_version);
  if ((url.search !== '' && !isVersion) || url.hash !== '')
    return { problem: 'must end before "?" and "#"; only ?api-version=… may follow' };
  url.search = '';
  const { path, base } = parseBasePath(url, said);
  url.pathname = path;
  return { url, base, ...omitUndefined({ api_version: isVersion ? api_version : undefined }) };
}

/** Returns the path of the endpoints, and what is put before them. */
function parseBasePath({ pathname, hostname }: URL, said: Upstream['base']): Pick<BaseUrl, 'base'> & { path: string } {
  const whole = pathname.replace(/\/+$/, '');
  const path = whole.replace(ENDPOINT, '');
  if (said === 'exact' || said === 'raw-predict') return { path, base: said };
  if (AZURE.test(hostname) && (path === '' || path === '/openai')) return { path: '/openai', base: 'versioned' };
  if (USUAL_VERSION.test(path) || said === 'versioned')
    return { path: path.replace(USUAL_VERSION, ''), base: 'versioned' };
  if (said === undefined && RAW_PREDICT.test(path)) return { path, base: 'raw-predict' };
  return { path, base: path !== whole || COMPLETE_PATH.test(path) ? 'exact' : 'versioned' };
}

/** Tells whether a URL is on this machine, where nobody can read the traffic. */
export function isLoopbackUrl({ hostname }: URL): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
