/**
 * The largest rate at which runs may differ while a screen still looks like this one, with 95 % confidence: the one-sided upper
 * Clopper-Pearson bound for `differed` of `runs`. It is the p that solves P(X ≤ differed | runs, p) = 0.05; for none of n,
 * 1 − 0.05^(1/n) (rule of three: about 3/n).
 */
export function missedBelow(differed: number, runs: number): number {
  if (runs <= 0 || differed >= runs) return 1;
  if (differed === 0) return 1 - DOUBT ** (1 / runs);
  let [low, high] = [differed / runs, 1];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (atMost(differed, runs, middle) > DOUBT) low = middle;
    else high = middle;
  }
  return high;
}

const DOUBT = 0.05;

/** P(X ≤ k) of a binomial variable, by its terms in logarithms. */
function atMost(k: number, n: number, p: number): number {
  let logTerm = n * Math.log1p(-p);
  let sum = Math.exp(logTerm);
  for (let i = 1; i <= k; i++) {
    logTerm += Math.log((n - i + 1) / i) + Math.log(p) - Math.log1p(-p);
    sum += Math.exp(logTerm);
  }
  return sum;
}

/** Reruns after which a check that differs with this rate has differed at least once, with 95 % probability. */
export function rerunsToFind(rate: number): number {
  return Math.ceil(Math.log(DOUBT) / Math.log(1 - rate));
}
