/** Code of a candidate: whether it is part of each run. */
export type TrialCode = readonly boolean[];

/**
 * Creates `count` different codes of the same length; half of the digits of each, rounded down, are true.
 *
 * Since all have as many, none contains another, and what several candidates do together has the runs of none of them.
 * A candidate whose runs are covered by others is left undecided; `redundancy` makes that rare.
 *
 * @param redundancy digits beyond those that distinguish the codes; with 2 each candidate is part of at least two runs
 * @param random returns whole numbers below n
 */
export function createDistinctCodes(count: number, redundancy: number, random: (n: number) => number): TrialCode[] {
  let length = 2;
  while (countCodes(length) < count) length++;
  length += redundancy;
  const codes = new Map<string, TrialCode>();
  while (codes.size < count) {
    const order = Array.from({ length }, (_, digit) => ({ digit, rank: random(2 ** 30) }));
    const chosen = order.sort((a, b) => a.rank - b.rank).slice(0, length >> 1);
    const code = Array.from({ length }, (_, digit) => chosen.some((one) => one.digit === digit));
    codes.set(code.map(Number).join(''), code);
  }
  return [...codes.values()];
}

/** Counts the codes of a length: half of the digits out of all. */
function countCodes(length: number): number {
  let count = 1;
  for (let digit = 0; digit < length >> 1; digit++) count = (count * (length - digit)) / (digit + 1);
  return Math.round(count);
}
