import { request } from 'node:http';
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { type BearerTokens, createBearerTokens } from '../../../../src/gateway/accounts/bearer_tokens.js';
import { type McpHttpServer, openMcpHttpServer } from '../../../../src/run/coordination/mcp/mcp_http_server.js';
import type {
  Dispatcher,
  OperationRequest,
  OperationResult,
} from '../../../../src/run/coordination/operations/operation_result.js';

/** The transport's other side: a memory that any agent can add to, and a lock that is held for ever. */
export class Desk implements Dispatcher {
  readonly asked: Omit<OperationRequest, 'signal'>[] = [];
  readonly memory: { agent: string; text: string }[] = [];
  waiting = 0;
  private readonly watchers: (() => void)[] = [];

  get operations(): number {
    return this.asked.length;
  }

  async perform({ signal, ...request }: OperationRequest): Promise<OperationResult> {
    this.asked.push(request);
    const { text } = (request.arguments ?? {}) as { text?: unknown };
    if (request.operation === 'remember' && typeof text === 'string') {
      this.memory.push({ agent: request.agent, text });
      return { outcome: 'done', result: { stored: this.memory.length } };
    }
    if (request.operation === 'recall') return { outcome: 'done', result: { memory: this.memory } };
    if (request.operation === 'check_locks') return { outcome: 'done', result: undefined };
    if (request.operation === 'run_command') throw new Error('the dispatcher itself is broken');
    if (request.operation === 'acquire_lock') {
      await this.gone(signal);
      return { outcome: 'failed', code: 'lock_held', message: 'nobody waits for it any more' };
    }
    return { outcome: 'denied', code: 'malformed_request', message: `"${request.operation}" with what does not fit` };
  }

  /** Resolves when so many calls wait for the lock. */
  whenWaiting(calls: number): Promise<void> {
    return new Promise((resolve) => {
      const look = () => void (this.waiting === calls && resolve());
      this.watchers.push(look);
      look();
    });
  }

  private gone(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      this.wait(1);
      signal?.addEventListener('abort', () => {
        this.wait(-1);
        resolve();
      });
    });
  }

  private wait(more: number): void {
    this.waiting += more;
    for (const look of this.watchers) look();
  }
}

export interface GivenServer {
  desk: Desk;
  tokens: BearerTokens;
  server: McpHttpServer;
  port: number;
  url: URL;
  wrong: boolean[];
  faults: unknown[];
}

const open: { close(): Promise<void> }[] = [];
export async function closeAll(): Promise<void> {
  for (const one of open.splice(0).reverse()) await one.close();
}

/** A server on the loopback for agents "ada" and "bob". */
export async function givenServer(
  more: Pick<Parameters<typeof openMcpHttpServer>[0], 'body_ms' | 'held_bytes' | 'progress_ms'> = {},
): Promise<GivenServer> {
  const desk = new Desk();
  const tokens = createBearerTokens(['ada', 'bob']);
  const wrong: boolean[] = [];
  const faults: unknown[] = [];
  const server = openMcpHttpServer({
    dispatcher: desk,
    tokens,
    on_wrong_token: (presented) => wrong.push(presented),
    on_fault: (error) => faults.push(error),
    ...more,
  });
  open.push(server);
  const port = await server.listenOnLoopback(0);
  return { desk, tokens, server, port, url: new URL(`http://127.0.0.1:${port}/mcp`), wrong, faults };
}

export type Revision = '2025-11-25' | '2026-07-28';

/** The official client, connected. */
export async function givenClient(transport: Transport, revision: Revision): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1' },
    revision === '2025-11-25' ? {} : { versionNegotiation: { mode: { pin: revision } } },
  );
  await client.connect(transport);
  open.push(client);
  return client;
}

export function httpClient({ url, tokens }: GivenServer, agent: string, revision: Revision): Promise<Client> {
  const headers = { authorization: `Bearer ${tokens.of(agent)}` };
  return givenClient(new StreamableHTTPClientTransport(url, { requestInit: { headers } }), revision);
}

export interface Reply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** Messages of the body, streamed or not. */
  messages: unknown[];
}

/** A request as somebody writes it by hand. */
export function send(
  { port, tokens }: Pick<GivenServer, 'port' | 'tokens'>,
  body: string | Uint8Array,
  headers: Record<string, string | undefined> = {},
  how: { method?: string; path?: string } = {},
): Promise<Reply> {
  const all = {
    authorization: `Bearer ${tokens.of('ada')}`,
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    ...headers,
  };
  const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', method: 'POST', path: '/mcp', ...how, headers: given as never });
    sent.on('error', reject).on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('error', reject).on('end', () => {
        const lines = text.split('\n').filter((line) => line.startsWith('data: '));
        const messages = lines.length > 0 ? lines.map((line) => line.slice(6)) : text === '' ? [] : [text];
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          messages: messages.map((message) => JSON.parse(message) as unknown),
        });
      });
    });
    sent.end(body);
  });
}

export const call = (name: unknown, given?: unknown, id: unknown = 7): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: given } });

/** The outcome that a tool result carries. */
export const outcomeOf = (message: unknown): unknown =>
  (message as { result?: { structuredContent?: unknown } }).result?.structuredContent;
