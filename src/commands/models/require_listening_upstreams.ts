import { connect } from 'node:net';
import { UserError } from '../../contract/input/user_error.js';
import type { Upstream } from '../../gateway/upstreams/upstream.js';
import { isLoopbackUrl } from './base_url.js';

/** Time after which a connection on this machine counts as accepted. */
const CONNECT_TIMEOUT_MS = 5_000;

/**
 * Requires that upstreams on this machine accept connections. Upstreams elsewhere are not asked.
 *
 * @throws {UserError} before the first attempt, where otherwise each request would fail
 */
export async function requireListeningUpstreams(upstreams: readonly Upstream[]): Promise<void> {
  for (const { name, url, shown } of upstreams) {
    if (!isLoopbackUrl(url) || (await isListening(url))) continue;
    throw new UserError(
      `upstream ${name}: nothing listens at ${shown ?? url.origin}`,
      'Start the server of models, or correct --upstream.',
    );
  }
}

function isListening({ hostname, port, protocol }: URL): Promise<boolean> {
  return new Promise((resolve) => {
    const host = hostname.replace(/^\[(.*)\]$/, '$1');
    const socket = connect({ host, port: Number(port || (protocol === 'https:' ? 443 : 80)) });
    const finish = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(CONNECT_TIMEOUT_MS, () => finish(true));
    socket.on('connect', () => finish(true)).on('error', () => finish(false));
  });
}
