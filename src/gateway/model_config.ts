import type { Duplex } from 'node:stream';
import type { OutboundNetwork } from '../network/outbound_network.js';
import type { DialectName } from '../record/events/model_payloads.js';
import type { Redactor, RestrictedStore } from '../record/redaction/redactor.js';
import type { ModelPolicy } from './admission/model_policy.js';
import type { PriceBook } from './meter/price_book.js';
import type { Steering } from './steering/steering.js';
import type { Upstream } from './upstreams/upstream.js';

/** Configuration of the models that a run's agents can reach, created once for all attempts. */
export interface ModelConfig {
  /** Model that agents must use; null = their own choice. */
  name: string | null;
  /** Patterns of further models that they may ask for. */
  allowed?: readonly string[] | undefined;
  upstreams: readonly Upstream[];
  prices: PriceBook;
  /** Identity of the steering, for the manifest; each upstream steers its own requests. */
  steering?: Steering['identity'] | undefined;
  redaction: Redactor;
  /** Opens the store for the originals of redacted texts; undefined if there is none. */
  store?: ((attempt_id: string) => RestrictedStore) | undefined;
  /** Outbound network of this machine, for the upstreams. */
  outbound: OutboundNetwork;
}

/**
 * Creates the policy of the permitted models.
 *
 * @returns undefined if all models of the upstreams are permitted
 */
export function createModelPolicy({ name, allowed = [], upstreams }: ModelConfig): ModelPolicy | undefined {
  if (name === null) return undefined;
  return {
    name,
    allowed,
    providers: upstreams.flatMap(({ name, provider }) => [name, ...(provider ? [provider] : [])]),
  };
}

/** Access of an agent to models in one stage: a forwarded port for its commands, and a connection for the harness. */
export interface ModelAccess {
  /** `http://127.0.0.1:PORT`, without `/v1`, as seen from inside. */
  url: string;
  /** The run's own token, in place of a provider's key. */
  token: string;
  name: string | null;
  /** Formats in which that model can be asked, those of its first upstream first. */
  dialects: readonly DialectName[];
  /** Opens a connection to the gateway for an agent that is part of the harness. */
  connect(): Duplex;
}
