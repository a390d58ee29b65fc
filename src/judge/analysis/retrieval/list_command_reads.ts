/** Part of a file that was read. */
export interface FileRead {
  /** Path as it was written. */
  file: string;
  /**
   * Lines that were shown, from 1: `last` of null = to the end of the file. null = the file was searched or shown in
   * parts that the command does not tell.
   */
  lines: { first: number; last: number | null } | null;
}

const WHOLE = { first: 1, last: null };
/** Programs that print files as a whole, and those that search them. */
const PRINTERS = new Set(['cat', 'nl', 'less', 'more', 'bat', 'tac', 'view']);
const SEARCHERS = new Set(['grep', 'egrep', 'fgrep', 'rg', 'ag', 'awk', 'wc']);

/**
 * Lists what the commands of one line read, in their order. A command without a file behind another one narrows what that
 * one prints, as in `nl FILE | sed -n 1,20p`.
 *
 * @param commands simple commands of the line, each as words with blanks between them
 */
export function listCommandReads(commands: readonly string[]): FileRead[] {
  const reads: FileRead[] = [];
  for (const command of commands) {
    const [program = '', ...words] = command.trim().split(/\s+/);
    const name = program.slice(program.lastIndexOf('/') + 1);
    const read = readCommand(name, words);
    if (read === undefined) continue;
    const { files, lines } = read;
    const previous = reads.at(-1);
    if (files.length > 0) reads.push(...files.map((file) => ({ file, lines })));
    else if (previous !== undefined && lines !== null && previous.lines?.first === 1 && previous.lines.last === null)
      previous.lines = lines;
  }
  return reads;
}

type CommandRead = { files: string[]; lines: FileRead['lines'] };

/** Reads one command; undefined if it reads no file that its words name. */
function readCommand(name: string, words: readonly string[]): CommandRead | undefined {
  if (PRINTERS.has(name)) return { files: listOperands(words), lines: { ...WHOLE } };
  if (name === 'head') return readHead(words);
  if (name === 'tail') return readTail(words);
  if (name === 'sed') return readSed(words);
  if (!SEARCHERS.has(name)) return undefined;
  // The first operand is what is searched for.
  return { files: listOperands(words).slice(name === 'wc' ? 0 : 1), lines: null };
}

const listOperands = (words: readonly string[]): string[] =>
  words.filter((word) => !/^(?:[-+<>|&]|\d+(?:$|[<>]))/.test(word));

/** Reads an option with a number, as `-n 20`, `-n20`, `--lines=20` or `-20`. */
function takeCount(words: readonly string[]): { count: string | undefined; rest: string[] } {
  const rest: string[] = [];
  let count: string | undefined;
  for (let index = 0; index < words.length; index++) {
    const word = words[index]!;
    const [, inside] = /^(?:-n|--lines=|-(?=\d))([+-]?\d+)$/.exec(word) ?? [];
    if (inside !== undefined) count = inside;
    else if (word === '-n' || word === '--lines') count = words[++index];
    else rest.push(word);
  }
  return { count, rest };
}

/** Tells whether `head` or `tail` counts bytes: which lines these are is not known. */
const isByBytes = (words: readonly string[]): boolean => words.some((word) => /^(?:-c|--bytes)/.test(word));

function readHead(words: readonly string[]): CommandRead {
  if (isByBytes(words)) return { files: listOperands(words), lines: null };
  const { count, rest } = takeCount(words);
  const last = Number(count ?? 10);
  return { files: listOperands(rest), lines: last > 0 ? { first: 1, last } : null };
}

function readTail(words: readonly string[]): CommandRead {
  if (isByBytes(words)) return { files: listOperands(words), lines: null };
  const { count = '10', rest } = takeCount(words);
  const first = Number(count);
  return { files: listOperands(rest), lines: count.startsWith('+') && first > 0 ? { first, last: null } : null };
}

/** Reads `sed -n 10,20p FILE`; of several ranges their union is taken. Any other script shows parts unknown here. */
function readSed(words: readonly string[]): CommandRead | undefined {
  if (words.some((word) => /^(-[a-zA-Z]*i|--in-place)/.test(word))) return undefined;
  const operands = words.filter((word) => !word.startsWith('-'));
  const [script = '', ...files] = operands;
  const ranges = script.split(';').map((part) => /^(\d+)(?:,(\d+|\$))?p$/.exec(part.trim()));
  if (ranges.some((range) => range === null) || !words.some((word) => /^-[a-zA-Z]*n/.test(word)))
    return { files, lines: null };
  const firsts = ranges.map((range) => Number(range![1]));
  const lasts = ranges.map((range) => (range![2] === '$' ? null : Number(range![2] ?? range![1])));
  const last = lasts.includes(null) ? null : Math.max(...(lasts as number[]));
  const first = Math.min(...firsts);
  return { files, lines: first < 1 || (last !== null && last < first) ? null : { first, last } };
}
