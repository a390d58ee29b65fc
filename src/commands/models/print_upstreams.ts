import type { ModelConfig } from '../../gateway/model_config.js';
import type { CommandContext } from '../io/command_context.js';
import { formatUpstreamLines } from './format_upstream_lines.js';
import { probeUpstreams } from './probe_upstreams.js';

/** Prints where requests to models go, and warns of upstreams without a list of models. */
export async function printUpstreams(
  { upstreams, outbound: way_out }: Pick<ModelConfig, 'upstreams' | 'outbound'>,
  { error, signal }: Pick<CommandContext, 'error' | 'signal'>,
): Promise<void> {
  for (const line of formatUpstreamLines(upstreams.filter(({ shown }) => shown === undefined))) error(line);
  for (const line of await probeUpstreams(upstreams, way_out, signal)) error(line);
}
