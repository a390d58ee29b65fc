/** A list with every price raised by so many per cent, in whole cents. */
export function raised(prices, percent) {
  const entries = Object.entries(prices);
  return Object.fromEntries(entries.map(([name, cents]) => [name, Math.round((cents * (100 + percent)) / 100)]));
}
