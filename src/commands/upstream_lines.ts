import { baseAddress, endpointAddress } from '../run/gateway/endpoint_path.js';
import type { Upstream } from '../run/gateway/upstream.js';

/** Returns where requests to an upstream go: its base, and the whole address for each format; of a script its file alone. */
export function addressesOf(upstream: Upstream): { url: string; endpoints: Record<string, string> } {
  if (upstream.shown !== undefined) return { url: upstream.shown, endpoints: {} };
  const endpoints = upstream.dialects.map((dialect) => [dialect, endpointAddress(upstream, dialect)] as const);
  return { url: baseAddress(upstream), endpoints: Object.fromEntries(endpoints) };
}

/** Returns a line for each upstream that says which models it is for and to which addresses they go. */
export function upstreamLines(upstreams: readonly Upstream[]): string[] {
  return upstreams.map((upstream) => {
    const { url, endpoints } = addressesOf(upstream);
    const { name, models, dialects } = upstream;
    const to = Object.entries(endpoints).map(([dialect, address]) => `${dialect} → ${address}`);
    const formats = to.length === 0 ? ` (${dialects.join(', ')})` : `: ${to.join(', ')}`;
    return `upstream ${name}: ${url} for ${models.join(', ')}${formats}`;
  });
}
