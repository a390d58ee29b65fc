import type { WayOut } from '../run/egress/way_out.js';
import { addressOf, endpointAddress, modelListPath } from '../run/gateway/endpoint_path.js';
import { askModelList, entriesOf, type ModelListAnswer } from '../run/gateway/model_list.js';
import type { Upstream } from '../run/gateway/upstream.js';
import { type Connections, openConnections } from '../run/gateway/upstreams.js';

/** What to write instead of an address whose endpoints stand elsewhere. */
export const BASE_REMEDY =
  'If that is the wrong path, write the address with its endpoint (--upstream https://HOST/PATH/chat/completions) or `base: exact` in a file (docs/models.md).';

/**
 * Asks each upstream for its list of models, which costs nothing, and says where that is not there: then the path of the base URL is
 * probably wrong. An upstream that does not answer, or refuses, is passed over: its first request will say why.
 *
 * @returns lines
 */
export async function probeUpstreams(
  upstreams: readonly Upstream[],
  way_out: WayOut,
  signal: AbortSignal,
): Promise<string[]> {
  const connections = openConnections(way_out);
  try {
    const asked = upstreams.filter(
      ({ shown, lists_models, base }) => shown === undefined && lists_models !== false && base !== 'raw-predict',
    );
    const found = await Promise.all(asked.map((upstream) => probe(upstream, connections, signal)));
    return found.flatMap((warning) => warning ?? []);
  } finally {
    connections.close();
  }
}

async function probe(upstream: Upstream, connections: Connections, signal: AbortSignal): Promise<string[] | undefined> {
  const answer = await askModelList(upstream, connections, signal);
  if (!answer || !isAbsent(answer)) return undefined;
  const other: Upstream = { ...upstream, base: upstream.base === 'exact' ? 'versioned' : 'exact' };
  const elsewhere = await askModelList(other, connections, signal);
  const [listed, going] = [listAddress(upstream), endpointAddress(upstream, upstream.dialects[0]!)];
  const hint =
    elsewhere?.status === 200 && entriesOf(elsewhere.json) !== undefined
      ? `${listAddress(other)} has one: write the address with its endpoint, --upstream ${endpointAddress(other, other.dialects[0]!)}.`
      : BASE_REMEDY;
  const told = answer.status === 200 ? 'something that is no list of models' : `status ${answer.status}`;
  const line = `upstream ${upstream.name}: GET ${listed} is answered with ${told}, and requests will go to ${going}`;
  return [line, `  ${hint}`];
}

/** Tells whether there is nothing under the address, or a page instead of a list. */
const isAbsent = ({ status, json }: ModelListAnswer): boolean =>
  status === 404 || status === 405 || (status === 200 && entriesOf(json) === undefined);

const listAddress = (upstream: Upstream): string => addressOf(upstream, modelListPath(upstream));
