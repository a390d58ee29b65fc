import type { Readable, Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Dispatcher } from '../answer.js';
import { Calls } from './calls.js';
import { errorMessage, INVALID_REQUEST, MESSAGE_BYTES, type MessageError, readMessage, tooLarge } from './message.js';
import { mcpServer } from './server.js';

/** How long what is under way may go on when nothing more can come, in milliseconds. */
const GRACE_MS = 5_000;

/** A connection over two streams that one agent has to itself. */
export interface McpStdio {
  /** Resolves when the connection has ended and all that was under way is in the log. */
  ended: Promise<void>;
  /** Calls off what is under way and ends the connection. */
  close(): Promise<void>;
}

/** MCP over stdio, one message per line, for clients of every protocol revision. The agent is whoever started the process. */
export function openMcpStdio(
  agent: string,
  dispatcher: Dispatcher,
  streams: { input: Readable; output: Writable },
  on_fault?: (error: unknown) => void,
): McpStdio {
  const calls = new Calls(dispatcher, on_fault);
  let over = () => {};
  const closed = new Promise<void>((resolve) => {
    over = resolve;
  });
  const transport = new LineTransport(streams.input, streams.output, over);
  const connection = serveStdio(() => mcpServer(agent, (call) => calls.perform(call)), { transport });
  const ended = closed.then(() => {
    calls.cancelAll();
    return calls.settled();
  });
  const close = async () => {
    await connection.close();
    over();
    await ended;
  };
  // Whoever pipes requests in still gets the answers; a client that is gone does not hold us for long.
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

/** Lines of JSON over two streams. A line that is no message is answered and the next one is read; the library's own transport ends. */
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
    let from = 0;
    for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, from)) {
      this.keep(chunk.subarray(from, end));
      this.line();
      from = end + 1;
    }
    this.keep(chunk.subarray(from));
  };

  /** Of a line that is too long nothing is kept. */
  private keep(part: Buffer): void {
    this.bytes += part.length;
    if (this.bytes <= MESSAGE_BYTES) this.chunks.push(part);
    else this.chunks = [];
  }

  private line(): void {
    const { bytes } = this;
    const line = Buffer.concat(this.chunks);
    this.chunks = [];
    this.bytes = 0;
    if (bytes <= MESSAGE_BYTES && line.toString('latin1').trim() === '') return;
    const read = bytes > MESSAGE_BYTES ? { error: tooLarge } : readMessage(line);
    if ('error' in read) {
      this.refuse(read.error);
      return;
    }
    for (const message of Array.isArray(read.message) ? read.message : [read.message]) {
      if (isMessage(message)) this.onmessage?.(message);
      else this.refuse({ code: INVALID_REQUEST, message: 'Invalid Request: this is no JSON-RPC message' });
    }
  }

  private refuse(error: MessageError): void {
    this.write(errorMessage(error)).catch(() => {});
  }

  private write(message: unknown): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.closed) return reject(new Error('the connection is closed'));
      this.output.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()));
    });
  }
}

/** Whether the library can take it; what a request asks for is looked at later. */
function isMessage(message: unknown): message is JSONRPCMessage {
  const { jsonrpc, id, method, params } = (message ?? {}) as Record<string, unknown>;
  return (
    jsonrpc === '2.0' &&
    (method === undefined || typeof method === 'string') &&
    (id === undefined ? method !== undefined : typeof id === 'string' || Number.isInteger(id)) &&
    (params === undefined || (typeof params === 'object' && params !== null && !Array.isArray(params)))
  );
}
