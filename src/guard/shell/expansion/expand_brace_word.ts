import { forms } from '../../vocabulary/vocabulary.js';

const MAX_WORDS = 512;
/** Maximum length of all words together, in characters. */
const MAX_LETTERS = 200_000;

/** Expands the braces in a word, `a{b,c}{1..3}`; undefined if there are too many words. */
export function expandBraceWord(source: string): string[] | undefined {
  let words = [''];
  for (let index = 0; index < source.length; ) {
    const braces = source[index] === '{' ? readBraces(source, index) : undefined;
    const end = braces?.end ?? findLiteralEnd(source, index);
    const pieces = braces ? braces.alternatives : [source.slice(index, end)];
    const count = words.length * (pieces?.length ?? 0);
    if (pieces === undefined || count > MAX_WORDS || count * source.length > MAX_LETTERS) return undefined;
    words = words.flatMap((word) => pieces.map((piece) => word + piece));
    index = end;
  }
  return words;
}

/** Reads the alternatives of the braces that open at `begin`; none if these braces do not expand. */
function readBraces(source: string, begin: number): { alternatives: string[] | undefined; end: number } | undefined {
  const pieces: string[] = [];
  let start = begin + 1;
  let open = 0;
  for (let index = start; index < source.length; index = findLiteralEnd(source, index)) {
    const c = source[index];
    if (c === '{') open += 1;
    else if (c === '}' && open > 0) open -= 1;
    else if ((c === ',' && open === 0) || c === '}') {
      pieces.push(source.slice(start, index));
      start = index + 1;
    }
    if (c !== '}' || start !== index + 1) continue;
    if (pieces.length === 1 && !forms.brace_sequence.test(pieces[0]!)) return undefined;
    const expanded = pieces.length === 1 ? [expandSequence(pieces[0]!)] : pieces.map(expandBraceWord);
    return { alternatives: expanded.includes(undefined) ? undefined : (expanded as string[][]).flat(), end: start };
  }
  return undefined;
}

/** Expands a sequence, `1..9` or `a..f..2`; undefined if there are too many words. */
function expandSequence(text: string): string[] | undefined {
  const [, start = '', end = '', letter, last, step = '1'] = forms.brace_sequence.exec(text)!;
  const width = /^-?0\d/.test(start) || /^-?0\d/.test(end) ? Math.max(start.length, end.length) : 0;
  const [first, final] =
    letter === undefined ? [Number(start), Number(end)] : [letter.charCodeAt(0), last!.charCodeAt(0)];
  const increment = Math.max(1, Number(step));
  const count = Math.floor(Math.abs(final - first) / increment) + 1;
  if (count > MAX_WORDS) return undefined;
  return Array.from({ length: count }, (_, index) => {
    const n = first + (first <= final ? increment : -increment) * index;
    const digits = n < 0 ? `-${String(-n).padStart(width - 1, '0')}` : String(n).padStart(width, '0');
    return letter === undefined ? digits : String.fromCharCode(n);
  });
}

function findLiteralEnd(source: string, index: number): number {
  forms.brace_literal.lastIndex = index;
  return index + forms.brace_literal.exec(source)![0].length;
}
