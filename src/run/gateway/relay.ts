import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Account, Ended, Exchange } from './account.js';
import { beyond, withoutProvidersTools } from './beyond.js';
import { headersOut, queryOut } from './credentials.js';
import { Cut } from './cut.js';
import type { Asked, Dialect, JsonObject, Refused, Route } from './dialects/dialect.js';
import { mediaParts } from './dialects/inline_media.js';
import { UsageChunkFilter } from './dialects/usage_chunk.js';
import { mediaTokens, type UntextedInput } from './meter/media_tokens.js';
import { type ModelPolicy, refuseOtherModel } from './model_policy.js';
import { outgoing } from './outgoing.js';
import { passOn } from './pass_on.js';
import { type BodyBounds, type ReadBody, readBody } from './read_body.js';
import { refuseForeignReference } from './references.js';
import { refuse } from './refuse.js';
import { type RequestHeaders, requestHeaders } from './request_headers.js';
import type { StoredAnswers } from './stored_answers.js';
import { refuseToolModel } from './tool_models.js';
import { uncounted } from './uncounted.js';
import type { Upstream } from './upstream.js';
import { upstreamFor } from './upstream_for.js';
import type { Connections } from './upstreams.js';

/** A request with a valid token, in a format that is known. */
export interface Arrived {
  request: IncomingMessage;
  response: ServerResponse;
  account: Account;
  agent: string;
  route: Route;
  dialect: Dialect;
  path: string;
  query: URLSearchParams;
}

/** What requests are sent on with. */
export interface Relaying extends BodyBounds {
  upstreams: readonly Upstream[];
  connections: Connections;
  /** Which models may be asked for; undefined = all. */
  policy: ModelPolicy | undefined;
  /** What the answers of an account left with the provider. */
  stored(account: Account): StoredAnswers;
  /** Nothing passes that the provider would do beyond the answer of its model. */
  confined: boolean;
  /** Aborted when the gateway closes. */
  closing: AbortSignal;
  on_fault(error: unknown): void;
}

/** Fields in which clients say which of their conversations a request belongs to. */
const SESSION_FIELDS = ['x-session-id', 'session_id', 'session-id', 'x-claude-code-session-id', 'thread_id'];

/**
 * One exchange: read, admitted, written down, sent on, passed back, settled. Whatever happens, what was admitted is ended, once; nothing
 * is sent on that could not be written down.
 */
export async function relay(arrived: Arrived, on: Relaying): Promise<void> {
  const { request, response, account, agent, dialect, path } = arrived;
  const cut = new Cut().when(on.closing, 'stopped').when(account.stopped, 'stopped');
  const gone = () => void (response.writableFinished || cut.now('client-gone'));
  response.on('close', gone);
  const say = (refused: Refused) => refuse(request, response, dialect, refused);
  const turnAway = (refused: Refused, bytes: number) => {
    const { code, message, status } = refused;
    account.turnedAway({ agent, path, code, message, status, bytes });
    say(refused);
  };
  try {
    const body = await readBody(request, on);
    if (body === 'gone') return void response.destroy();
    if ('code' in body) return turnAway(body, 0);
    const asked = dialect.readRequest(body.json, arrived.route);
    if ('unreadable' in asked)
      return turnAway({ status: 400, code: 'invalid-request', message: asked.unreadable }, body.bytes.length);
    const { json, withheld } = on.confined
      ? withoutProvidersTools(body.json, dialect.name)
      : { json: body.json, withheld: [] };
    const no =
      refuseOtherModel(on.policy, asked.model) ??
      uncounted(json, dialect.name, asked.model) ??
      refuseForeignReference(json, dialect.name, asked, (id) => on.stored(account).has(id)) ??
      refuseToolModel(on.policy, json, dialect.name, asked) ??
      (on.confined ? beyond(json, dialect.name, asked) : undefined);
    if (no) return turnAway(no, body.bytes.length);
    const chosen = upstreamFor(asked.model, dialect.name, on.upstreams);
    if ('code' in chosen) return turnAway(chosen, body.bytes.length);
    const { upstream } = chosen;
    const carried = carriedTokens(json, on.stored(account));
    const untexted = untextedIn(asked, dialect.name, upstream.provider, carried);
    const leave = await account.admit(
      {
        agent,
        route: arrived.route,
        path,
        asked,
        session: sessionIn(request),
        upstream: { name: upstream.name, provider: upstream.provider },
        body: { sha256: body.sha256, bytes: body.bytes.length },
        ...(untexted ? { untexted } : {}),
      },
      cut.signal,
    );
    if ('refused' in leave) return say({ status: 400, code: leave.refused, message: leave.message });
    await exchange(leave, { arrived, on, body, json, withheld, asked, upstream, cut, say });
  } catch (error) {
    // What cannot be written down does not happen.
    on.on_fault(error);
    say({ status: 503, code: 'not-recorded', message: 'the gateway cannot go on with its record' });
  } finally {
    response.off('close', gone);
    cut.release();
  }
}

