import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createCheckRun, getCheckRun, listCheckRuns, updateCheckRun } from './checks.js';
import {
  createComment,
  deleteComment,
  getComment,
  getPull,
  listComments,
  listPullCommits,
  listPulls,
  permissionOf,
  updateComment,
} from './comments.js';
import { compare, getBranch, getTree } from './commits.js';
import { Refusal, type State, type Token } from './state.js';

/**
 * A GitHub REST API on loopback that is as strict as the real one about the routes we use: permissions, limits, closed sets
 * of values, pages. What it does not know is an error, so that a test cannot pass by accident.
 */

/** A scripted fault of the next `times` requests to a route. */
export interface Fault {
  /** "POST /repos/acme/shop/check-runs", or a pattern over method and path */
  on: RegExp;
  /** default 1 */
  times?: number;
  /** answer with this status and body … */
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** … or carry the request out and answer with something else (the server may send `raw` as it stands) … */
  garble?: (answer: Answer) => Answer;
  /** … or break the connection, before the request is carried out or after it */
  reset?: 'before' | 'after';
  /** something that happens right after the request was carried out, as others push and click */
  does?: (state: State) => void;
  /** never answer (the server holds the request until it closes) */
  hang?: boolean;
}

export interface RecordedRequest {
  method: string;
  path: string;
  body: Record<string, unknown> | undefined;
  status: number | 'reset' | 'hang';
}

export interface GitHubFake {
  url: string;
  state: State;
  requests: RecordedRequest[];
  fail(fault: Fault): void;
  /** Is awaited before a request is carried out, for those who must know what comes before what. */
  hold: (request: RecordedRequest) => Promise<void> | void;
  close(): Promise<void>;
}

export interface Answer {
  status: number;
  body?: unknown;
  /** sent instead of `body`, as it stands */
  raw?: string | Buffer;
  headers?: Record<string, string>;
}

