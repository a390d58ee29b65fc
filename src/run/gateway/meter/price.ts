import type { ModelUsage, TokenCounts } from '../../../record/model_usage.js';

/** What tokens of models cost. A declared table decides; a library fills the gaps; what neither knows has no price (R13). */
export interface PriceBook {
  /** The cost of a usage in USD; undefined = unknown. */
  cost(model: string, provider: string | undefined, usage: TokenCounts): Priced | undefined;
  /** For the manifest. */
  readonly identity: { table_sha256: string | null; library: string };
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
