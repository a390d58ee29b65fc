import type { Upstream } from '../run/gateway/upstream.js';

/** An address of a server of models, as it was understood. */
export interface BaseUrl extends Pick<Upstream, 'url' | 'api_version'> {
  base: NonNullable<Upstream['base']>;
}

/** Endpoints that people leave at the end of the address that a provider shows them. */
const ENDPOINT = /\/(chat\/completions|responses|messages)$/;

/** The version that is put in front of endpoints anyway. */
const USUAL_VERSION = /\/v1(beta)?$/;

/**
 * Ends of addresses behind which endpoints stand at once: another version (`/v4`), and the places where providers put their
 * OpenAI-compatible endpoints (Google's `/openai`, GitHub's `/inference`, Azure's deployments, Vertex' endpoints and publishers).
 */
const WHOLE = /\/(v\d+[a-z]*\d*|openai|inference|serving-endpoints|(deployments|endpoints|publishers)\/[^/]+)$/;

/** The end of Vertex' address of Anthropic's models. */
const RAW_PREDICT = /\/publishers\/anthropic$/;

/** Hosts of Azure, whose address without a path stands for that of its `/openai/v1`. */
const AZURE = /\.(openai|services\.ai|cognitiveservices)\.azure\.com$/;

/** Values of `api-version` that are sent. */
export const API_VERSION = /^[\w.-]{1,40}$/;

/**
 * Reads the base URL of a server of models: with or without `/v1`, which is the same, or with the endpoint at its end. Where endpoints
 * stand behind it follows from its end, unless it is said.
 *
 * @returns a problem, told without the URL: it may hold a password
 */
export function baseUrl(text: string, said?: Upstream['base']): BaseUrl | { problem: string } {
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
  const isVersion = api_version !== null && url.searchParams.size === 1 && API_VERSION.test(api_version);
  if ((url.search !== '' && !isVersion) || url.hash !== '')
    return { problem: 'must end before "?" and "#"; only ?api-version=… may follow' };
  url.search = '';
  const { path, base } = pathOf(url, said);
  url.pathname = path;
  return { url, base, ...(isVersion ? { api_version } : {}) };
}

/** Returns the path below which endpoints are, and what stands between them. */
function pathOf({ pathname, hostname }: URL, said: Upstream['base']): Pick<BaseUrl, 'base'> & { path: string } {
  const whole = pathname.replace(/\/+$/, '');
  const path = whole.replace(ENDPOINT, '');
  if (said === 'exact' || said === 'raw-predict') return { path, base: said };
  if (AZURE.test(hostname) && (path === '' || path === '/openai')) return { path: '/openai', base: 'versioned' };
  if (USUAL_VERSION.test(path) || said === 'versioned')
    return { path: path.replace(USUAL_VERSION, ''), base: 'versioned' };
  if (said === undefined && RAW_PREDICT.test(path)) return { path, base: 'raw-predict' };
  return { path, base: path !== whole || WHOLE.test(path) ? 'exact' : 'versioned' };
}

/** Whether it is on this machine, where nobody listens in between. */
export function isLocal({ hostname }: URL): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
