import type { Readable, Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Dispatcher } from '../operations/operation_result.js';
import { createMcpServer } from './create_mcp_server.js';
import { McpCalls } from './mcp_calls.js';
import {
  createErrorMessage,
  INVALID_REQUEST,
  MCP_MESSAGE_BYTES,
  type McpMessageError,
  MESSAGE_TOO_LARGE,
  parseMcpMessage,
} from './parse_mcp_message.js';

/** Time for running operations after the end of input, in milliseconds. */
const GRACE_MS = 5_000;

/** Connection over two streams that one agent owns. */
export interface McpStdioServer {
  /** Resolves when the connection has ended and all operations are in the log. */
  ended: Promise<void>;
  /** Cancels running operations and closes the connection. */
  close(): Promise<void>;
}

/**
 * Opens an MCP server over stdio, one message per line, for all protocol revisions. The agent is the one who started
 * the process.
 */
export function openMcpStdioServer(
  agent: string,
  dispatcher: Dispatcher,
  streams: { input: Readable; output: Writable },
  on_fault?: (error: unknown) => void,
): McpStdioServer {
  const calls = new McpCalls(dispatcher, on_fault);
  let markClosed = () => {};
  const closed = new Promise<void>((resolve) => {
    markClosed = resolve;
  });
  const transport = new LineTransport(streams.input, streams.output, markClosed);
  const connection = serveStdio(() => createMcpServer(agent, (call) => calls.perform(call)), { transport });
  const ended = closed.then(() => {
    calls.cancelAll();
    return calls.settled();
  });
  const close = async () => {
    await connection.close();
    markClosed();
    await ended;
  };
  // A client that pipes requests in still gets its answers; one that is gone delays the end only briefly.
  const finish = async () => {
    const grace = setTimeout(() => calls.cancelAll(), GRACE_MS);
    await setImmediate();
    await calls.settled();
    await setImmediate();
    clearTimeout(grace);
    await close();
  };
  streams.input.once('end', () => void finish());
  return { ended, close };
}

/**
 * Transport of JSON lines over two streams. An invalid line is answered and the next one read; the library's own
 * transport would end.
 */
class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  private chunks: Buffer[] = [];
  private bytes = 0;
  private closed = false;

  constructor(
    private readonly input: Readable,
    private readonly output: Writable,
    private readonly over: () => void,
  ) {}

  async start(): Promise<void> {
    this.output.on('error', () => void this.close());
    this.input.on('error', () => void this.close());
    this.input.on('close', () => void (this.input.readableEnded || this.close()));
    this.input.on('data', this.take);
  }

  send(message: JSONRPCMessage): Promise<void> {
    return this.write(message);
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    this.input.off('data', this.take);
    this.input.destroy();
    this.onclose?.();
    this.over();
  }

  private readonly take = (chunk: Buffer): void => {
    let start = 0;
    for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, start)) {
      this.keep(chunk.subarray(start, end));
      this.line();
      start = end + 1;
    }
    this.keep(chunk.subarray(start));
  };

  /** Keeps a part of a line; nothing is kept of a line that is too long. */
  private keep(part: Buffer): void {
    this.bytes += part.length;
    if (this.bytes <= MCP_MESSAGE_BYTES) this.chunks.push(part);
    else this.chunks = [];
  }

  private line(): void {
    const { bytes } = this;
    const line = Buffer.concat(this.chunks);
    this.chunks = [];
    this.bytes = 0;
    if (bytes <= MCP_MESSAGE_BYTES && line.toString('latin1').trim() === '') return;
    const read = bytes > MCP_MESSAGE_BYTES ? { error: MESSAGE_TOO_LARGE } : parseMcpMessage(line);
    if ('error' in read) {
      this.refuse(read.error);
      return;
    }
    for (const message of Array.isArray(read.message) ? read.message : [read.message]) {
      if (isJsonRpcMessage(message)) this.onmessage?.(message);
      else this.refuse({ code: INVALID_REQUEST, message: 'Invalid Request: this is no JSON-RPC message' });
    }
  }

  private refuse(error: McpMessageError): void {
    this.write(createErrorMessage(error)).catch(() => {});
  }

  private write(message: unknown): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.closed) return reject(new Error('the connection is closed'));
      this.output.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()));
    });
  }
}

/** Tells whether the library accepts a message; its content is validated later. */
function isJsonRpcMessage(message: unknown): message is JSONRPCMessage {
  const { jsonrpc, id, method, params } = (message ?? {}) as Record<string, unknown>;
  return (
    jsonrpc === '2.0' &&
    (method === undefined || typeof method === 'string') &&
    (id === undefined ? method !== undefined : typeof id === 'string' || Number.isInteger(id)) &&
    (params === undefined || (typeof params === 'object' && params !== null && !Array.isArray(params)))
  );
}
