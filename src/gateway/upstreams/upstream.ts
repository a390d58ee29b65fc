import type { DialectName } from '../../record/events/model_payloads.js';
import type { Steering } from '../steering/steering.js';

/** Upstream: a model provider or server, and the models that it serves. */
export interface Upstream {
  name: string;
  /** Base address of its endpoints; the path of a request is appended. */
  url: URL;
  /**
   * `exact`: endpoints follow the URL directly; `versioned` (default): after `/v1`, for Gemini after `/v1beta`;
   * `raw-predict`: Anthropic's messages as Vertex has them, with the model in the path.
   */
  base?: 'exact' | 'versioned' | 'raw-predict' | undefined;
  /** `api-version` in the query of every request, if it needs one. */
  api_version?: string | undefined;
  /** False if it has no list of models. */
  lists_models?: boolean | undefined;
  /** Patterns of model names (`*` stands for anything); the first upstream that matches is used. */
  models: readonly string[];
  /** Supported formats; a request in another format is rejected, not translated. */
  dialects: readonly DialectName[];
  /** The provider's key and its header; undefined if it needs none. Never recorded. */
  key?: { value: string; header: 'authorization' | 'x-api-key' | 'x-goog-api-key' | 'api-key' } | undefined;
  /** Name of the provider in the price library. */
  provider?: string | undefined;
  /** Text that is recorded instead of a meaningless URL. */
  shown?: string | undefined;
  /** Steering of its models, if they are steered. */
  steering?: Steering | undefined;
  /** The upstream's own names of models, by the requested name. */
  rename?: Readonly<Record<string, string>> | undefined;
  /** Further header fields, in lower case, that agents may send to it. */
  headers?: readonly string[] | undefined;
  /** Maximum silence before its response begins, and between two bytes of it, in milliseconds. */
  first_byte_ms: number;
  idle_ms: number;
}
