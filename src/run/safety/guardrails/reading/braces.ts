/** More words than this are not made of one. */
const MAX_WORDS = 128;

/** Brace expansion, which works on the text of a word: `a{b,c}{1..3}`. Undefined = too many words. */
export function expandBraces(source: string): string[] | undefined {
  let words = [''];
  let at = 0;
  while (at < source.length) {
    const step = source[at] === '{' ? braces(source, at) : undefined;
    const pieces = step ? step.alternatives : [source.slice(at, literalEnd(source, at))];
    at = step ? step.end : literalEnd(source, at);
    if (pieces === undefined || words.length * pieces.length > MAX_WORDS) return undefined;
    words = words.flatMap((word) => pieces.map((piece) => word + piece));
  }
  return words;
}

/** The alternatives of the braces that open at `begin`; none when these are no braces to be expanded. */
function braces(source: string, begin: number): { alternatives: string[] | undefined; end: number } | undefined {
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
        return alternatives && { alternatives, end };
      }
      pieces.push(source.slice(from, at));
      const expanded = pieces.map(expandBraces);
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
  const [first, last] = letters ? [from.charCodeAt(0), to.charCodeAt(0)] : [Number(from), Number(to)];
  const by = Math.max(1, Number(step));
  const words: string[] = [];
  for (
    let n = first;
    words.length <= MAX_WORDS && (first <= last ? n <= last : n >= last);
    n += first <= last ? by : -by
  )
    words.push(letters ? String.fromCharCode(n) : String(n));
  return words;
}

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
