import type { DialectName } from '../../record/model_events.js';
import type { Steering } from './steering/steering.js';

/** Where requests of some models go. */
export interface Upstream {
  name: string;
  /** Address below which its endpoints are: the path of a request is put behind it. */
  url: URL;
  /**
   * `exact`: endpoints stand right behind the URL; `versioned` (default): behind a `/v1`, for Gemini `/v1beta`, that is put between;
   * `raw-predict`: Anthropic's messages as Vertex has them, with the model in the path.
   */
  base?: 'exact' | 'versioned' | 'raw-predict' | undefined;
  /** What is asked of it has this `api-version` in its query; undefined = none. */
  api_version?: string | undefined;
  /** False where it has no list of models to ask for. */
  lists_models?: boolean | undefined;
  /** Patterns of model names (`*` stands for anything); the first upstream that matches is taken. */
  models: readonly string[];
  /** Formats that it understands; a request in another one is refused, not translated. */
  dialects: readonly DialectName[];
  /** The provider's key and the header that carries it; undefined = it needs none. Never recorded. */
  key?: { value: string; header: 'authorization' | 'x-api-key' | 'x-goog-api-key' | 'api-key' } | undefined;
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
