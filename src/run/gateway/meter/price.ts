import type { ModelUsage, TokenCounts } from '../../../record/model_usage.js';

/** What tokens of models cost. A declared table decides; a library fills the gaps; what neither knows has no price (R13). */
export interface PriceBook {
  /** The cost of a usage in USD; undefined = unknown. */
  cost(model: string, provider: string | undefined, usage: TokenCounts): Priced | undefined;
  /** What the declared table says of everything else. */
  readonly rates: Rates;
  /** For the manifest. */
  readonly identity: { table_sha256: string | null; library: string };
}

/** Declared prices in USD of what is no request to a model; null = not declared. */
export interface Rates {
  tool_call: number | null;
  tool_minute: number | null;
  execution_minute: number | null;
  human_minute: number | null;
  run: number | null;
  /** A gigabyte (10⁹ bytes) of what is kept, for as long as it is kept. */
  stored_gigabyte: number | null;
}

export interface Priced {
  usd: number;
  /** Where it is from: `table:<sha256>` or `library:<name>@<version>`. */
  price: string;
}

/** A request that is over: what it used and what that cost. */
export interface Settled {
  /** null = nothing was used. */
  usage: ModelUsage | null;
  /** null = unknown. */
  usd: number | null;
  price: string | null;
}
