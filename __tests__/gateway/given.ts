import { type IncomingHttpHeaders, request } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { duplexPair } from 'node:stream';
import { type BearerTokens, createBearerTokens } from '../../src/gateway/accounts/bearer_tokens.js';
import type {
  Exchange,
  ExchangeOutcome,
  ModelRequest,
  RejectedRequest,
  RunAccount,
} from '../../src/gateway/accounts/run_account.js';
import { type Gateway, openGateway } from '../../src/gateway/gateway.js';
import { openScriptedUpstream, type ScriptedUpstream } from '../../src/gateway/scripted/scripted_upstream.js';
import { upstreamScriptSchema } from '../../src/gateway/scripted/upstream_script.js';
import type { Upstream } from '../../src/gateway/upstreams/upstream.js';

const open: { close(): Promise<unknown> | unknown }[] = [];
export async function closeAll(): Promise<void> {
  for (const one of open.splice(0).reverse()) await one.close();
}

export const KEY = 'sk-provider-0123456789abcdef';

/** The server's other side: lets everybody go on, within what a test allows, and remembers in order what it was told. */
export class Ledger implements RunAccount {
  readonly tokens: BearerTokens;
  readonly told: string[] = [];
  readonly incoming: ModelRequest[] = [];
  readonly sent: Parameters<Exchange['recordPrompt']>[0][] = [];
  readonly ends: ExchangeOutcome[] = [];
  readonly away: RejectedRequest[] = [];
  readonly stop = new AbortController();
  readonly stopped = this.stop.signal;
  max_tokens: number | null = null;
  covered = Number.POSITIVE_INFINITY;
  full = false;
  refusal: Awaited<ReturnType<RunAccount['admit']>> | undefined;
  wait: ((gone: AbortSignal) => Promise<void>) | undefined;
  private readonly watchers: (() => void)[] = [];

  constructor(agents: readonly string[] = ['ada']) {
    this.tokens = createBearerTokens(agents);
  }

  findAgent(presented: string): string | undefined {
    return this.tokens.holder(presented);
  }

  async admit(request: ModelRequest, gone: AbortSignal): ReturnType<RunAccount['admit']> {
    this.incoming.push(request);
    this.tell('admit');
    await this.wait?.(gone);
    if (this.refusal) return this.refusal;
    const number = this.incoming.length;
    return {
      number,
      max_tokens: this.max_tokens,
      recordPrompt: (as) => {
        if (this.full) throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' });
        this.sent.push(as);
        this.tell(`sent ${number}`);
      },
      covers: (bytes) => bytes <= this.covered,
      finish: (end) => {
        this.ends.push(end);
        this.tell(`ended ${number}`);
      },
    };
  }

  recordRejection(request: RejectedRequest): void {
    this.away.push(request);
    this.tell('away');
  }

  /** Resolves when so many exchanges have ended. */
  whenEnded(count: number): Promise<void> {
    return this.when(() => this.ends.length >= count);
  }

  when(holds: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = () => void (holds() && resolve());
      this.watchers.push(look);
      look();
    });
  }

  private tell(what: string): void {
    this.told.push(what);
    for (const look of this.watchers) look();
  }
}

export interface Given {
  gateway: Gateway;
  ledger: Ledger;
  port: number;
  token: string;
  wrong: boolean[];
  faults: unknown[];
}

/** A gateway on the loopback in front of these upstreams. */
export async function givenGateway(
  upstreams: readonly (Partial<Upstream> & { url: URL })[],
  more: Partial<Omit<Parameters<typeof openGateway>[0], 'upstreams'>> & { ledger?: Ledger } = {},
): Promise<Given> {
  const { ledger = new Ledger(), ...order } = more;
  const [wrong, faults]: [boolean[], unknown[]] = [[], []];
  const gateway = openGateway({
    accounts: [ledger],
    upstreams: upstreams.map(givenUpstream),
    outbound: {},
    on_wrong_token: (presented) => void wrong.push(presented),
    on_fault: (error) => void faults.push(error),
    ...order,
  });
  open.push(gateway);
  const port = await gateway.listenOnLoopback(0);
  return { gateway, ledger, port, token: ledger.tokens.of(ledger.tokens.agents[0]!)!, wrong, faults };
}

export const givenUpstream = (upstream: Partial<Upstream> & { url: URL }): Upstream => ({
  name: 'provider',
  models: ['*'],
  dialects: ['chat', 'responses', 'messages', 'gemini'],
  key: { value: KEY, header: 'authorization' },
  first_byte_ms: 60_000,
  idle_ms: 60_000,
  ...upstream,
});

/** A provider that plays a script. */
export async function givenScripted(script: object, key?: string): Promise<ScriptedUpstream> {
  const scripted = openScriptedUpstream(upstreamScriptSchema.parse(script), { key });
  await scripted.listenOnLoopback(0);
  open.push(scripted);
  return scripted;
}

/** A provider by hand: answers each request with what the test writes, once the request is whole. */
export async function givenWire(answer: (socket: Socket, request: string, number: number) => void) {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    let text = '';
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      const head = text.indexOf('\r\n\r\n');
      if (head === -1) return;
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0);
      if (text.length < head + 4 + length) return;
      const whole = text.slice(0, head + 4 + length);
      text = text.slice(whole.length);
      answer(socket, whole, requests.push(whole));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push({
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  });
  const { port } = server.address() as { port: number };
  return { url: new URL(`http://127.0.0.1:${port}`), requests, sockets };
}

export const PATH = '/v1/chat/completions';
export const ask = (more: object = {}): string =>
  JSON.stringify({ model: 'scripted', messages: [{ role: 'user', content: 'hello' }], ...more });

export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  text: string;
  json: unknown;
  /** The answer came to its end. */
  whole: boolean;
}

/** A request as somebody writes it by hand; an answer that breaks off is an answer. */
export function send(
  { port, token }: Pick<Given, 'port' | 'token'>,
  body: string | Uint8Array | undefined,
  how: { method?: string; path?: string; headers?: Record<string, string | undefined>; signal?: AbortSignal } = {},
): Promise<Reply> {
  const { method = 'POST', path = PATH, signal } = how;
  const all = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...how.headers };
  const headers = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', method, path, headers: headers as never, signal });
    sent.on('error', reject).on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => {});
      response.on('close', () => {
        const bytes = Buffer.concat(chunks);
        const text = bytes.toString('utf8');
        let json: unknown;
        try {
          json = JSON.parse(text);
        } catch {}
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: bytes,
          text,
          json,
          whole: response.complete,
        });
      });
    });
    sent.end(body);
  });
}

/** A request whose answer is not waited for; resolves at the first byte of it. */
export function begun({ port, token }: { port: number; token: string }, body: string, signal: AbortSignal) {
  return new Promise<void>((resolve) => {
    const sent = request({ port, method: 'POST', path: PATH, signal, headers: { authorization: `Bearer ${token}` } });
    sent
      .on('error', () => {})
      .on('response', (response) => {
        response.on('error', () => {}).once('data', () => resolve());
      });
    sent.end(body);
  });
}

/** Bytes written by hand, and all that comes back until the other side ends. */
export function raw(given: Pick<Given, 'port'>, text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(given.port, '127.0.0.1', () => socket.write(text));
    let back = '';
    socket.on('data', (chunk) => {
      back += String(chunk);
    });
    socket.on('error', () => {}).on('close', () => resolve(back));
  });
}

/** A connection to the gateway that no port is needed for. */
export function pairInto(gateway: Gateway) {
  const [mine, theirs] = duplexPair();
  gateway.accept(theirs);
  return mine;
}