export async function startGitHub(state: State): Promise<GitHubFake> {
  const faults: (Fault & { times: number })[] = [];
  const requests: RecordedRequest[] = [];

  const server = createServer(async (request, response) => {
    const url = new URL(request.url!, 'http://fake');
    const body = await readJson(request);
    const record: RecordedRequest = { method: request.method!, path: url.pathname, body, status: 0 };
    requests.push(record);
    await fake.hold(record);
    const fault = faults.find((each) => each.times > 0 && each.on.test(`${record.method} ${record.path}`));
    if (fault) fault.times--;
    if (fault?.hang) {
      record.status = 'hang';
      return;
    }
    if (fault?.reset === 'before') {
      record.status = 'reset';
      request.socket.destroy();
      return;
    }
    const answer =
      fault?.status === undefined
        ? conditional(request, carryOut(state, request, url, body))
        : {
            status: fault.status,
            body: fault.body ?? { message: `scripted ${fault.status}` },
            ...(fault.headers ? { headers: fault.headers } : {}),
          };
    fault?.does?.(state);
    if (fault?.reset === 'after') {
      record.status = 'reset';
      request.socket.destroy();
      return;
    }
    record.status = answer.status;
    send(response, fault?.garble ? fault.garble(answer) : answer);
  });
  const fake: GitHubFake = {
    url: '',
    state,
    requests,
    hold: () => undefined,
    fail: (fault) => faults.push({ times: 1, ...fault }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return fake;
}

function carryOut(state: State, request: IncomingMessage, url: URL, body: Record<string, unknown> | undefined): Answer {
  try {
    return route(state, authenticate(state, request), request, url, body ?? {});
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return {
      status: error.status,
      body: { message: error.message, ...(error.errors ? { errors: error.errors } : {}) },
    };
  }
}

/** A tag on every answer to a GET, and 304 without a body for whoever has it already. */
function conditional(request: IncomingMessage, answer: Answer): Answer {
  if (request.method !== 'GET' || answer.status !== 200) return answer;
  const etag = `"${createHash('sha256').update(JSON.stringify(answer.body)).digest('hex')}"`;
  const headers = { ...answer.headers, etag };
  return request.headers['if-none-match'] === etag ? { status: 304, headers } : { ...answer, headers };
}

function authenticate(state: State, request: IncomingMessage): Token {
  const [, secret] = /^(?:token|bearer) (.+)$/i.exec(request.headers.authorization ?? '') ?? [];
  if (secret === undefined) throw new Refusal(401, 'Requires authentication');
  const token = state.tokens.get(secret);
  if (!token) throw new Refusal(401, 'Bad credentials');
  return token;
}

interface Call {
  state: State;
  token: Token;
  /** what the parentheses of the route matched */
  match: string;
  url: URL;
  body: Record<string, unknown>;
  host: string;
}

/** Method and path below the repository → answer. */
const ROUTES: [RegExp, (call: Call) => Answer][] = [
  [/^POST check-runs$/, ({ state, token, body }) => ({ status: 201, body: createCheckRun(state, token, body) })],
  [
    /^PATCH check-runs\/(\d+)$/,
    ({ state, token, match, body }) => ({ status: 200, body: updateCheckRun(state, token, Number(match), body) }),
  ],
  [
    /^GET check-runs\/(\d+)$/,
    ({ state, token, match }) => ({ status: 200, body: getCheckRun(state, token, Number(match)) }),
  ],
  [
    /^GET commits\/([0-9a-f]+)\/check-runs$/,
    ({ state, token, match, url }) => {
      const runs = listCheckRuns(state, token, match, url.searchParams.get('check_name'));
      return { status: 200, body: { total_count: runs.length, check_runs: runs } };
    },
  ],
  [
    /^GET issues\/(\d+)\/comments$/,
    ({ state, token, match, url, host }) =>
      page(listComments(state, token, Number(match), url.searchParams.get('since')), url, host),
  ],
  [
    /^POST issues\/(\d+)\/comments$/,
    ({ state, token, match, body }) => ({ status: 201, body: createComment(state, token, Number(match), body.body) }),
  ],
  [
    /^GET issues\/comments\/(\d+)$/,
    ({ state, token, match }) => ({ status: 200, body: getComment(state, token, Number(match)) }),
  ],
  [
    /^GET collaborators\/([A-Za-z0-9-]+)\/permission$/,
    ({ state, token, match }) => ({ status: 200, body: permissionOf(state, token, match) }),
  ],
  [
    /^PATCH issues\/comments\/(\d+)$/,
    ({ state, token, match, body }) => ({ status: 200, body: updateComment(state, token, Number(match), body.body) }),
  ],
  [
    /^DELETE issues\/comments\/(\d+)$/,
    ({ state, token, match }) => {
      deleteComment(state, token, Number(match));
      return { status: 204 };
    },
  ],
  [
    /^GET compare\/(.+)$/,
    ({ state, token, match }) => ({ status: 200, body: compare(state, token, decodeURIComponent(match)) }),
  ],
  [
    /^GET branches\/(.+)$/,
    ({ state, token, match }) => ({ status: 200, body: getBranch(state, token, decodeURIComponent(match)) }),
  ],
  [
    /^GET git\/trees\/([0-9a-f]{40})$/,
    ({ state, token, match }) => ({ status: 200, body: getTree(state, token, match) }),
  ],
  [/^GET pulls$/, ({ state, token, url, host }) => page(listPulls(state, token, url.searchParams), url, host)],
  [
    /^GET pulls\/(\d+)\/commits$/,
    ({ state, token, match, url, host }) => page(listPullCommits(state, token, Number(match)), url, host),
  ],
  [/^GET pulls\/(\d+)$/, ({ state, token, match }) => ({ status: 200, body: getPull(state, token, Number(match)) })],
];

function route(state: State, token: Token, request: IncomingMessage, url: URL, body: Record<string, unknown>): Answer {
  if (request.method === 'GET' && url.pathname === '/user') {
    if (token.kind === 'installation') throw new Refusal(403, 'Resource not accessible by integration');
    return { status: 200, body: { login: token.login, type: 'User', id: state.people.get(token.login)?.id ?? 2 } };
  }
  if (request.method === 'POST' && url.pathname === '/graphql') {
    if (body.query !== 'query { viewer { login } }') throw new Refusal(422, 'unknown query');
    return { status: 200, body: { data: { viewer: { login: token.login } } } };
  }
  const prefix = `/repos/${state.full_name}/`;
  const wanted = `${request.method} ${url.pathname.slice(prefix.length)}`;
  const [pattern, answer] = ROUTES.find(([each]) => url.pathname.startsWith(prefix) && each.test(wanted)) ?? [];
  if (!pattern || !answer) throw new Refusal(404, 'Not Found');
  return answer({ state, token, match: pattern.exec(wanted)![1] ?? '', url, body, host: request.headers.host! });
}

/** 30 per page, at most 100, with GitHub's Link header. */
function page(all: readonly unknown[], url: URL, host: string): Answer {
  const size = Math.min(100, Number(url.searchParams.get('per_page') ?? 30));
  const number = Number(url.searchParams.get('page') ?? 1);
  const last = Math.max(1, Math.ceil(all.length / size));
  const link = (to: number, rel: string) => {
    const target = new URL(url.pathname + url.search, `http://${host}`);
    target.searchParams.set('page', String(to));
    return `<${target}>; rel="${rel}"`;
  };
  const links = number < last ? [link(number + 1, 'next'), link(last, 'last')] : [];
  return {
    status: 200,
    body: all.slice((number - 1) * size, number * size),
    ...(links.length > 0 ? { headers: { link: links.join(', ') } } : {}),
  };
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown> | undefined> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  return text === '' ? undefined : JSON.parse(text);
}

function send(response: ServerResponse, { status, body, raw, headers }: Answer): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'x-ratelimit-limit': '1000',
    'x-ratelimit-remaining': '999',
    'x-ratelimit-resource': 'core',
    ...headers,
  });
  response.end(raw ?? (body === undefined ? undefined : JSON.stringify(body)));
}
