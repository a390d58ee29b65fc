import { shortenMiddle } from '../../text/escape_text.js';

/** Lines of a condensed message, and characters of all of them. */
const LINES = 8;
const CHARACTERS = 600;
/** Characters of a message that are read. */
const READ = 4000;

/** Frames of a stack, and what an inspected error of Node says beside its message. */
const NOISE: readonly RegExp[] = [
  /^at .+[(:].*\d\)?(?: \{)?$/,
  /^at <anonymous>$/,
  /^[\]}{)^\s]+,?$/,
  /^(?:code|failureType|generatedMessage|operator|diff|errno|syscall): .*$/,
  /^\[cause\]:$/,
];

/** Names of errors that say nothing: `Error [ERR_TEST_FAILURE]: `, `cause: AssertionError [ERR_ASSERTION]: `. */
const PREFIX = /^(?:\[?cause\]?: )?\[?(?:(?:Assertion)?Error \[ERR_\w+\]|AssertionError|Error): /;

/**
 * Condenses the message of a failed test to what was expected, what came and what was thrown: without stack frames,
 * without lines that it repeats, at most eight lines. The text is foreign.
 */
export function condenseTestMessage(message: string): string {
  const lines: string[] = [];
  const keys = new Set<string>();
  for (const raw of message.slice(0, READ).split('\n')) {
    const text = cleanLine(raw);
    if (text === '' || NOISE.some((form) => form.test(text))) continue;
    const key = text.replace(/\s+/g, '');
    if (keys.has(key) || isSaid(text, keys)) continue;
    keys.add(key);
    lines.push(text);
  }
  // Node writes the first line again in several: the whole is left out, so that values stand on their own line.
  const [first = '', ...rest] = lines;
  const joined = first.replace(/[\s^]+/g, '');
  const split = rest.some((line, at) => line !== '' && rest.slice(at).join('').replace(/\s+/g, '').startsWith(joined));
  const condensed = nameDiffValues(split ? rest : lines).map(nameValues);
  if (condensed.length === 0) return shortenMiddle(message.trim(), CHARACTERS);
  const shown =
    condensed.length <= LINES
      ? condensed
      : [...condensed.slice(0, LINES - 1), `… ${condensed.length - LINES + 1} more lines`];
  return shortenMiddle(shown.join('\n'), CHARACTERS);
}

/** Names the two values below a diff of node:assert in place of the diff, where both are whole. */
function nameDiffValues(lines: readonly string[]): readonly string[] {
  const diff_at = lines.indexOf('+ actual - expected');
  const [actual, expected] = ['actual', 'expected'].map((name) =>
    lines
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2)
      .replace(/,$/, ''),
  );
  if (diff_at < 0 || actual === undefined || expected === undefined) return lines;
  return [...lines.slice(0, diff_at), `expected ${expected}, got ${actual}`];
}

/** Names the two values of node:assert: which was expected, and which came. */
function nameValues(line: string, at: number, all: readonly string[]): string {
  const [, actual, expected] = /^(\S.*?) !== (\S.*)$/.exec(line) ?? [];
  return actual !== undefined && /strictly equal/.test(all[at - 1] ?? '')
    ? `expected ${expected}, got ${actual}`
    : line;
}

/** Cleans a line of the indentation of stacks, of names of errors that say nothing, and of brackets of inspection. */
function cleanLine(raw: string): string {
  const text = raw.trim();
  const bare = text.replace(PREFIX, '').replace(/^\[?cause\]?: /, '');
  const opened = text.startsWith('[') && bare !== text;
  return (opened ? bare.replace(/\](?: \{)?$/, '') : bare).replace(/(?<=\S) \{$/, '').trimEnd();
}

/** Tells whether an inspected value was said before as `-1 !== 3`, or an error with its name. */
function isSaid(text: string, seen: ReadonlySet<string>): boolean {
  const value = /^(?:actual|expected): (?<value>.*?),?$/.exec(text)?.groups?.value?.replace(/\s+/g, '');
  if (value !== undefined)
    return [...seen].some((line) => line.startsWith(`${value}!==`) || line.endsWith(`!==${value}`));
  const thrown = /^\w*Error(?: \[\w+\])?: (?<said>.*)$/.exec(text)?.groups?.said?.replace(/\s+/g, '');
  return thrown !== undefined && seen.has(thrown);
}
