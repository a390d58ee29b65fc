import type { WayOutOrder } from './way_out.js';

/** Reads the variables that every tool reads. Lower case wins, as with curl. */
export function wayOutOf(env: Readonly<Record<string, string | undefined>>): WayOutOrder {
  const value = (...names: string[]) => names.map((name) => env[name]).find((found) => found) || undefined;
  const any = value('all_proxy', 'ALL_PROXY');
  const files = ['SSL_CERT_FILE', 'NODE_EXTRA_CA_CERTS'].flatMap((name) => env[name] || []);
  return {
    http_proxy: value('http_proxy', 'HTTP_PROXY') ?? any,
    https_proxy: value('https_proxy', 'HTTPS_PROXY') ?? any,
    no_proxy: (value('no_proxy', 'NO_PROXY') ?? '').split(/[\s,]+/).filter(Boolean),
    certificates: [...new Set(files)],
  };
}
