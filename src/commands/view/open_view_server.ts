import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { openLoopbackServer, sendLine } from '../../network/open_loopback_server.js';
import { PAGE_POLICY, type PageAssets } from '../../view/document/create_page_document.js';
import { createViewFile } from './create_view_file.js';
import type { ViewFolder } from './view_folder.js';

const LIMITS = { connections: 100, head_bytes: 16 * 1024, idle_ms: 120_000 };
/** Interval at which a folder is looked at while a page is open. */
const LOOK_MS = 400;

/** Server of the pages of a run, on the loopback. It only reads. */
interface ViewServer {
  listenOnLoopback(port: number): Promise<number>;
  /** Path of the pages: it begins with a secret, without which nothing is answered. */
  readonly path: string;
  close(): Promise<void>;
}

/**
 * Opens the server of the pages. The first part of each path is a random token, compared in constant time; a request
 * for another host than this one is refused, so that no name of a foreign page can lead here.
 *
 * @param other run that stands beside the first one
 */
export function openViewServer(folder: ViewFolder, assets: PageAssets, other?: ViewFolder): ViewServer {
  const token = randomBytes(18).toString('base64url');
  const { server, connections, listenOnLoopback } = openLoopbackServer(LIMITS);
  const listeners = new Set<ServerResponse>();
  let port = 0;
  let version = 0;
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return sendLine(response, 405, 'only GET and HEAD');
    if (!isOwnHost(request.headers.host, port)) return sendLine(response, 421, 'another host');
    const [first = '', ...rest] = (request.url ?? '').replace(/^\//, '').replace(/\?.*$/, '').split('/');
    if (!isEqual(first, token)) return sendLine(response, 404, 'nothing here; the address has a token');
    const path = rest.join('/');
    if (path === 'changes' && request.method === 'GET') return listen(response);
    try {
      // A page gets what there is now, and others learn of it.
      if (path === 'data/run.js') look();
      const file = createViewFile(path, folder, assets, { is_live: true, other });
      if (file === undefined) return sendLine(response, 404, 'no such page');
      send(request, response, file.type, file.text);
    } catch (error) {
      sendLine(response, 500, `it could not be read: ${(error as Error).message.replace(/[\r\n]+/g, ' ')}`);
    }
  });

  function listen(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', ...HEADERS });
    // A page that was cut off learns what it missed.
    look();
    response.write(`retry: 1000\n\n${version > 0 ? `data: ${version}\n\n` : ''}`);
    listeners.add(response);
    response.on('close', () => listeners.delete(response));
  }

  function look(): void {
    const changes = [folder.refresh(), other?.refresh()];
    if (changes.every((change) => change === undefined)) return;
    version += 1;
    for (const listener of listeners) listener.write(`data: ${version}\n\n`);
  }
  const timer = setInterval(() => {
    if (listeners.size > 0) look();
  }, LOOK_MS);

  return {
    path: `/${token}/`,
    async listenOnLoopback(wanted) {
      port = await listenOnLoopback(wanted);
      return port;
    },
    close() {
      clearInterval(timer);
      for (const connection of connections) connection.destroy();
      return new Promise((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

const HEADERS = {
  'content-security-policy': `${PAGE_POLICY}; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
};

function send(request: IncomingMessage, response: ServerResponse, type: string, text: string): void {
  const body = Buffer.from(text);
  response.writeHead(200, {
    'content-type': type,
    'content-length': String(body.length),
    'cache-control': 'no-store',
    ...HEADERS,
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Tells whether a request names this server, by number or as localhost. */
const isOwnHost = (host: string | undefined, port: number): boolean =>
  host === `127.0.0.1:${port}` || host === `localhost:${port}`;

function isEqual(text: string, token: string): boolean {
  const [a, b] = [Buffer.from(text), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}
