import {
  buildAddress,
  buildEndpointAddress,
  buildModelListPath,
  type Upstream,
} from '../../gateway/upstreams/upstream.js';
import {
  type ModelListResponse,
  openUpstreamConnections,
  readModelEntries,
  requestModelList,
  type UpstreamConnections,
} from '../../gateway/upstreams/upstream_connections.js';
import type { OutboundNetwork } from '../../network/outbound_network.js';

/** Remedy for an address whose endpoints are elsewhere. */
export const BASE_URL_REMEDY =
  'If that is the wrong path, write the address with its endpoint (--upstream https://HOST/PATH/chat/completions) ' +
  'or `base: exact` in a file (docs/agents.md#models).';

/**
 * Asks each upstream for its list of models, and warns if there is none: the path of the base URL is probably wrong.
 *
 * Upstreams that do not answer or refuse are skipped; their first request says why.
 *
 * @returns lines of warnings
 */
export async function probeUpstreams(
  upstreams: readonly Upstream[],
  way_out: OutboundNetwork,
  signal: AbortSignal,
): Promise<string[]> {
  const connections = openUpstreamConnections(way_out);
  try {
    const probed = upstreams.filter(
      ({ shown, lists_models, base }) => shown === undefined && lists_models !== false && base !== 'raw-predict',
    );
    const findings = await Promise.all(probed.map((upstream) => probeUpstream(upstream, connections, signal)));
    return findings.flatMap((warning) => warning ?? []);
  } finally {
    connections.close();
  }
}

async function probeUpstream(
  upstream: Upstream,
  connections: UpstreamConnections,
  signal: AbortSignal,
): Promise<string[] | undefined> {
  const answer = await requestModelList(upstream, connections, signal);
  if (!answer || !hasNoModelList(answer)) return undefined;
  const variant: Upstream = { ...upstream, base: upstream.base === 'exact' ? 'versioned' : 'exact' };
  const elsewhere = await requestModelList(variant, connections, signal);
  const [listed, going] = [getModelListAddress(upstream), getFirstEndpoint(upstream)];
  const hint =
    elsewhere?.status === 200 && readModelEntries(elsewhere.json) !== undefined
      ? `${getModelListAddress(variant)} has one: write the address with its endpoint, --upstream ` +
        `${getFirstEndpoint(variant)}.`
      : BASE_URL_REMEDY;
  const answer_text = answer.status === 200 ? 'something that is no list of models' : `status ${answer.status}`;
  const line =
    `upstream ${upstream.name}: GET ${listed} is answered with ${answer_text}, ` + `and requests will go to ${going}`;
  return [line, `  ${hint}`];
}

/** Returns the endpoint of the first dialect; every upstream has one. */
const getFirstEndpoint = (upstream: Upstream) => buildEndpointAddress(upstream, upstream.dialects[0]!);

/** Tells whether an address has nothing, or a page instead of a list. */
const hasNoModelList = ({ status, json }: ModelListResponse): boolean =>
  status === 404 || status === 405 || (status === 200 && readModelEntries(json) === undefined);

const getModelListAddress = (upstream: Upstream): string => buildAddress(upstream, buildModelListPath(upstream));
