import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a provider documents of one of its endpoints. */
export interface StrictEndpoint {
  /** Path with its query. */
  target: string;
  header: string;
  value: string;
  /** Path with its query under which it lists models; absent = it has no list. */
  list?: string | undefined;
}

export interface StrictProvider {
  origin: string;
  /** Method, target and status of everything that was asked. */
  readonly asked: string[];
  /** The JSON of what was posted to the endpoint. */
  readonly bodies: unknown[];
  close(): Promise<void>;
}

const KEY_HEADERS = ['authorization', 'x-api-key', 'x-goog-api-key', 'api-key'];

/** Serves one documented endpoint on the loopback: anything else is 404 as a page, a missing, wrong or second key is 401. */
export async function givenStrictProvider({ target, header, value, list }: StrictEndpoint): Promise<StrictProvider> {
  const asked: string[] = [];
  const bodies: unknown[] = [];
  const keyed = ({ headers }: IncomingMessage) =>
    headers[header] === value && KEY_HEADERS.every((name) => name === header || headers[name] === undefined);
  const server = createServer((request, response) => {
    const isEndpoint = request.method === 'POST' && request.url === target;
    const isList = request.method === 'GET' && request.url === list;
    const status = isEndpoint || isList ? (keyed(request) ? 200 : 401) : 404;
    asked.push(`${request.method} ${request.url} ${status}`);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (isEndpoint) bodies.push(JSON.parse(Buffer.concat(chunks).toString('utf8')));
      if (status === 404) {
        response.writeHead(404, { 'content-type': 'text/html' }).end('<html>Not Found</html>');
        return;
      }
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(isList ? { object: 'list', data: [{ id: 'm' }] } : { answered: true }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    bodies,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
