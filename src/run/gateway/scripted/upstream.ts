import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { deliver } from './deliver.js';
import { formats } from './formats/formats.js';
import { heard } from './heard.js';
import { nextAnswer } from './next_answer.js';
import { modelList, scriptedRoute, tokenCount } from './route.js';
import type { Fault, UpstreamScript } from './script.js';
import { errorAnswer, type WireAnswer, wireAnswer } from './wire_answer.js';

/** A provider that plays a script (A1), in all wire formats: for tests, and for trying things out without any key. */
export interface ScriptedUpstream {
  /** Serves on 127.0.0.1; port 0 = any. @returns the port */
  listenOnLoopback(port: number): Promise<number>;
  /** Serves one connection. */
  accept(connection: Duplex): void;
  /** Where it listens, without `/v1`. @throws before it does */
  readonly url: URL;
  /** What it was sent, in order; of many the last. */
  readonly requests: readonly ReceivedRequest[];
  close(): Promise<void>;
}

export interface ReceivedRequest {
  method: string;
  /** With its query. */
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface ScriptedUpstreamOptions {
  /** The key that has to be presented; default: any, or none. */
  key?: string | undefined;
  /** So many requests are kept to look at. Default 1000. */
  kept_requests?: number | undefined;
}

export function openScriptedUpstream(script: UpstreamScript, options: ScriptedUpstreamOptions = {}): ScriptedUpstream {
  const { key, kept_requests = 1000 } = options;
  const requests: ReceivedRequest[] = [];
  const adopted = new Set<Duplex>();
  const faults = faultCounter(script);

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url: path = '/', headers } = request;
    const body = await bytesOf(request);
    requests.push({ method, path, headers, body });
    if (requests.length > kept_requests) requests.shift();
    const url = new URL(path, 'http://localhost');
    const route = scriptedRoute(method, url.pathname);
    const format = formats[route?.dialect ?? 'chat'];
    const say = (answer: WireAnswer, fault?: Fault) => deliver(response, answer, fault);
    if (!route) return say(errorAnswer(format, 404, `there is no ${method} ${url.pathname} here`));
    if (key !== undefined && presentedKey(headers) !== key) return say(errorAnswer(format, 401, 'wrong key'));
    if (route.wants === 'models') return say(jsonAnswer(modelList(route.dialect, script.models)));
    if (route.wants === 'count') return say(jsonAnswer(tokenCount(route.dialect, body.length)));
    const parsed = json(body);
    if (parsed === undefined) return say(errorAnswer(format, 400, 'the body is no JSON'));
    const asked = heard(route.dialect, url, parsed, body.length);
    const next = nextAnswer(script, asked);
    const fault = faults.befalls(next.key, next.fault);
    return say(wireAnswer(format, next.answer, asked, fault, presentedKey(headers)), fault);
  };

  const server = createServer({ requestTimeout: 0 }, (request, response) => {
    answer(request, response).catch(() => response.destroy()); // the client went away while it spoke
  });
  return {
    requests,
    listenOnLoopback: (port) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, '127.0.0.1', () => {
          server.off('error', reject);
          resolve((server.address() as AddressInfo).port);
        });
      }),
    accept(connection) {
      adopted.add(connection);
      connection.once('close', () => adopted.delete(connection));
      server.emit('connection', connection);
    },
    get url() {
      const address = server.address() as AddressInfo | null;
      if (!address) throw new Error('the scripted upstream does not listen');
      return new URL(`http://127.0.0.1:${address.port}`);
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      for (const connection of adopted) connection.destroy();
      await closed;
    },
  };
}

/** Counts what has befallen whom: a fault of a turn by the turn, one of a request by its number. */
function faultCounter(script: UpstreamScript): { befalls(key: string, of_turn: Fault | undefined): Fault | undefined } {
  const befallen = new Map<string, number>();
  let number = 0;
  return {
    befalls(key, of_turn) {
      number += 1;
      const of_number = script.faults.find(({ request, times }) => inRow(number - request, times));
      if (of_number) return of_number;
      if (!of_turn) return undefined;
      const before = befallen.get(key) ?? 0;
      befallen.set(key, before + 1);
      return inRow(before, of_turn.times) ? of_turn : undefined;
    },
  };
}

const inRow = (after: number, times: Fault['times']) => after >= 0 && (times === 'always' || after < times);

const jsonAnswer = (body: unknown): WireAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  pieces: [Buffer.from(JSON.stringify(body))],
});

/** The key in any of the headers in which clients present one. */
function presentedKey(headers: IncomingHttpHeaders): string {
  const found = headers['x-api-key'] ?? headers['x-goog-api-key'] ?? headers['api-key'] ?? headers.authorization ?? '';
  return String(found).replace(/^Bearer /i, '');
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function json(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
