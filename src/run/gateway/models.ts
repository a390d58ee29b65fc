import type { Duplex } from 'node:stream';
import type { DialectName } from '../../record/model_events.js';
import type { Redaction, RestrictedStore } from '../../record/redaction.js';
import type { WayOut } from '../egress/way_out.js';
import type { PriceBook } from './meter/price.js';
import type { ModelPolicy } from './model_policy.js';
import type { Steering } from './steering/steering.js';
import type { Upstream } from './upstream.js';

/** The models that agents of a run can reach, opened once for all its attempts. */
export interface Models {
  /** Model that agents are told to use, and held to; null = their own choice. */
  name: string | null;
  /** Patterns of further models that they may ask for. */
  allowed?: readonly string[] | undefined;
  upstreams: readonly Upstream[];
  prices: PriceBook;
  /** Which steering there is, for the manifest; requests are steered by that of their upstream. */
  steering?: Steering['identity'] | undefined;
  redaction: Redaction;
  /** Where originals of what was redacted go; undefined = nowhere. */
  store?: ((attempt_id: string) => RestrictedStore) | undefined;
  /** How this machine reaches the upstreams. */
  way_out: WayOut;
}

/** Which models agents may ask for; undefined = all that the upstreams have. */
export function modelPolicy({ name, allowed = [], upstreams }: Models): ModelPolicy | undefined {
  if (name === null) return undefined;
  return {
    name,
    allowed,
    providers: upstreams.flatMap(({ name, provider }) => [name, ...(provider ? [provider] : [])]),
  };
}

/** How an agent in one stage reaches models: a door of its sandbox for its commands, and a connection for the harness itself. */
export interface ModelAccess {
  /** `http://127.0.0.1:PORT`, without `/v1`, as seen from inside. */
  url: string;
  /** The run's own token, in place of a provider's key. */
  token: string;
  name: string | null;
  /** Formats in which that model can be asked, those of the first upstream that has it first. */
  dialects: readonly DialectName[];
  /** A connection to the gateway for an agent that is part of the harness. */
  connect(): Duplex;
}
