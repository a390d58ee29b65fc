import { removeHereDocuments } from './parse_script.js';

/** Maximum number of inspected characters of a line; the kernel passes no longer one to a shell. */
const MAX_INSPECTED = 256 * 1024;
/** Limits of one part, below the limits of reading. */
const PART_LIMITS = { characters: 16 * 1024, commands: 90 } as const;

/** Yields the commands of a line that is too long, in groups that can be read, without here-documents. */
export function* splitLongLine(line: string): Generator<readonly string[]> {
  const existing = new Set<string>();
  let part: string[] = [];
  let length = 0;
  for (const text of extractCommands(splitAtSeparators(removeHereDocuments(line.slice(0, MAX_INSPECTED))))) {
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

/** Shell keywords and operators that may precede a command. */
const GRAMMAR_PREFIX = /^(?:(?:if|then|elif|else|do|while|until|time|!|\{)\s+|\(\s*)+/;
/** Program name or path, and what follows. Patterns of a `case` do not match. */
const COMMAND = /^[A-Za-z_./~\\$"'][\w./~+"'{}-]*(?:\s|$)/;

/** Yields the commands without the surrounding shell grammar, which cannot be read in pieces. */
function* extractCommands(pieces: Iterable<string>): Generator<string> {
  for (const piece of pieces) {
    const text = piece.trim().replace(GRAMMAR_PREFIX, '');
    const close = findUnopenedParenthesis(text);
    if (close === -1) yield text;
    else
      for (const part of [text.slice(0, close).trim(), text.slice(close + 1).trim()])
        if (COMMAND.test(part)) yield part;
  }
}

/** Returns the position of the first closing parenthesis without an opening one; -1 = none. */
function findUnopenedParenthesis(text: string): number {
  let open = 0;
  let quote = '';
  for (let index = 0; index < text.length; index += 1) {
    const c = text[index]!;
    if (c === '\\' && quote !== "'") index += 1;
    else if (quote !== '') {
      if (c === quote) quote = '';
    } else if (c === "'" || c === '"') quote = c;
    else if (c === '(') open += 1;
    else if (c === ')' && --open < 0) return index;
  }
  return -1;
}

/** Yields the text between command separators, outside of quotes and without comments. */
function* splitAtSeparators(text: string): Generator<string> {
  let start = 0;
  let quote = '';
  for (let index = 0; index < text.length; index += 1) {
    const c = text[index]!;
    if (c === '\\' && quote !== "'") index += 1;
    else if (quote !== '') {
      if (c === quote) quote = '';
    } else if (c === "'" || c === '"') quote = c;
    else if (c === '#' && /^\s?$/.test(text[index - 1] ?? '')) {
      yield text.slice(start, index);
      const end = text.indexOf('\n', index);
      index = end === -1 ? text.length : end;
      start = index + 1;
    } else if (c === '\n' || c === ';' || (c === '&' && text[index - 1] !== '>' && text[index + 1] !== '>')) {
      yield text.slice(start, index);
      start = index + 1;
    }
  }
  // Text behind an unclosed quote is data.
  if (quote === '') yield text.slice(start);
}
