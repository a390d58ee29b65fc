/** A row of yes and no: the runs in which one candidate is tried. */
export type Code = readonly boolean[];

/**
 * Returns `count` different codes of the same length, none empty and none full, so that each candidate has runs of its own with and
 * without it. The runs of one candidate are no subset that single other ones explain, but for chance, which `redundancy` lowers.
 *
 * @param redundancy digits beyond what is needed to tell the codes apart
 * @param random whole numbers below n
 */
export function distinctCodes(count: number, redundancy: number, random: (n: number) => number): Code[] {
  const length = Math.max(2, Math.ceil(Math.log2(count + 2))) + redundancy;
  const codes = new Map<string, Code>();
  while (codes.size < count) {
    const code = Array.from({ length }, () => random(2) === 1);
    if (code.every(Boolean) || !code.some(Boolean)) continue;
    codes.set(code.map(Number).join(''), code);
  }
  return [...codes.values()];
}
