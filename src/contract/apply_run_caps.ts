import type { LoadedContract } from './loaded_contract.js';

/**
 * Lowers the budget of a contract to the caps of the run.
 *
 * Gateway, breakers and judge then need only the budget. The version does not change; `caps` records the lowering.
 * Returns the contract itself if no cap is below its budget.
 */
export function applyRunCaps(
  loaded: LoadedContract,
  { run_usd, run_tokens }: { run_usd?: number | null | undefined; run_tokens?: number | null | undefined },
): LoadedContract {
  const { budget } = loaded.contract;
  const usd = selectLowerCap(run_usd, budget.usd);
  const tokens = selectLowerCap(run_tokens, budget.tokens);
  if (usd === null && tokens === null) return loaded;
  const lowered = { ...budget, ...(usd === null ? {} : { usd }), ...(tokens === null ? {} : { tokens }) };
  return { ...loaded, contract: { ...loaded.contract, budget: lowered }, caps: { usd, tokens } };
}

const selectLowerCap = (cap: number | null | undefined, own: number | undefined): number | null =>
  cap !== null && cap !== undefined && cap < (own ?? Infinity) ? cap : null;
