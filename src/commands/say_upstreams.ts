import type { Models } from '../run/gateway/models.js';
import type { RunOutput } from './orders.js';
import { probeUpstreams } from './probe_upstreams.js';
import { upstreamLines } from './upstream_lines.js';

/** Says at the start where requests to models go, and where an upstream has no list of models under its address. */
export async function sayUpstreams(
  { upstreams, way_out }: Pick<Models, 'upstreams' | 'way_out'>,
  { error, signal }: Pick<RunOutput, 'error' | 'signal'>,
): Promise<void> {
  for (const line of upstreamLines(upstreams.filter(({ shown }) => shown === undefined))) error(line);
  for (const line of await probeUpstreams(upstreams, way_out, signal)) error(line);
}
