import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { localhostHostValidation, localhostOriginValidation, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { openLoopbackServer, sayJson } from '../../egress/loopback_server.js';
import type { Dispatcher } from '../answer.js';
import { Calls } from './calls.js';
import { errorMessage, MESSAGE_BYTES, type MessageError, REFUSED, readMessage, tooLarge } from './message.js';
import { mcpServer } from './server.js';
import { bearer, type Tokens } from './tokens.js';

/** Where the server answers. */
export const MCP_PATH = '/mcp';

/** What a server is for, and how patient it is. */
export interface McpOrder {
  dispatcher: Dispatcher;
  tokens: Tokens;
  /** Told of every request without a valid token; `presented` = it had one. */
  on_wrong_token?: ((presented: boolean) => void) | undefined;
  /** Told when the dispatcher itself breaks. */
  on_fault?: ((error: unknown) => void) | undefined;
  /** How long one message may take to arrive, in milliseconds. */
  body_ms?: number;
  /** Bytes of all messages whose answers are still to come. */
  held_bytes?: number;
  /** How often a client that asked for it hears that a call is still at work, in milliseconds. */
  progress_ms?: number | undefined;
}

/** A server that is given connections, or listens on the loopback. */
export interface McpHttp {
  accept(connection: Duplex): void;
  /** Listens on 127.0.0.1. @param port 0 = any @returns the port. Rejects when it is taken. */
  listenOnLoopback(port: number): Promise<number>;
  /** Calls off what is under way, ends every connection, and resolves when all of it is in the log. */
  close(): Promise<void>;
}

/** Bounds: connections and requests at a time, bytes of a request's head, and how long a connection may be silent. */
const REQUESTS = 512;
const HELD_BYTES = 16 * MESSAGE_BYTES;
const BOUNDS = { connections: 256, head_bytes: 16 * 1024, idle_ms: 120_000 };
const BODY_MS = 30_000;
/** So much of a refused body is read and thrown away, so that its sender gets to read the refusal. */
const DRAINED_BYTES = 4 * MESSAGE_BYTES;

/**
 * MCP over streamable HTTP, for clients of every protocol revision from 2025-03-26 on. There are no sessions: each request says who it is
 * from by its token, and a server made for it alone answers it. Streams carry signs of life, so that a call may take as long as it
 * takes.
 */
export function openMcpHttp(order: McpOrder): McpHttp {
  const { tokens, on_wrong_token, body_ms = BODY_MS, held_bytes = HELD_BYTES } = order;
  const calls = new Calls(order.dispatcher, order.on_fault);
  const handlers = new Map(
    tokens.agents.map((agent) => {
      const make = () => mcpServer(agent, (call) => calls.perform(call), order.progress_ms);
      const handler = createMcpHandler(make, { responseMode: 'sse' });
      return [agent, { serve: toNodeHandler(handler), close: () => handler.close() }];
    }),
  );
  const hostAllowed = localhostHostValidation();
  const originAllowed = localhostOriginValidation();
  let requests = 0;
  let held = 0;
  let closed = false;

  const { server, connections, listenOnLoopback } = openLoopbackServer(BOUNDS);
  server.on('request', (request, response) => {
    requests += 1;
    response.on('close', () => {
      requests -= 1;
    });
    answer(request, response).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => {});
    const refuse = (status: number, message: string, headers: Record<string, string> = {}) =>
      say(request, response, status, { code: REFUSED, message }, headers);
    // These two answer what they refuse.
    if (!hostAllowed(request, response) || !originAllowed(request, response)) return;
    if (request.url?.split('?')[0] !== MCP_PATH) return refuse(404, `MCP is at ${MCP_PATH}`);
    const presented = bearer(request.headers.authorization);
    const agent = presented === undefined ? undefined : tokens.holder(presented);
    if (agent === undefined) {
      on_wrong_token?.(request.headers.authorization !== undefined);
      return refuse(401, 'a valid bearer token is needed', { 'www-authenticate': 'Bearer realm="gatebench"' });
    }
    if (requests > REQUESTS) return refuse(503, `more than ${REQUESTS} requests at a time`, { 'retry-after': '1' });
    const { serve } = handlers.get(agent)!;
    if (request.method !== 'POST') return serve(request, response);
    let own = 0;
    response.on('close', () => {
      held -= own;
    });
    const body = await readBody(request, body_ms, (bytes) => {
      if (held + bytes > held_bytes) return false;
      held += bytes;
      own += bytes;
      return true;
    });
    if (body === 'gone') return void response.destroy();
    if (body === 'slow') return refuse(408, `a message must arrive within ${body_ms} ms`);
    if (body === 'busy') return refuse(503, 'too much is under way', { 'retry-after': '1' });
    if (body === 'large') return say(request, response, 413, tooLarge);
    const read = readMessage(body);
    if ('error' in read) return say(request, response, 400, read.error);
    const cancelled = cancelledId(read.message);
    if (cancelled !== undefined) calls.cancel(agent, cancelled);
    await serve(request, response, read.message);
  }

  return {
    accept(connection) {
      if (closed) return void connection.destroy();
      server.emit('connection', connection);
    },
    listenOnLoopback,
    async close() {
      closed = true;
      calls.cancelAll();
      const stopped = server.listening ? new Promise<void>((resolve) => server.close(() => resolve())) : undefined;
      for (const connection of connections) connection.destroy();
      await Promise.all([...handlers.values()].map((handler) => handler.close()));
      await calls.settled();
      await stopped;
    },
  };
}

/**
 * The id that a notification calls off. Without sessions a client of an older revision says so in a request of its own, which the library
 * cannot bring together with the call.
 */
function cancelledId(message: unknown): unknown {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { requestId?: unknown } };
  return method === 'notifications/cancelled' ? params?.requestId : undefined;
}

type Body = Uint8Array | 'large' | 'slow' | 'busy' | 'gone';

/** The whole body, or why there is none. @param hold whether so many more bytes may be kept */
function readBody(request: IncomingMessage, body_ms: number, hold: (bytes: number) => boolean): Promise<Body> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    let over = (outcome: Body) => {
      over = () => {};
      hold = () => false;
      clearTimeout(patience);
      resolve(outcome);
    };
    const patience = setTimeout(() => over('slow'), body_ms);
    if (Number(request.headers['content-length']) > DRAINED_BYTES) over('large');
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > DRAINED_BYTES) over('large');
      else if (bytes > MESSAGE_BYTES) chunks.length = 0;
      else if (hold(chunk.length)) chunks.push(chunk);
      else over('busy');
    });
    request.on('end', () => over(bytes > MESSAGE_BYTES ? 'large' : Buffer.concat(chunks)));
    request.on('error', () => over('gone')).on('close', () => over('gone'));
  });
}

/** Answers with an error. */
const say = (
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  error: MessageError,
  headers: Record<string, string> = {},
): void => sayJson(request, response, status, errorMessage(error), headers);
