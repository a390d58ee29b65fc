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
  let at = 0;
  while (at < source.length) {
    const step = source[at] === '{' ? readBraces(source, at, work) : undefined;
    const pieces = step ? step.alternatives : [source.slice(at, findLiteralEnd(source, at))];
    at = step ? step.end : findLiteralEnd(source, at);
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
  const [before, behind] = few ? [words, pieces] : [[...new Set(words)], [...new Set(pieces)]];
  work.remaining -= before.length * behind.length;
  if (work.remaining < 0) return undefined;
  const joined = before.flatMap((word) => behind.map((piece) => word + piece));
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
  let from = begin + 1;
  let open = 0;
  for (
    let at = from;
    at < source.length;
    at = source[at] === '{' || source[at] === '}' || source[at] === ',' ? at + 1 : findLiteralEnd(source, at)
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
        const alternatives = expandSequence(source.slice(begin + 1, at));
        return alternatives && { alternatives: alternatives.length > MAX_WORDS ? undefined : alternatives, end };
      }
      pieces.push(source.slice(from, at));
      const expanded = pieces.map((piece) => expandBraceText(piece, work));
      return { alternatives: expanded.includes(undefined) ? undefined : (expanded as string[][]).flat(), end };
    }
  }
  return undefined;
}

function expandSequence(text: string): string[] | undefined {
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
    words.push(letters ? String.fromCharCode(n) : padNumber(n, width));
  return words;
}

const padNumber = (n: number, width: number) =>
  n < 0 ? `-${String(-n).padStart(width - 1, '0')}` : String(n).padStart(width, '0');

/** Returns the end of the escape, quotation, expansion or character at `at`. */
function findLiteralEnd(source: string, at: number): number {
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
