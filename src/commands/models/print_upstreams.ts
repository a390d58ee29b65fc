import type { ModelConfig } from '../../gateway/model_config.js';
import { buildBaseAddress, buildEndpointAddress, type Upstream } from '../../gateway/upstreams/upstream.js';
import type { CommandContext } from '../io/command_context.js';
import { probeUpstreams } from './probe_upstreams.js';

/** Prints where requests to models go, and warns of upstreams without a list of models. */
export async function printUpstreams(
  { upstreams, outbound: way_out }: Pick<ModelConfig, 'upstreams' | 'outbound'>,
  { error, signal }: Pick<CommandContext, 'error' | 'signal'>,
): Promise<void> {
  for (const line of formatUpstreamLines(upstreams.filter(({ shown }) => shown === undefined))) error(line);
  for (const line of await probeUpstreams(upstreams, way_out, signal)) error(line);
}

/** Returns the addresses of an upstream: its base, and one for each format; of a script only its file. */
export function getUpstreamAddresses(upstream: Upstream): { url: string; endpoints: Record<string, string> } {
  if (upstream.shown !== undefined) return { url: upstream.shown, endpoints: {} };
  const endpoints = upstream.dialects.map((dialect) => [dialect, buildEndpointAddress(upstream, dialect)] as const);
  return { url: buildBaseAddress(upstream), endpoints: Object.fromEntries(endpoints) };
}

/** Formats a line for each upstream with its models and addresses. */
export function formatUpstreamLines(upstreams: readonly Upstream[]): string[] {
  return upstreams.map((upstream) => {
    const { url, endpoints } = getUpstreamAddresses(upstream);
    const { name, models, dialects } = upstream;
    const targets = Object.entries(endpoints).map(([dialect, address]) => `${dialect} → ${address}`);
    if (upstream.shown !== undefined) return `upstream ${url} for ${models.join(', ')}`;
    const formats = targets.length === 0 ? ` (${dialects.join(', ')})` : `: ${targets.join(', ')}`;
    return `upstream ${name}: ${url} for ${models.join(', ')}${formats}`;
  });
}
