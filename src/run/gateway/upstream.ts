import type { DialectName } from '../../record/model_events.js';
import type { Steering } from './steering/steering.js';

/** Where requests of some models go. */
export interface Upstream {
  name: string;
  /** Base URL without `/v1`: the path of a request is put behind it. */
  url: URL;
  /** Patterns of model names (`*` stands for anything); the first upstream that matches is taken. */
  models: readonly string[];
  /** Formats that it understands; a request in another one is refused, not translated. */
  dialects: readonly DialectName[];
  /** The provider's key and the header that carries it; undefined = it needs none. Never recorded. */
  key?: { value: string; header: 'authorization' | 'x-api-key' | 'x-goog-api-key' } | undefined;
  /** The name by which the price library knows the provider. */
  provider?: string | undefined;
  /** What is recorded instead of the URL, where that would say nothing. */
  shown?: string | undefined;
  /** Steering of its models, which depends on what serves them; undefined = none. */
  steering?: Steering | undefined;
  /** Name that the upstream knows the model by, where it is another one. */
  rename?: Readonly<Record<string, string>> | undefined;
  /** Names of header fields, in lower case, that agents may send to it besides those that are documented for a format. */
  headers?: readonly string[] | undefined;
  /** How long it may be silent before its answer begins, and between two bytes of it, in milliseconds. */
  first_byte_ms: number;
  idle_ms: number;
}
