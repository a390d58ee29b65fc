/**
 * Adds amounts in USD that only together make a whole. The sum is not rounded.
 *
 * @returns null if at least one amount is unknown; 0 if there is none
 */
export const sumDollars = (amounts: Iterable<number | null>): number | null => {
  let sum = 0;
  for (const amount of amounts) {
    if (amount === null) return null;
    sum += amount;
  }
  return sum;
};

/**
 * Adds the amounts in USD that are known. The sum is not rounded.
 *
 * @returns null if none is known
 */
export const sumKnownDollars = (amounts: readonly (number | null)[]): number | null => {
  const known = amounts.filter((amount) => amount !== null);
  return known.length === 0 ? null : sumDollars(known);
};

/**
 * Rounds an amount in USD to a billionth of a dollar, as it is stored: binary sums of decimal fractions are not
 * exact.
 */
export const roundDollars = (usd: number): number => Math.round(usd * 1e9) / 1e9;
