import { sha256 } from '../../record/canonical.js';
import type { DialectName, SteeringOutcome } from '../../record/model_events.js';
import type { Asked, Dialect, JsonObject, Route } from './dialects/dialect.js';
import type { ReadBody } from './read_body.js';
import type { Upstream } from './upstream.js';

/** A request as it goes to the upstream. */
export interface Outgoing {
  path: string;
  body: Buffer;
  /** null = as the client sent it. */
  changed: { sha256: string; bytes: number } | null;
  /** The stream was made to end with a count of tokens that the client did not ask for. */
  asks_usage: boolean;
  steering: SteeringOutcome[] | undefined;
  /** Name that the upstream knows the model by, where it is another one. */
  sent_model: string | undefined;
}

/** What is changed in a request, if anything: a body that nothing was put in goes on byte for byte. */
export function outgoing(
  given: {
    body: ReadBody;
    json: JsonObject;
    asked: Asked;
    route: Route;
    dialect: Dialect;
    path: string;
    query: string;
  },
  upstream: Upstream,
  max_tokens: number | null,
): Outgoing {
  const { body, asked, route, dialect } = given;
  const generates = route.operation === 'generate';
  const { rename } = upstream;
  const name = rename && Object.hasOwn(rename, asked.model) ? rename[asked.model] : undefined;
  let { json } = given;
  const steered = generates ? upstream.steering?.inject(json, dialect.name) : undefined;
  if (steered) json = steered.body;
  if (max_tokens !== null && max_tokens !== asked.max_tokens) json = dialect.withMaxTokens(json, max_tokens);
  const counted = generates && asked.stream ? dialect.withUsage(json) : undefined;
  if (counted) json = counted;
  // Gemini has the name in the path only.
  if (name !== undefined && route.model === undefined) json = { ...json, model: name };
  const changed = json === body.json ? undefined : Buffer.from(JSON.stringify(json));
  return {
    path: `${upstreamPath(given.path, route, name ?? route.model ?? asked.model)}${given.query}`,
    body: changed ?? body.bytes,
    changed: changed ? { sha256: sha256(changed), bytes: changed.length } : null,
    asks_usage: counted !== undefined,
    steering: steered?.outcomes,
    sent_model: name,
  };
}

const paths: Readonly<Record<Exclude<DialectName, 'gemini'>, Record<Route['operation'], string>>> = {
  chat: { generate: '/v1/chat/completions', 'count-tokens': '/v1/chat/completions' },
  responses: { generate: '/v1/responses', 'count-tokens': '/v1/responses/input_tokens' },
  messages: { generate: '/v1/messages', 'count-tokens': '/v1/messages/count_tokens' },
};

/** The path in its usual form, whichever of its forms the client wrote; made of what was understood and of nothing else. */
function upstreamPath(path: string, { dialect, operation, stream }: Route, model: string): string {
  if (dialect !== 'gemini') return paths[dialect][operation];
  const version = /^\/(v1|v1beta|v1alpha)\//.exec(path)?.[1] ?? 'v1beta';
  const method = operation === 'count-tokens' ? 'countTokens' : stream ? 'streamGenerateContent' : 'generateContent';
  return `/${version}/models/${model.split('/').map(encodeURIComponent).join('/')}:${method}`;
}
