/** More different words than this are not made of one. */
const MAX_WORDS = 512;
/** So many texts are put together for one word at most. */
const MAX_WORK = 5_000;

/** What expanding one word may still cost. */
interface Work {
  left: number;
}

/** Returns the words of a brace expansion, undefined for too many, and how many texts were put together for it. */
export function countedBraces(source: string): { words: string[] | undefined; work: number } {
  const work = { left: MAX_WORK };
  const words = expandBraces(source, work);
  return { words, work: MAX_WORK - work.left };
}

/**
 * Returns the words of a brace expansion, which works on the text of a word: `a{b,c}{1..3}`. Where there are many, equal ones count
 * once. Undefined = too many words.
 */
function expandBraces(source: string, work: Work): string[] | undefined {
  let words = [''];
  let at = 0;
  while (at < source.length) {
    const step = source[at] === '{' ? braces(source, at, work) : undefined;
    const pieces = step ? step.alternatives : [source.slice(at, literalEnd(source, at))];
    at = step ? step.end : literalEnd(source, at);
    if (pieces === undefined) return undefined;
    const joined = join(words, pieces, work);
    if (joined === undefined) return undefined;
    words = joined;
  }
  return words;
}

/** Tells whether a word is nothing but a count: `{1..5000}`. */
export const isCount = (source: string): boolean => /^\{-?\d{1,9}\.\.-?\d{1,9}(?:\.\.-?\d{1,6})?\}$/.test(source);

/** Puts every piece behind every word. Undefined = too much. */
function join(words: readonly string[], pieces: readonly string[], work: Work): string[] | undefined {
  const few = words.length * pieces.length <= MAX_WORDS;
  const [before, behind] = few ? [words, pieces] : [[...new Set(words)], [...new Set(pieces)]];
  work.left -= before.length * behind.length;
  if (work.left < 0) return undefined;
  const joined = before.flatMap((word) => behind.map((piece) => word + piece));
  if (few) return joined;
  const different = new Set(joined);
  return different.size > MAX_WORDS ? undefined : [...different];
}

/** The alternatives of the braces that open at `begin`; none when these are no braces to be expanded. */
function braces(
  source: string,
  begin: number,
  work: Work,
): { alternatives: string[] | undefined; end: number } | undefined {
  const pieces: string[] = [];
  let from = begin + 1;
  let open = 0;
  for (
    let at = from;
    at < source.length;
    at = source[at] === '{' || source[at] === '}' || source[at] === ',' ? at + 1 : literalEnd(source, at)
  ) {
    const c = source[at];
    if (c === '{') open += 1;
    else if (c === ',' && open === 0) {
      pieces.push(source.slice(from, at));
      from = at + 1;
    } else if (c === '}' && open > 0) open -= 1;
    else if (c === '}') {
      const end = at + 1;
      if (pieces.length === 0) {
        const alternatives = sequence(source.slice(begin + 1, at));
        return alternatives && { alternatives: alternatives.length > MAX_WORDS ? undefined : alternatives, end };
      }
      pieces.push(source.slice(from, at));
      const expanded = pieces.map((piece) => expandBraces(piece, work));
      return { alternatives: expanded.includes(undefined) ? undefined : (expanded as string[][]).flat(), end };
    }
  }
  return undefined;
}

function sequence(text: string): string[] | undefined {
  const [, from = '', to = '', step = '1'] =
    /^(-?\d{1,9}|[A-Za-z])\.\.(-?\d{1,9}|[A-Za-z])(?:\.\.-?(\d{1,6}))?$/.exec(text) ?? [];
  if (from === '') return undefined;
  const letters = /[A-Za-z]/.test(from);
  if (letters !== /[A-Za-z]/.test(to)) return undefined;
  const width = /^-?0\d/.test(from) || /^-?0\d/.test(to) ? Math.max(from.length, to.length) : 0;
  const [first, last] = letters ? [from.charCodeAt(0), to.charCodeAt(0)] : [Number(from), Number(to)];
  const by = Math.max(1, Number(step));
  const words: string[] = [];
  for (
    let n = first;
    words.length <= MAX_WORDS && (first <= last ? n <= last : n >= last);
    n += first <= last ? by : -by
  )
    words.push(letters ? String.fromCharCode(n) : padded(n, width));
  return words;
}

const padded = (n: number, width: number) =>
  n < 0 ? `-${String(-n).padStart(width - 1, '0')}` : String(n).padStart(width, '0');

/** The end of what stands at `at` and holds no braces: an escape, a quoted part, an expansion, or one character. */
function literalEnd(source: string, at: number): number {
  const c = source[at];
  if (c === '\\') return Math.min(at + 2, source.length);
  if (c === "'" || c === '"' || c === '`') {
    let end = at + 1;
    while (end < source.length && source[end] !== c) end += c !== "'" && source[end] === '\\' ? 2 : 1;
    return Math.min(end + 1, source.length);
  }
  const bracket = c === '$' ? source[at + 1] : undefined;
  if (bracket !== '{' && bracket !== '(') return at + 1;
  let open = 0;
  for (let end = at + 1; end < source.length; end += 1) {
    if (source[end] === '\\') end += 1;
    else if (source[end] === bracket) open += 1;
    else if (source[end] === (bracket === '{' ? '}' : ')')) {
      open -= 1;
      if (open === 0) return end + 1;
    }
  }
  return source.length;
}
