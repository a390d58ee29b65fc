import { type Destination, destination } from './destination.js';

/** Ports of a pattern that names none, where it allows. */
const DEFAULT_PORTS = [80, 443];

/** A pattern of hosts as contracts write it (contract/policy.ts): `host`, `*.host` or `*`, each with an optional port. */
export interface HostPattern {
  pattern: string;
  /** `*` = any host; `*.` = any depth below; none = the host itself. */
  wildcard: '' | '*.' | '*';
  /** Normalised; empty with `*`. */
  host: string;
  /** The host is an address. */
  literal: boolean;
  port: number | undefined;
}

/** Undefined for one that names no possible host. */
export function readHostPattern(pattern: string): HostPattern | undefined {
  const [, wildcard = '', name = '', port] = /^(\*\.|\*(?=$|:))?(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(pattern) ?? [];
  const shared = { pattern, port: port === undefined ? undefined : Number(port) };
  if (wildcard === '*') return { ...shared, wildcard, host: '', literal: false };
  const to = destination(name, shared.port ?? DEFAULT_PORTS[0]!);
  if (to === undefined || (wildcard !== '' && to.literal)) return undefined;
  return { ...shared, wildcard: wildcard === '' ? '' : '*.', host: to.host, literal: to.literal };
}

/**
 * Whether a pattern speaks of a destination. One that allows is read narrowly: without a port it means the usual ports, and `*` means
 * names, no addresses. One that denies is read widely: any port, any host.
 */
export function speaksOf({ wildcard, host, port }: HostPattern, to: Destination, reading: 'narrow' | 'wide'): boolean {
  if (port === undefined ? reading === 'narrow' && !DEFAULT_PORTS.includes(to.port) : to.port !== port) return false;
  if (wildcard === '*') return reading === 'wide' || !to.literal;
  return wildcard === '*.' ? to.host.endsWith(`.${host}`) : to.host === host;
}
