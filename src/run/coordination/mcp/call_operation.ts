import { request } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server';
import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import { ENGINE_VERSION } from '../../../record/manifest/engine_version.js';
import type { OperationResult } from '../operations/operation_result.js';
import { MCP_PATH } from './mcp_http_server.js';

/** Protocol revision of this client's requests, which needs no handshake before the first call. */
const PROTOCOL_REVISION = '2026-07-28';

/** Options of a client: server, token and abort signal. */
interface McpClientOptions {
  /** Opens a connection to the server: a socket, or one end of a pair whose other end the server has. */
  connect: () => Duplex;
  token: string;
  signal?: AbortSignal | undefined;
}

/**
 * Calls one operation over MCP and returns its result. Scripts use it, so that they pass the whole server.
 *
 * @throws if the response is no result of an operation
 */
export async function callOperation(to: McpClientOptions, operation: string, given: unknown): Promise<OperationResult> {
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name: operation,
      arguments: given,
      _meta: {
        [PROTOCOL_VERSION_META_KEY]: PROTOCOL_REVISION,
        [CLIENT_INFO_META_KEY]: { name: 'gatebench-script', version: ENGINE_VERSION },
        [CLIENT_CAPABILITIES_META_KEY]: {},
      },
    },
  };
  const { status, text } = await postMessage(to, operation, JSON.stringify(message));
  const lines = text.split('\n').filter((line) => line.startsWith('data: '));
  const messages = lines.length > 0 ? lines.map((line) => line.slice('data: '.length)) : [text];
  for (const each of messages) {
    const { id, result } = JSON.parse(each) as { id?: unknown; result?: { structuredContent?: OperationResult } };
    if (id === 1 && result?.structuredContent) return result.structuredContent;
  }
  throw new Error(`the MCP server answered ${status}: ${text.slice(0, 300)}`);
}

function postMessage(
  { connect, token, signal }: McpClientOptions,
  operation: string,
  body: string,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request({
      createConnection: () => connect(),
      method: 'POST',
      path: MCP_PATH,
      ...omitUndefined({ signal }),
      headers: {
        host: '127.0.0.1',
        authorization: `Bearer ${token}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        'mcp-protocol-version': PROTOCOL_REVISION,
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
