import { type Command, type ParsedScript, parse, type Word } from 'unbash';
import { forms } from '../../vocabulary/vocabulary.js';
import { MAX_LINE_LENGTH, type ReadingBudget } from '../model/reading_budget.js';

/** Maximum number of inspected characters of a line; the kernel passes no longer one to a shell. */
const MAX_INSPECTED = 256 * 1024;
/** Limits of one part, below the limits of reading. */
const PART_LIMITS = { characters: 16 * 1024, commands: 90 } as const;
const MAX_BRACKETS = 48;
/** Maximum number of here-document operators; `<<` is also an operator of other languages. */
const MAX_HERE_DOCUMENTS = 1000;

/** Parses a script; undefined, and a problem, if it cannot be. Errors in substitutions show when these are entered. */
export function parseScript(code: string, budget: ReadingBudget): ParsedScript | undefined {
  if (code.length > MAX_LINE_LENGTH) budget.fail('too-long', `longer than ${MAX_LINE_LENGTH} characters`);
  else if (countOpenBrackets(code) > MAX_BRACKETS)
    budget.fail('too-deep', `more than ${MAX_BRACKETS} brackets are open at once`);
  else if (code.split('<<').length > MAX_HERE_DOCUMENTS)
    budget.fail('too-much', `more than ${MAX_HERE_DOCUMENTS} here-documents`);
  else {
    budget.spend(code.length >> 10);
    try {
      const plain = parse(code);
      const script = plain.errors === undefined ? plain : parse(code.replace(forms.group_in_path, '/$1'));
      recordParseErrors(script, budget);
      return script;
    } catch (error) {
      // The parser recurses over some shapes; it throws nothing else.
      budget.fail('too-deep', `cannot be parsed: ${(error as Error).message}`);
    }
  }
  return undefined;
}

/** Parses a text as one word of a command; undefined if it is none. */
export function parseWord(source: string, budget: ReadingBudget): Word | undefined {
  const command = parseScript(`: ${source}`, budget)?.commands[0]?.command;
  const [first] = command?.type === 'Command' ? command.suffix : [];
  return first?.type === 'Word' ? first : undefined;
}

/** Records the errors of a parsed script as a problem. */
export function recordParseErrors(script: ParsedScript, budget: ReadingBudget): void {
  const [error] = script.errors ?? [];
  if (error) budget.fail('unparsable', `cannot be parsed: ${error.message} at character ${error.pos}`);
}

/** Returns the maximum number of brackets that are open at once, quoted or not. */
function countOpenBrackets(code: string): number {
  let open = 0;
  let most = 0;
  for (const [bracket] of code.matchAll(/[[\](){}]/g)) {
    open = '([{'.includes(bracket) ? open + 1 : Math.max(0, open - 1);
    most = Math.max(most, open);
  }
  return most;
}

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

/** Returns true if the parser took the `<(…)` of an assignment `A=<(…)` for a word of its own. */
export const hasDetachedSubstitution = ({ prefix, name, args }: Command): boolean => {
  const parts = [...prefix, ...(name ? [name] : []), ...args];
  const ends = parts.flatMap(({ type, end }) => (type === 'Assignment' ? end : []));
  return parts.some(({ type, pos }) => type === 'Word' && ends.includes(pos));
};
