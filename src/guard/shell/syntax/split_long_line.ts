import { vocabulary } from '../../vocabulary/vocabulary.js';

const { forms } = vocabulary;
/** Maximum number of inspected characters of a line; the kernel passes no longer one to a shell. */
const MAX_INSPECTED = 256 * 1024;
/** Limits of one part, below the limits of reading. */
const PART_LIMITS = { characters: 16 * 1024, commands: 90 } as const;

/** Yields the commands of a line that is too long, in groups that can be read, without here-documents. */
export function* splitLongLine(line: string): Generator<readonly string[]> {
  const existing = new Set<string>();
  let part: string[] = [];
  let length = 0;
  for (const text of extractCommands(
    splitAtSeparators(line.slice(0, MAX_INSPECTED).replace(forms.here_document, '$1')),
  )) {
    if (text === '' || text.length > PART_LIMITS.characters || existing.has(text)) continue;
    existing.add(text);
    if (part.length === PART_LIMITS.commands || length + text.length > PART_LIMITS.characters) {
      yield part;
      part = [];
      length = 0;
    }
    part.push(text);
    length += text.length + 1;
  }
  if (part.length > 0) yield part;
}

/** Yields the commands without the surrounding shell grammar, which cannot be read in pieces. */
function* extractCommands(pieces: Iterable<string>): Generator<string> {
  for (const piece of pieces) {
    const text = piece.trim().replace(forms.long_line_prefix, '');
    const close = findUnopenedParenthesis(text);
    const parts = [text.slice(0, close).trim(), text.slice(close + 1).trim()];
    yield* close === -1 ? [text] : parts.filter((part) => forms.long_line_command.test(part));
  }
}

/** Escaped characters, and quoted text up to its end or that of the line. */
const QUOTED = String.raw`\\[\s\S]|'[^']*(?:'|$)|"(?:\\[\s\S]|[^"\\])*(?:"|$)`;

/** Returns the position of the first closing parenthesis without an opening one; -1 = none. */
function findUnopenedParenthesis(text: string): number {
  let open = 0;
  for (const { 0: mark, index } of text.matchAll(new RegExp(`${QUOTED}|[()]`, 'g'))) {
    if (mark === '(') open += 1;
    else if (mark === ')' && --open < 0) return index;
  }
  return -1;
}

/** Yields the text between command separators, outside of quotes and without comments. */
function* splitAtSeparators(text: string): Generator<string> {
  let start = 0;
  for (const { 0: mark, index } of text.matchAll(new RegExp(`${QUOTED}|(?<![^\\s])#.*|[\\n;]|(?<!>)&(?!>)`, 'g'))) {
    // Text behind an unclosed quote is data.
    if (/^(?:'[^']*|"(?:\\[\s\S]|[^"\\])*)$/.test(mark)) return;
    if (/^[\\'"]/.test(mark)) continue;
    yield text.slice(start, index);
    start = index + mark.length;
  }
  yield text.slice(start);
}
