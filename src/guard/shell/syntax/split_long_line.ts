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
  for (const piece of splitAtSeparators(line.slice(0, MAX_INSPECTED).replace(forms.here_document, '$1'))) {
    // Keywords around a command cannot be read in pieces.
    const text = piece.trim().replace(forms.long_line_prefix, '');
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

/** Yields the text between command separators and parentheses, outside of quotes and without comments. */
function* splitAtSeparators(text: string): Generator<string> {
  let start = 0;
  for (const { 0: mark, index } of text.matchAll(forms.long_line_separator)) {
    // Text behind an unclosed quote is data.
    if (/^(?:'[^']*|"(?:\\[\s\S]|[^"\\])*)$/.test(mark)) return;
    if (/^[\\'"]/.test(mark)) continue;
    yield text.slice(start, index);
    start = index + mark.length;
  }
  yield text.slice(start);
}
