import { createDestination, type Destination } from './destination.js';

/** Ports of an allowing pattern that names none. */
const DEFAULT_PORTS = [80, 443];

/**
 * Pattern of hosts as contracts write it (contract/policy/policy.ts): `host`, `*.host` or `*`, each with an
 * optional port.
 */
export interface HostPattern {
  pattern: string;
  /** `*` = any host; `*.` = any depth below; none = the host itself. */
  wildcard: '' | '*.' | '*';
  /** Normalised; empty with `*`. */
  host: string;
  /** True if the host is an address. */
  literal: boolean;
  port: number | undefined;
}

/**
 * Parses a pattern of hosts.
 *
 * @returns undefined if no possible host matches
 */
export function parseHostPattern(pattern: string): HostPattern | undefined {
  const [, wildcard = '', name = '', port] = /^(\*\.|\*(?=$|:))?(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(pattern) ?? [];
  const shared = { pattern, port: port === undefined ? undefined : Number(port) };
  if (wildcard === '*') return { ...shared, wildcard, host: '', literal: false };
  const destination = createDestination(name, shared.port ?? DEFAULT_PORTS[0]!);
  if (destination === undefined || (wildcard !== '' && destination.literal)) return undefined;
  return { ...shared, wildcard: wildcard === '' ? '' : '*.', host: destination.host, literal: destination.literal };
}

/**
 * Returns true if a pattern matches a destination. An allowing pattern is read narrowly: without a port it means the
 * usual ports, and `*` means names, not addresses. A denying pattern is read widely: any port, any host.
 */
export function matchesDestination(
  { wildcard, host, port }: HostPattern,
  to: Destination,
  reading: 'narrow' | 'wide',
): boolean {
  if (port === undefined ? reading === 'narrow' && !DEFAULT_PORTS.includes(to.port) : to.port !== port) return false;
  if (wildcard === '*') return reading === 'wide' || !to.literal;
  return wildcard === '*.' ? to.host.endsWith(`.${host}`) : to.host === host;
}
