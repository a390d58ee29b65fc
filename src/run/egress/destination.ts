import { isIP } from 'node:net';

/** Where a request goes, normalised: lower case, punycode, no trailing dot; IPv6 without brackets. */
export interface Destination {
  host: string;
  port: number;
  /** The host is an address, not a name. */
  literal: boolean;
}

/** As events and messages name it. */
export function shown({ host, port }: Destination): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** The host and port of `host:port`, the only form that CONNECT has. Undefined when it is anything else. */
export function readAuthority(text: string): Destination | undefined {
  const [, host, port] = /^(\[[0-9A-Fa-f:.]{2,45}\]|[^\s:@/?#\\[\]]{1,253}):(\d{1,5})$/.exec(text) ?? [];
  return host === undefined ? undefined : destination(host, Number(port));
}

/** Undefined when it is no host that could be connected to. */
export function destination(host: string, port: number): Destination | undefined {
  const name = normalisedHost(host);
  if (name === undefined || !Number.isInteger(port) || port < 1 || port > 65_535) return undefined;
  return { host: name, port, literal: isIP(name) !== 0 };
}

/**
 * One spelling for every host. The URL parser folds case, full-width letters and all the ways to write an IPv4 address
 * (hexadecimal, octal, one number), so that none of them is taken for a name.
 */
export function normalisedHost(text: string): string | undefined {
  if (/[\s@/?#\\%]/.test(text)) return undefined;
  try {
    const { hostname } = new URL(`http://${text}/`);
    const bare = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
    return bare === '' || bare.length > 253 || bare.includes('..') ? undefined : bare;
  } catch {
    return undefined;
  }
}
