import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { DialectName } from '../../record/events/model_payloads.js';
import { deliverResponse } from './deliver_response.js';
import { scriptFormats } from './script_formats.js';
import { parseScriptRequest } from './script_request.js';
import { selectNextResponse } from './select_next_response.js';
import type { ScriptFault, UpstreamScript } from './upstream_script.js';
import { createWireError, toWireResponse, type WireResponse } from './wire_response.js';

/** Provider that plays a script in all wire formats, for tests and for trials without a key (requirement A1). */
export interface ScriptedUpstream {
  /**
   * Listens on 127.0.0.1; port 0 = any.
   *
   * @returns the port
   */
  listenOnLoopback(port: number): Promise<number>;
  /** Serves one connection. */
  accept(connection: Duplex): void;
  /**
   * Address without `/v1`.
   *
   * @throws before it listens
   */
  readonly url: URL;
  /** Received requests in order; only the last ones are kept. */
  readonly requests: readonly ReceivedRequest[];
  close(): Promise<void>;
}

interface ReceivedRequest {
  method: string;
  /** Path with its query. */
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

interface ScriptedUpstreamOptions {
  /** Required key; default: any, or none. */
  key?: string | undefined;
  /** Number of requests that are kept. Default 1000. */
  kept_requests?: number | undefined;
}

export function openScriptedUpstream(script: UpstreamScript, options: ScriptedUpstreamOptions = {}): ScriptedUpstream {
  const { key, kept_requests = 1000 } = options;
  const requests: ReceivedRequest[] = [];
  const adopted = new Set<Duplex>();
  const faults = createFaultCounter(script);

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url: path = '/', headers } = request;
    const body = await readBytes(request);
    requests.push({ method, path, headers, body });
    if (requests.length > kept_requests) requests.shift();
    const url = new URL(path, 'http://localhost');
    const route = findScriptedRoute(method, url.pathname);
    const format = scriptFormats[route?.dialect ?? 'chat'];
    const send = (answer: WireResponse, fault?: ScriptFault) => deliverResponse(response, answer, fault);
    if (!route) return send(createWireError(format, 404, `there is no ${method} ${url.pathname} here`));
    if (key !== undefined && findPresentedKey(headers) !== key) return send(createWireError(format, 401, 'wrong key'));
    if (route.wants === 'models')
      return send(createJsonResponse(formatScriptedModelList(route.dialect, script.models)));
    if (route.wants === 'count') return send(createJsonResponse(formatTokenCount(route.dialect, body.length)));
    const parsed = parseJsonBytes(body);
    if (parsed === undefined) return send(createWireError(format, 400, 'the body is no JSON'));
    const script_request = parseScriptRequest(route.dialect, url, parsed, body.length);
    const next = selectNextResponse(script, script_request);
    const fault = faults.befalls(next.key, next.fault);
    return send(toWireResponse(format, next.answer, script_request, fault, findPresentedKey(headers)), fault);
  };

  const server = createServer({ requestTimeout: 0 }, (request, response) => {
    answer(request, response).catch(() => response.destroy()); // the client disconnected
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

/** Creates a counter of faults: by turn for the fault of a turn, by number for that of a request. */
function createFaultCounter(script: UpstreamScript): {
  befalls(key: string, of_turn: ScriptFault | undefined): ScriptFault | undefined;
} {
  const befallen = new Map<string, number>();
  let number = 0;
  return {
    befalls(key, of_turn) {
      number += 1;
      const of_number = script.faults.find(({ request, times }) => isInRow(number - request, times));
      if (of_number) return of_number;
      if (!of_turn) return undefined;
      const earlier_count = befallen.get(key) ?? 0;
      befallen.set(key, earlier_count + 1);
      return isInRow(earlier_count, of_turn.times) ? of_turn : undefined;
    },
  };
}

const isInRow = (after: number, times: ScriptFault['times']) => after >= 0 && (times === 'always' || after < times);

const createJsonResponse = (body: unknown): WireResponse => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  pieces: [Buffer.from(JSON.stringify(body))],
});

/** Finds the key in any of the headers in which clients present one. */
function findPresentedKey(headers: IncomingHttpHeaders): string {
  const header = headers['x-api-key'] ?? headers['x-goog-api-key'] ?? headers['api-key'] ?? headers.authorization ?? '';
  return String(header).replace(/^Bearer /i, '');
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function parseJsonBytes(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Purpose of a request to the scripted upstream. */
type ScriptedRoute =
  | { wants: 'answer'; dialect: DialectName }
  | { wants: 'count'; dialect: 'messages' | 'gemini' }
  | { wants: 'models'; dialect: DialectName };

/**
 * Finds the route of a request.
 *
 * @returns undefined if there is none
 */
function findScriptedRoute(method: string, path: string): ScriptedRoute | undefined {
  if (method === 'GET' && path === '/v1/models') return { wants: 'models', dialect: 'chat' };
  if (method === 'GET' && path === '/v1beta/models') return { wants: 'models', dialect: 'gemini' };
  if (method !== 'POST') return undefined;
  if (path === '/v1/chat/completions') return { wants: 'answer', dialect: 'chat' };
  if (path === '/v1/responses') return { wants: 'answer', dialect: 'responses' };
  if (path === '/v1/messages') return { wants: 'answer', dialect: 'messages' };
  if (path === '/v1/messages/count_tokens') return { wants: 'count', dialect: 'messages' };
  const verb = /^\/v1(?:beta)?\/models\/[^/]+:(\w+)$/.exec(path)?.[1];
  if (verb === 'generateContent' || verb === 'streamGenerateContent') return { wants: 'answer', dialect: 'gemini' };
  return verb === 'countTokens' ? { wants: 'count', dialect: 'gemini' } : undefined;
}

/** Formats the list of models in the format of the client. */
function formatScriptedModelList(dialect: DialectName, names: readonly string[]): unknown {
  if (dialect === 'gemini') return { models: names.map((name) => ({ name: `models/${name}`, displayName: name })) };
  return { object: 'list', data: names.map((id) => ({ id, object: 'model', created: 0, owned_by: 'gatebench' })) };
}

/** Formats a token count: one for every four bytes, as in responses. */
function formatTokenCount(dialect: 'messages' | 'gemini', bytes: number): unknown {
  const tokens = Math.ceil(bytes / 4);
  return dialect === 'gemini' ? { totalTokens: tokens } : { input_tokens: tokens };
}
