/** Code of a candidate: whether it is part of each run. */
export type TrialCode = readonly boolean[];

/**
 * Creates `count` different codes of the same length, none empty and none full.
 *
 * Each candidate thus has runs with and without it. Only by chance are the runs of one candidate covered by others;
 * `redundancy` lowers that chance.
 *
 * @param redundancy digits beyond those that distinguish the codes
 * @param random returns whole numbers below n
 */
export function createDistinctCodes(count: number, redundancy: number, random: (n: number) => number): TrialCode[] {
  const length = Math.max(2, Math.ceil(Math.log2(count + 2))) + redundancy;
  const codes = new Map<string, TrialCode>();
  while (codes.size < count) {
    const code = Array.from({ length }, () => random(2) === 1);
    if (code.every(Boolean) || !code.some(Boolean)) continue;
    codes.set(code.map(Number).join(''), code);
  }
  return [...codes.values()];
}
