import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { localhostHostValidation, localhostOriginValidation, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { type BearerTokens, parseBearerToken } from '../../../gateway/accounts/bearer_tokens.js';
import { openLoopbackServer, sendJson } from '../../../network/open_loopback_server.js';
import type { Dispatcher } from '../operations/operation_result.js';
import { createMcpServer } from './create_mcp_server.js';
import { McpCalls } from './mcp_calls.js';
import {
  createErrorMessage,
  MCP_MESSAGE_BYTES,
  type McpMessageError,
  MESSAGE_TOO_LARGE,
  parseMcpMessage,
  REQUEST_REFUSED,
} from './parse_mcp_message.js';

/** URL path of the server. */
export const MCP_PATH = '/mcp';

/** Options of an MCP server over HTTP. */
interface McpHttpOptions {
  dispatcher: Dispatcher;
  tokens: BearerTokens;
  /** Receives every request without a valid token; `presented`: it had a token. */
  on_wrong_token?: ((presented: boolean) => void) | undefined;
  /** Receives faults of the dispatcher. */
  on_fault?: ((error: unknown) => void) | undefined;
  /** Maximum time for the arrival of one message, in milliseconds. */
  body_ms?: number;
  /** Maximum bytes of all messages that are not answered yet. */
  held_bytes?: number;
  /** Interval of progress messages to clients that asked for them, in milliseconds. */
  progress_ms?: number | undefined;
}

/** MCP server that is handed connections or listens on the loopback interface. */
export interface McpHttpServer {
  accept(connection: Duplex): void;
  /**
   * Listens on 127.0.0.1.
   *
   * @param port 0 for any
   * @returns the port
   * @throws if the port is taken
   */
  listenOnLoopback(port: number): Promise<number>;
  /** Cancels running operations, closes all connections and waits until everything is in the log. */
  close(): Promise<void>;
}

/** Limits on concurrent requests and connections, on the bytes of a request's head, and on silence. */
const MAX_REQUESTS = 512;
const MAX_HELD_BYTES = 16 * MCP_MESSAGE_BYTES;
const LISTENER_BOUNDS = { connections: 256, head_bytes: 16 * 1024, idle_ms: 120_000 };
const BODY_TIMEOUT_MS = 30_000;
/** Maximum bytes of a refused body that are read and dropped, so that its sender reads the refusal. */
const MAX_DRAINED_BYTES = 4 * MCP_MESSAGE_BYTES;

/**
 * Opens an MCP server over streamable HTTP, for all protocol revisions since 2025-03-26; the caller closes it.
 *
 * There are no sessions: the token of each request names the agent, and a server made for that request answers it.
 * Streams send progress, so that a call may take any time.
 */
export function openMcpHttpServer(order: McpHttpOptions): McpHttpServer {
  const { tokens, on_wrong_token, body_ms = BODY_TIMEOUT_MS, held_bytes = MAX_HELD_BYTES } = order;
  const calls = new McpCalls(order.dispatcher, order.on_fault);
  const handlers = new Map(
    tokens.agents.map((agent) => {
      const make = () => createMcpServer(agent, (call) => calls.perform(call), order.progress_ms);
      const handler = createMcpHandler(make, { responseMode: 'sse' });
      return [agent, { serve: toNodeHandler(handler), close: () => handler.close() }];
    }),
  );
  const hostAllowed = localhostHostValidation();
  const originAllowed = localhostOriginValidation();
  let requests = 0;
  let heldBytes = 0;
  let closed = false;

  const { server, connections, listenOnLoopback } = openLoopbackServer(LISTENER_BOUNDS);
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
      sendError(request, response, status, { code: REQUEST_REFUSED, message }, headers);
    // Both checks answer refused requests themselves.
    if (!hostAllowed(request, response) || !originAllowed(request, response)) return;
    if (request.url?.split('?')[0] !== MCP_PATH) return refuse(404, `MCP is at ${MCP_PATH}`);
    const presented = parseBearerToken(request.headers.authorization);
    const agent = presented === undefined ? undefined : tokens.holder(presented);
    if (agent === undefined) {
      on_wrong_token?.(request.headers.authorization !== undefined);
      return refuse(401, 'a valid bearer token is needed', { 'www-authenticate': 'Bearer realm="gatebench"' });
    }
    if (requests > MAX_REQUESTS)
      return refuse(503, `more than ${MAX_REQUESTS} requests at a time`, { 'retry-after': '1' });
    const { serve } = handlers.get(agent)!;
    if (request.method !== 'POST') return serve(request, response);
    let requestBytes = 0;
    response.on('close', () => {
      heldBytes -= requestBytes;
    });
    const body = await readBody(request, body_ms, (bytes) => {
      if (heldBytes + bytes > held_bytes) return false;
      heldBytes += bytes;
      requestBytes += bytes;
      return true;
    });
    if (body === 'gone') return void response.destroy();
    if (body === 'slow') return refuse(408, `a message must arrive within ${body_ms} ms`);
    if (body === 'busy') return refuse(503, 'too much is under way', { 'retry-after': '1' });
    if (body === 'large') return sendError(request, response, 413, MESSAGE_TOO_LARGE);
    const read = parseMcpMessage(body);
    if ('error' in read) return sendError(request, response, 400, read.error);
    const cancelled = findCancelledId(read.message);
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
 * Finds the request id that a notification cancels. Without sessions, the library cannot match the separate request of
 * older clients with the call.
 */
function findCancelledId(message: unknown): unknown {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { requestId?: unknown } };
  return method === 'notifications/cancelled' ? params?.requestId : undefined;
}

type BodyResult = Uint8Array | 'large' | 'slow' | 'busy' | 'gone';

/**
 * Reads a whole body, or the reason why it cannot be read.
 *
 * @param hold tells whether so many more bytes may be kept
 */
function readBody(request: IncomingMessage, body_ms: number, hold: (bytes: number) => boolean): Promise<BodyResult> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    let conclude = (outcome: BodyResult) => {
      conclude = () => {};
      hold = () => false;
      clearTimeout(patience);
      resolve(outcome);
    };
    const patience = setTimeout(() => conclude('slow'), body_ms);
    if (Number(request.headers['content-length']) > MAX_DRAINED_BYTES) conclude('large');
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_DRAINED_BYTES) conclude('large');
      else if (bytes > MCP_MESSAGE_BYTES) chunks.length = 0;
      else if (hold(chunk.length)) chunks.push(chunk);
      else conclude('busy');
    });
    request.on('end', () => conclude(bytes > MCP_MESSAGE_BYTES ? 'large' : Buffer.concat(chunks)));
    request.on('error', () => conclude('gone')).on('close', () => conclude('gone'));
  });
}

/** Sends an error response. */
const sendError = (
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  error: McpMessageError,
  headers: Record<string, string> = {},
): void => sendJson(request, response, status, createErrorMessage(error), headers);