/** What of a request is not counted by its bytes, if anything. */
function untextedIn(
  asked: Asked,
  dialect: Dialect['name'],
  provider: string | undefined,
  carried: number,
): UntextedInput | undefined {
  const { bytes, tokens } = mediaTokens(mediaParts(asked.messages, dialect), dialect, asked.model, provider);
  return tokens + carried === 0 ? undefined : { bytes, tokens: tokens + carried };
}

/** Tokens of the conversation that a request goes on from at the provider. */
function carriedTokens({ previous_response_id }: JsonObject, stored: StoredAnswers): number {
  return typeof previous_response_id === 'string' ? stored.tokensOf(previous_response_id) : 0;
}

interface Admitted {
  arrived: Arrived;
  on: Relaying;
  body: ReadBody;
  /** What is to go on of the body. */
  json: JsonObject;
  /** Tools that were taken out of it. */
  withheld: string[];
  asked: Asked;
  upstream: Upstream;
  cut: Cut;
  say(refused: Refused): void;
}

/** @throws what could not be written down, or a fault of ours; the exchange is ended all the same */
async function exchange(leave: Exchange, admitted: Admitted): Promise<void> {
  const { arrived, on, body, json, withheld, asked, upstream, cut, say } = admitted;
  const { request, response, dialect } = arrived;
  let end: Ended = { ...NOTHING, outcome: 'error', code: 'gateway-fault' };
  try {
    const query = queryOut(arrived.query, upstream);
    const out = outgoing({ ...arrived, body, json, asked, query }, upstream, leave.max_tokens);
    const headers = requestHeaders(request.rawHeaders, dialect.name, upstream.headers);
    leave.sent({
      body: out.changed,
      steering: out.steering,
      ...(out.sent_model === undefined ? {} : { sent_model: out.sent_model }),
      ...(withheld.length > 0 ? { withheld } : {}),
      ...(hasAny(headers) ? { headers } : {}),
    });
    end = await passOn({
      request: on.connections.request(upstream, 'POST', out.path, headersOut(headers.sent, upstream, out.body.length)),
      body: out.body,
      upstream,
      dialect,
      asked,
      counts: arrived.route.operation === 'count-tokens',
      drop: out.asks_usage ? new UsageChunkFilter() : undefined,
      response,
      cut,
      covers: (bytes) => leave.covers(bytes),
      refuse: say,
    });
    on.stored(arrived.account).add(end);
  } finally {
    leave.ended(end);
  }
}

const hasAny = ({ sent, dropped }: RequestHeaders): boolean => dropped.length > 0 || Object.keys(sent).length > 0;

const NOTHING: Omit<Ended, 'outcome' | 'code'> = {
  detail: '',
  status: null,
  answered: null,
  output_bytes: 0,
  first_byte_ms: null,
  wall_ms: 0,
  body: null,
};

function sessionIn({ headers }: IncomingMessage): string | undefined {
  for (const name of SESSION_FIELDS) {
    const value = headers[name];
    if (typeof value === 'string' && value !== '') return value.slice(0, 200);
  }
  return undefined;
}
