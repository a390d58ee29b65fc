import { isIP } from 'node:net';

/** Destination of a request, normalised: lower case, punycode, no trailing dot; IPv6 without brackets. */
export interface Destination {
  host: string;
  port: number;
  /** True if the host is an address, not a name. */
  literal: boolean;
}

/** Formats a destination as events and messages name it. */
export function formatDestination({ host, port }: Destination): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/**
 * Parses `host:port`, the only form that CONNECT has.
 *
 * @returns undefined for anything else
 */
export function parseDestination(text: string): Destination | undefined {
  const [, host, port] = /^(\[[0-9A-Fa-f:.]{2,45}\]|[^\s:@/?#\\[\]]{1,253}):(\d{1,5})$/.exec(text) ?? [];
  return host === undefined ? undefined : createDestination(host, Number(port));
}

/**
 * Creates a normalised destination.
 *
 * @returns undefined if no such host could exist
 */
export function createDestination(host: string, port: number): Destination | undefined {
  const name = normaliseHost(host);
  if (name === undefined || !Number.isInteger(port) || port < 1 || port > 65_535) return undefined;
  return { host: name, port, literal: isIP(name) !== 0 };
}

/**
 * Normalises a host to one spelling. The URL parser folds case, full-width letters and every notation of an IPv4
 * address (hexadecimal, octal, one number), so that none of them is taken for a name.
 *
 * @returns undefined if it is no host
 */
export function normaliseHost(text: string): string | undefined {
  if (/[\s@/?#\\%]/.test(text)) return undefined;
  try {
    const { hostname } = new URL(`http://${text}/`);
    const bare = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
    return bare === '' || bare.length > 253 || bare.includes('..') ? undefined : bare;
  } catch {
    return undefined;
  }
}
