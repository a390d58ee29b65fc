import type { LoadedContract } from './loaded.js';

/**
 * The contract with a budget that is lowered to the caps of the run, so that gateway, breakers and judge need to know of no other. Its version
 * stays: it is the same task on lesser means, and `caps` says so. The contract itself where no cap is below its own.
 */
export function underCaps(
  loaded: LoadedContract,
  { run_usd, run_tokens }: { run_usd?: number | null | undefined; run_tokens?: number | null | undefined },
): LoadedContract {
  const { budget } = loaded.contract;
  const usd = lesser(run_usd, budget.usd);
  const tokens = lesser(run_tokens, budget.tokens);
  if (usd === null && tokens === null) return loaded;
  const lowered = { ...budget, ...(usd === null ? {} : { usd }), ...(tokens === null ? {} : { tokens }) };
  return { ...loaded, contract: { ...loaded.contract, budget: lowered }, caps: { usd, tokens } };
}

const lesser = (cap: number | null | undefined, own: number | undefined): number | null =>
  cap !== null && cap !== undefined && cap < (own ?? Infinity) ? cap : null;
