import { sha256 } from '../../record/canonical.js';
import type { SteeringOutcome } from '../../record/model_events.js';
import { withoutProvider } from '../../record/model_names.js';
import type { Asked, Dialect, JsonObject, Route } from './dialects/dialect.js';
import { endpointPath, upstreamBody } from './endpoint_path.js';
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

/** The upstream's own name of a model that is asked for by another, with its provider before it or without; undefined = it has none. */
function renamed(model: string, { rename = {}, name, provider }: Upstream): string | undefined {
  const known = [model, withoutProvider(model, ['models', name, ...(provider === undefined ? [] : [provider])])];
  const found = known.find((one) => Object.hasOwn(rename, one));
  return found === undefined ? undefined : rename[found];
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
  const name = renamed(asked.model, upstream);
  let { json } = given;
  const steered = generates ? upstream.steering?.inject(json, dialect.name) : undefined;
  if (steered) json = steered.body;
  if (max_tokens !== null && max_tokens !== asked.max_tokens) json = dialect.withMaxTokens(json, max_tokens);
  const counted = generates && asked.stream ? dialect.withUsage(json) : undefined;
  if (counted) json = counted;
  // Gemini has the name in the path only.
  if (name !== undefined && route.model === undefined) json = { ...json, model: name };
  json = upstreamBody(upstream, route, json);
  const changed = json === body.json ? undefined : Buffer.from(JSON.stringify(json));
  return {
    path: `${endpointPath(upstream, { ...route, stream: asked.stream }, name ?? route.model ?? asked.model, given.path)}${given.query}`,
    body: changed ?? body.bytes,
    changed: changed ? { sha256: sha256(changed), bytes: changed.length } : null,
    asks_usage: counted !== undefined,
    steering: steered?.outcomes,
    sent_model: name,
  };
}
