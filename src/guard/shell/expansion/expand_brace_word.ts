const MAX_WORDS = 512;
const MAX_WORK = 5_000;

/** Remaining budget for the expansion of one word. */
interface BraceBudget {
  remaining: number;
}

/** Expands the braces of a word; too many words are undefined. `work` counts the concatenations. */
export function expandBraceWord(source: string): { words: string[] | undefined; work: number } {
  const work: BraceBudget = { remaining: MAX_WORK };
  const words = expandBraceText(source, work);
  return { words, work: MAX_WORK - work.remaining };
}

/** Expands the braces in a word, `a{b,c}{1..3}`; undefined if there are too many words. */
function expandBraceText(source: string, work: BraceBudget): string[] | undefined {
  let words = [''];
  let index = 0;
  while (index < source.length) {
    const step = source[index] === '{' ? readBraces(source, index, work) : undefined;
    const pieces = step ? step.alternatives : [source.slice(index, findLiteralEnd(source, index))];
    index = step ? step.end : findLiteralEnd(source, index);
    if (pieces === undefined) return undefined;
    const joined = joinPieces(words, pieces, work);
    if (joined === undefined) return undefined;
    words = joined;
  }
  return words;
}

/** Returns true if a word is nothing but a numeric sequence: `{1..5000}`. */
export const isBraceCount = (source: string): boolean => /^\{-?\d{1,9}\.\.-?\d{1,9}(?:\.\.-?\d{1,6})?\}$/.test(source);

/** Appends every piece to every word; undefined if there are too many. */
function joinPieces(words: readonly string[], pieces: readonly string[], work: BraceBudget): string[] | undefined {
  const few = words.length * pieces.length <= MAX_WORDS;
  const [previous, behind] = few ? [words, pieces] : [[...new Set(words)], [...new Set(pieces)]];
  work.remaining -= previous.length * behind.length;
  if (work.remaining < 0) return undefined;
  const joined = previous.flatMap((word) => behind.map((piece) => word + piece));
  if (few) return joined;
  const different = new Set(joined);
  return different.size > MAX_WORDS ? undefined : [...different];
}

/** Reads the alternatives of the braces that open at `begin`; none if these braces do not expand. */
function readBraces(
  source: string,
  begin: number,
  work: BraceBudget,
): { alternatives: string[] | undefined; end: number } | undefined {
  const pieces: string[] = [];
  let start = begin + 1;
  let open = 0;
  for (
    let index = start;
    index < source.length;
    index =
      source[index] === '{' || source[index] === '}' || source[index] === ','
        ? index + 1
        : findLiteralEnd(source, index)
  ) {
    const c = source[index];
    if (c === '{') open += 1;
    else if (c === ',' && open === 0) {
      pieces.push(source.slice(start, index));
      start = index + 1;
    } else if (c === '}' && open > 0) open -= 1;
    else if (c === '}') {
      const end = index + 1;
      if (pieces.length === 0) {
        const alternatives = expandSequence(source.slice(begin + 1, index));
        return alternatives && { alternatives: alternatives.length > MAX_WORDS ? undefined : alternatives, end };
      }
      pieces.push(source.slice(start, index));
      const expanded = pieces.map((piece) => expandBraceText(piece, work));
      return { alternatives: expanded.includes(undefined) ? undefined : (expanded as string[][]).flat(), end };
    }
  }
  return undefined;
}

function expandSequence(text: string): string[] | undefined {
  const [, start = '', end = '', step = '1'] =
    /^(-?\d{1,9}|[A-Za-z])\.\.(-?\d{1,9}|[A-Za-z])(?:\.\.-?(\d{1,6}))?$/.exec(text) ?? [];
  if (start === '') return undefined;
  const letters = /[A-Za-z]/.test(start);
  if (letters !== /[A-Za-z]/.test(end)) return undefined;
  const width = /^-?0\d/.test(start) || /^-?0\d/.test(end) ? Math.max(start.length, end.length) : 0;
  const [first, last] = letters ? [start.charCodeAt(0), end.charCodeAt(0)] : [Number(start), Number(end)];
  const increment = Math.max(1, Number(step));
  const words: string[] = [];
  for (
    let n = first;
    words.length <= MAX_WORDS && (first <= last ? n <= last : n >= last);
    n += first <= last ? increment : -increment
  )
    words.push(letters ? String.fromCharCode(n) : padNumber(n, width));
  return words;
}

const padNumber = (n: number, width: number) =>
  n < 0 ? `-${String(-n).padStart(width - 1, '0')}` : String(n).padStart(width, '0');

/** Returns the end of the escape, quotation, expansion or character at an index. */
function findLiteralEnd(source: string, index: number): number {
  const c = source[index];
  if (c === '\\') return Math.min(index + 2, source.length);
  if (c === "'" || c === '"' || c === '`') {
    let end = index + 1;
    while (end < source.length && source[end] !== c) end += c !== "'" && source[end] === '\\' ? 2 : 1;
    return Math.min(end + 1, source.length);
  }
  const bracket = c === '$' ? source[index + 1] : undefined;
  if (bracket !== '{' && bracket !== '(') return index + 1;
  let open = 0;
  for (let end = index + 1; end < source.length; end += 1) {
    if (source[end] === '\\') end += 1;
    else if (source[end] === bracket) open += 1;
    else if (source[end] === (bracket === '{' ? '}' : ')')) {
      open -= 1;
      if (open === 0) return end + 1;
    }
  }
  return source.length;
}
