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

/** Literal whose first characters have a hash that ends `back` characters behind its beginning. */
interface HashEntry {
  hint: LiteralPrefilter;
  back: number;
}

/** Nearly every text has none. */
const NO_PLACES = new Map<number, number[]>();

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
): (text: string, effort: SearchEffort) => ReadonlyMap<number, number[]> | undefined {
  const table = new Uint8Array(MASK + 1);
  const byHash = new Map<number, HashEntry[]>();
  // A single character has a hash for each two before it, sixteen thousand: it is found by its own seven bits.
  const bySeven = Array.from({ length: 128 }, (): HashEntry[] => []);
  for (const hint of hints) {
    if (hint.text.length === 1)
      for (const code of listSpellings(hint, hint.text)) bySeven[code]!.push({ hint, back: 0 });
    else
      for (const [hash, back] of computeHashes(hint)) {
        table[hash] = 1;
        byHash.set(hash, [...(byHash.get(hash) ?? []), { hint, back }]);
      }
  }
  const single = Uint8Array.from(bySeven, (entries) => Number(entries.length > 0));
  return (text, effort) => {
    let places_by_rule = NO_PLACES;
    /** Adds the places of entries that end at a position. @returns false if there are too many */
    const add = (entries: readonly HashEntry[], at: number): boolean => {
      for (const { hint, back } of entries) {
        const start = at - back;
        if (start < 0 || !matchesAt(text, start, hint)) continue;
        if (effort.left <= 0) return false;
        effort.left -= 1;
        if (places_by_rule === NO_PLACES) places_by_rule = new Map();
        const places = places_by_rule.get(hint.rule);
        if (!places) places_by_rule.set(hint.rule, [start]);
        else if (places.at(-1) !== start) places.push(start);
      }
      return true;
    };
    let hash = 0;
    for (let index = 0; index < text.length; index++) {
      const seven = text.charCodeAt(index) & 127;
      hash = ((hash << 6) ^ seven) & MASK;
      // A longer literal begins earlier: the places of a rule are in order.
      if (table[hash] !== 0 && !add(byHash.get(hash)!, index)) return undefined;
      if (single[seven] !== 0 && !add(bySeven[seven]!, index)) return undefined;
    }
    return places_by_rule;
  };
}

/**
 * Computes the hashes of the first three characters of a literal; for a shorter literal, with any characters before it.
 */
function* computeHashes({ text, fold }: LiteralPrefilter): Generator<[hash: number, back: number]> {
  const head = [...text.slice(0, 3)];
  const spellings = head.map((character) => listSpellings({ fold }, character));
  while (spellings.length < 3) spellings.unshift(Array.from({ length: 128 }, (_, code) => code));
  const visited = new Set<number>();
  const [first = [], second = [], third = []] = spellings;
  for (const a of first)
    for (const b of second)
      for (const c of third) {
        const hash = ((((a << 6) ^ b) << 6) ^ c) & MASK;
        if (!visited.has(hash)) yield [hash, head.length - 1];
        visited.add(hash);
      }
}

/** Lists the lower seven bits of a character's codes: with `fold` those of the capital letter as well. */
function listSpellings({ fold }: Pick<LiteralPrefilter, 'fold'>, character: string): number[] {
  const code = character.charCodeAt(0);
  return fold && code >= 97 && code <= 122 ? [code, code - 32] : [code & 127];
}

function matchesAt(text: string, start: number, { text: hint, fold }: LiteralPrefilter): boolean {
  return fold ? text.slice(start, start + hint.length).toLowerCase() === hint : text.startsWith(hint, start);
}
