import { request } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server';
import { VERSION } from '../../../record/version.js';
import type { Answer } from '../answer.js';
import { MCP_PATH } from './http.js';

/** Revision that our own requests are written in: it needs no handshake before the first call. */
const REVISION = '2026-07-28';

/** A server, and who calls it. */
export interface McpClientOrder {
  /** A new connection to the server: a socket to its port, or one end of a pair whose other end it was given. */
  connect: () => Duplex;
  token: string;
  signal?: AbortSignal | undefined;
}

/**
 * Calls one operation over MCP, as an agent would, and gives its answer. For scripts: so they go through the whole server.
 *
 * @throws when the server does not answer with a result of ours
 */
export async function callOperation(to: McpClientOrder, operation: string, given: unknown): Promise<Answer> {
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name: operation,
      arguments: given,
      _meta: {
        [PROTOCOL_VERSION_META_KEY]: REVISION,
        [CLIENT_INFO_META_KEY]: { name: 'gatebench-script', version: VERSION },
        [CLIENT_CAPABILITIES_META_KEY]: {},
      },
    },
  };
  const { status, text } = await post(to, operation, JSON.stringify(message));
  const lines = text.split('\n').filter((line) => line.startsWith('data: '));
  const messages = lines.length > 0 ? lines.map((line) => line.slice('data: '.length)) : [text];
  for (const each of messages) {
    const { id, result } = JSON.parse(each) as { id?: unknown; result?: { structuredContent?: Answer } };
    if (id === 1 && result?.structuredContent) return result.structuredContent;
  }
  throw new Error(`the MCP server answered ${status}: ${text.slice(0, 300)}`);
}

function post(
  { connect, token, signal }: McpClientOrder,
  operation: string,
  body: string,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request({
      createConnection: () => connect(),
      method: 'POST',
      path: MCP_PATH,
      ...(signal ? { signal } : {}),
      headers: {
        host: '127.0.0.1',
        authorization: `Bearer ${token}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        'mcp-protocol-version': REVISION,
        'mcp-method': 'tools/call',
        'mcp-name': operation,
        connection: 'close',
      },
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
      );
    });
    sent.end(body);
  });
}
