/** A text by which a rule is found fast; one with `fold` is of lower case, and stands for any. */
export interface Hint {
  text: string;
  fold: boolean;
  /** Number of its rule. */
  rule: number;
}

/** How many places may still be looked at. */
export interface Effort {
  left: number;
}

const BITS = 18;
const MASK = 2 ** BITS - 1;

/**
 * Finds all hints in one pass over a text, by a table of what three characters can begin one. Tens of searches one after the other
 * would take many times as long.
 *
 * @returns places of each rule's hints, in their order; undefined = there are more than `effort` has left, from which they are taken
 */
export function hintSearch(
  hints: readonly Hint[],
): (text: string, effort: Effort) => Map<number, number[]> | undefined {
  const table = new Uint8Array(MASK + 1);
  const byHash = new Map<number, { hint: Hint; back: number }[]>();
  const enter = (hash: number, hint: Hint, back: number) => {
    table[hash] = 1;
    const entries = byHash.get(hash);
    if (entries) entries.push({ hint, back });
    else byHash.set(hash, [{ hint, back }]);
  };
  for (const hint of hints) for (const [hash, back] of hashesOf(hint)) enter(hash, hint, back);
  return (text, effort) => {
    const found = new Map<number, number[]>();
    let hash = 0;
    for (let at = 0; at < text.length; at++) {
      hash = ((hash << 6) ^ (text.charCodeAt(at) & 127)) & MASK;
      if (table[hash] === 0) continue;
      for (const { hint, back } of byHash.get(hash)!) {
        const start = at - back;
        if (start < 0 || !standsAt(text, start, hint)) continue;
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

/** Hashes of the three characters up to the third of a hint, or up to its last where it is shorter: then of any before. */
function* hashesOf({ text, fold }: Hint): Generator<[hash: number, back: number]> {
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

function standsAt(text: string, start: number, { text: hint, fold }: Hint): boolean {
  return fold ? text.slice(start, start + hint.length).toLowerCase() === hint : text.startsWith(hint, start);
}
