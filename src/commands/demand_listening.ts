import { connect } from 'node:net';
import { UserError } from '../contract/user_error.js';
import type { Upstream } from '../run/gateway/upstream.js';
import { isLocal } from './base_url.js';

/** Nobody on this machine takes longer to take a connection. */
const PATIENCE_MS = 5_000;

/**
 * That somebody listens where upstreams of this machine are said to be. Others are not asked: a provider answers for itself.
 *
 * @throws {UserError} before the first attempt, where otherwise each of its requests would fail
 */
export async function demandListening(upstreams: readonly Upstream[]): Promise<void> {
  for (const { name, url, shown } of upstreams) {
    if (!isLocal(url) || (await listens(url))) continue;
    throw new UserError(
      `upstream ${name}: nothing listens at ${shown ?? url.origin}`,
      'Start the server of models, or correct --upstream.',
    );
  }
}

function listens({ hostname, port, protocol }: URL): Promise<boolean> {
  return new Promise((resolve) => {
    const host = hostname.replace(/^\[(.*)\]$/, '$1');
    const socket = connect({ host, port: Number(port || (protocol === 'https:' ? 443 : 80)) });
    const over = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(PATIENCE_MS, () => over(true));
    socket.on('connect', () => over(true)).on('error', () => over(false));
  });
}
