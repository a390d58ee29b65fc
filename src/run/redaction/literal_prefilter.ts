/** Literal text that makes a rule's match possible; with `fold` it is lower case and matches any case. */
export interface LiteralPrefilter {
  text: string;
  fold: boolean;
  /** Number of its rule. */
  rule: number;
}

/** Remaining number of places that may be searched. */
export interface SearchEffort {
  left: number;
}

const BITS = 18;
const MASK = 2 ** BITS - 1;

/**
 * Creates a search for all literals in one pass, by a hash table of three characters. A search per literal would take
 * many times as long.
 *
 * @returns the places of each rule's literals, in order; undefined if there are more than `effort` allows, from which
 *   they are subtracted
 */
export function createLiteralSearch(
  hints: readonly LiteralPrefilter[],
): (text: string, effort: SearchEffort) => Map<number, number[]> | undefined {
  const table = new Uint8Array(MASK + 1);
  const byHash = new Map<number, { hint: LiteralPrefilter; back: number }[]>();
  const enter = (hash: number, hint: LiteralPrefilter, back: number) => {
    table[hash] = 1;
    const entries = byHash.get(hash);
    if (entries) entries.push({ hint, back });
    else byHash.set(hash, [{ hint, back }]);
  };
  for (const hint of hints) for (const [hash, back] of computeHashes(hint)) enter(hash, hint, back);
  return (text, effort) => {
    const found = new Map<number, number[]>();
    let hash = 0;
    for (let at = 0; at < text.length; at++) {
      hash = ((hash << 6) ^ (text.charCodeAt(at) & 127)) & MASK;
      if (table[hash] === 0) continue;
      for (const { hint, back } of byHash.get(hash)!) {
        const start = at - back;
        if (start < 0 || !matchesAt(text, start, hint)) continue;
        if (effort.left <= 0) return undefined;
        effort.left -= 1;
        const places = found.get(hint.rule);
        if (!places) found.set(hint.rule, [start]);
        else if (places.at(-1) !== start) places.push(start);
      }
    }
    return found;
  };
}

/**
 * Computes the hashes of the first three characters of a literal; for a shorter literal, with any characters before it.
 */
function* computeHashes({ text, fold }: LiteralPrefilter): Generator<[hash: number, back: number]> {
  const head = [...text.slice(0, 3)].map((character) => character.charCodeAt(0));
  const spellings = head.map((code) => (fold && code >= 97 && code <= 122 ? [code, code - 32] : [code]));
  while (spellings.length < 3) spellings.unshift(Array.from({ length: 128 }, (_, code) => code));
  const seen = new Set<number>();
  for (const a of spellings[0]!)
    for (const b of spellings[1]!)
      for (const c of spellings[2]!) {
        const hash = ((((a << 6) ^ b) << 6) ^ c) & MASK;
        if (!seen.has(hash)) yield [hash, head.length - 1];
        seen.add(hash);
      }
}

function matchesAt(text: string, start: number, { text: hint, fold }: LiteralPrefilter): boolean {
  return fold ? text.slice(start, start + hint.length).toLowerCase() === hint : text.startsWith(hint, start);
}
