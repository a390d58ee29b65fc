import { replaceWithUnevaluated, UNKNOWN_VALUE, UNREAD_VALUE, writeLine } from '../../invocation.js';
import { forms, programWords, vocabulary } from '../../vocabulary/vocabulary.js';
import { MAX_LINE_LENGTH } from '../model/reading_budget.js';
import { createHandlerMap, type ProgramHandler, type ShellCall } from '../model/shell_interpreter.js';
import { decodePrintfEscapes, formatPrintf, terminateLines } from '../syntax/format_printf.js';
import { getOptionValues, hasOption, splitOptions } from '../syntax/split_options.js';
import { formatOutput, formatOutputs } from './format_outputs.js';

/** Predicts the output of a program from its arguments and its input; `UNKNOWN_VALUE` stands for unknown text. */
export function predictOutput(call: ShellCall): string {
  const { program } = call;
  // No other line gets it: like the id of its shell, it makes a name that nothing else has.
  if (forms.unique_output.test(writeLine(call))) return `${vocabulary.uniqueMark}00\n`;
  const general = vocabulary.formats.has(program) ? formatOutput : undefined;
  const print = OUTPUT_FUNCTIONS.get(program) ?? (programWords.filters.has(program) ? filterInput : general);
  const text = print ? print(call) : programWords.silent.has(program) ? '' : UNKNOWN_VALUE;
  if (text.length > MAX_LINE_LENGTH) return UNREAD_VALUE;
  call.interpreter.budget.spend(text.length >> 6);
  return text;
}

const MAX_FILES = 16;
const MAX_SET = 1024;

const getTexts = ({ args }: ShellCall) => args.map(({ text }) => text);

type Change = (text: string, options: ReturnType<typeof splitOptions>) => string | undefined;

/** Creates the output function of a filter over known text; of unknown lines, one that selects may print any. */
const createFilter =
  (change: Change, short = '', selects = false): ProgramHandler =>
  (call) => {
    const split = splitOptions(call.args, { short, permuted: true });
    const text = call.readFiles(split.operands);
    if (text.includes(UNKNOWN_VALUE)) return selects ? text : replaceWithUnevaluated(text);
    return change(text, split) ?? UNREAD_VALUE;
  };

const createSelection = (choose: Change, short?: string) => createFilter(choose, short, true);

const decodeText = (encoding: 'base64' | 'hex', text: string): string => {
  const plain = text.replace(/\s+/g, '');
  const valid = encoding === 'hex' ? /^[\da-f]*$/i : /^[\w+/=-]*$/;
  return valid.test(plain) ? Buffer.from(plain, encoding).toString('utf8') : UNREAD_VALUE;
};

const base64: ProgramHandler = createFilter(
  (text, { options }) =>
    hasOption(options, 'd', 'D', 'decode') ? decodeText('base64', text) : `${Buffer.from(text).toString('base64')}\n`,
  'w',
);

const splitLines = (text: string) => text.replace(/\n$/, '').split('\n');

/** Creates the output function of `head`, or of `tail`; counts of characters are not evaluated. */
const createHead = (last: boolean) =>
  createSelection((text, { options }) => {
    const numbered = options.map(({ name }) => name).join('');
    const count = getOptionValues(options, 'n', 'lines')[0]?.text ?? (/^\d+$/.test(numbered) ? numbered : '10');
    const all = splitLines(text);
    if (!/^\d{1,6}$/.test(count) || hasOption(options, 'c', 'bytes')) return undefined;
    return terminateLines(last ? all.slice(-Number(count)) : all.slice(0, Number(count)));
  }, 'cn');

const sortLines: Change = (text, { options }) => {
  if (options.some(({ name }) => !/^(?:[uo]|unique|output)$/.test(name))) return undefined;
  const lines = splitLines(text).sort();
  return terminateLines(hasOption(options, 'u', 'unique') ? [...new Set(lines)] : lines);
};

/** Predicts the output of a filter that is not evaluated: unread if its input may hide known text. */
function filterInput(call: ShellCall): string {
  const files = splitOptions(call.args, { permuted: true }).operands.slice(0, MAX_FILES);
  const read = files.map(({ text }) => call.findWritten(text)?.text ?? '');
  const texts = [call.context.stdin?.remaining ?? '', ...read].filter((text) => text !== '');
  return texts.some((text) => replaceWithUnevaluated(text) === UNREAD_VALUE) ? UNREAD_VALUE : UNKNOWN_VALUE;
}

/** Writes the input to the files that are named, as `tee` does. Returns it. */
function writeOperands(call: ShellCall): string {
  const { options, operands } = splitOptions(call.args, { permuted: true });
  const text = call.context.stdin?.readRest() ?? UNKNOWN_VALUE;
  const kind = hasOption(options, 'a', 'append') ? 'append' : 'write';
  for (const { text: path } of operands) call.write(path, text, undefined, kind);
  return text;
}

const OUTPUT_FUNCTIONS = createHandlerMap({
  echo: (call) => {
    const words = getTexts(call);
    let index = 0;
    while (/^-[neE]+$/.test(words[index] ?? '')) index += 1;
    const options = words.slice(0, index).join('');
    const text = words.slice(index).join(' ');
    return (options.includes('e') ? decodePrintfEscapes(text) : text) + (options.includes('n') ? '' : '\n');
  },
  printf: (call) => formatPrintf(getTexts(call)),
  cat: (call) => call.readFiles(splitOptions(call.args, { permuted: true }).operands),
  base64,
  openssl: (call) =>
    call.args[0]?.text === 'base64' ? base64(call.with({ args: call.args.slice(1) })) : filterInput(call),
  xxd: createFilter((text, { options }) =>
    hasOption(options, 'r') && hasOption(options, 'p', 'ps') ? decodeText('hex', text) : undefined,
  ),
  rev: createFilter((text) => terminateLines(splitLines(text).map((line) => [...line].reverse().join('')))),
  tac: createFilter((text) => terminateLines(splitLines(text).reverse())),
  tr: (call) => {
    const text = call.context.stdin?.readRest() ?? UNKNOWN_VALUE;
    if (text.includes(UNKNOWN_VALUE)) return replaceWithUnevaluated(text);
    return translateCharacters(text, getTexts(call)) ?? UNREAD_VALUE;
  },
  head: createHead(false),
  tail: createHead(true),
  cut: createFilter((text, { options }) => {
    const [list] = getOptionValues(options, 'c', 'b', 'f');
    const range = /^(\d*)(-?)(\d*)$/.exec(list?.text ?? '');
    if (!range) return undefined;
    const start = Math.max(1, Number(range[1] || 1));
    const end = range[2] === '' ? start : Number(range[3] || MAX_LINE_LENGTH);
    const delimiter = getOptionValues(options, 'd')[0]?.text ?? '\t';
    const fields = hasOption(options, 'f');
    const select = (line: string) =>
      (fields ? line.split(delimiter) : [...line]).slice(start - 1, end).join(fields ? delimiter : '');
    return terminateLines(splitLines(text).map(select));
  }, 'cbfd'),
  sort: (call) => {
    const text = createSelection(sortLines, 'oktST')(call);
    const { options } = splitOptions(call.args, { short: 'oktST', long: ['output'], permuted: true });
    const [path] = getOptionValues(options, 'o', 'output');
    if (path) call.write(path.text, text);
    return path ? '' : text;
  },
  // Equal lines may be omitted.
  uniq: createSelection((text, { options }) => (hasOption(options, 'c', 'count', 'f', 's', 'w') ? undefined : text)),
  mktemp: ({ args }) => {
    const { options, operands } = splitOptions(args, { short: 'p', long: ['suffix'], permuted: true });
    const [folder] = getOptionValues(options, 'p', 'tmpdir');
    const name = operands[0] ? operands[0].text.replace(/X{3,}/, UNKNOWN_VALUE) : `tmp.${UNKNOWN_VALUE}`;
    const inside = folder?.text ?? (operands[0] && !hasOption(options, 't', 'tmpdir') ? undefined : '/tmp');
    return `${inside === undefined ? name : `${inside}/${name}`}\n`;
  },
  strings: createFilter((text) => text),
  // A pattern in the name: whatever it matches.
  ls: ({ args }) => {
    const { options, operands } = splitOptions(args, { permuted: true });
    const isWhole = hasOption(options, 'd', 'directory') || operands.every(({ text }) => /^[/~].*\*/.test(text));
    const paths = isWhole ? operands : [];
    if (hasOption(options, 'l') || paths.length === 0) return UNKNOWN_VALUE;
    return terminateLines(paths.map(({ text }) => text.replaceAll('*', UNKNOWN_VALUE)));
  },
  yes: (call) => `${getTexts(call).join(' ') || 'y'}\n`.repeat(10),
  pwd: ({ scope }) => `${scope.value('PWD')}\n`,
  'which type': ({ args }) => {
    const { operands } = splitOptions(args, { permuted: true });
    return operands.map(({ text }) => (text.includes('/') ? text : `/usr/bin/${text}`)).join('\n');
  },
  tee: writeOperands,
  sponge: (call) => writeOperands(call).slice(call.args.length > 0 ? Number.POSITIVE_INFINITY : 0),
  grep: (call) => {
    const { options, operands } = splitOptions(call.args, vocabulary.getopt.grep);
    if (hasOption(options, 'c', 'count', 'q', 'quiet')) return UNKNOWN_VALUE;
    const files = hasOption(options, 'e', 'regexp', 'f', 'file') ? operands : operands.slice(1);
    const nested = hasOption(options, 'r', 'R', 'recursive');
    if (hasOption(options, 'l', 'L', 'files-with-matches', 'files-without-match')) {
      const names = files.map(({ text }) => text.replaceAll('*', UNKNOWN_VALUE));
      return terminateLines(nested ? names.map((name) => `${name}/${UNKNOWN_VALUE}`) : names) || UNKNOWN_VALUE;
    }
    if (nested) return UNKNOWN_VALUE;
    // Patterns have several dialects: any line may match.
    const content = call.readFiles(files);
    return hasOption(options, 'o', 'only-matching', 'n', 'H', 'b') ? replaceWithUnevaluated(content) : content;
  },
  dd: (call) => {
    const find = (name: string) => call.args.find(({ text }) => text.startsWith(name))?.text.slice(name.length);
    const [start, end] = [find('if='), find('of=')];
    const input = start === undefined ? call.context.stdin?.readRest() : call.findWritten(start)?.text;
    const text = input ?? UNKNOWN_VALUE;
    // Skipped and swapped blocks are not evaluated.
    const isChanged = call.args.some((arg) => /^(?:skip|count|conv|bs|ibs)=/.test(arg.text));
    const changed = isChanged ? replaceWithUnevaluated(text) : text;
    if (end === undefined) return changed;
    call.write(end, changed);
    return '';
  },
  ...formatOutputs,
});

/** Returns the output of `tr` for a text; undefined if it is not evaluated. */
function translateCharacters(text: string, args: readonly string[]): string | undefined {
  const options = args.filter((arg) => /^-[cCdst]+$/.test(arg)).join('');
  const [start, end] = args.filter((arg) => !/^-[cCdst]+$/.test(arg)).map(expandCharacterSet);
  if (start === undefined || /[cCs]/.test(options)) return undefined;
  if (options.includes('d')) return [...text].filter((c) => !start.includes(c)).join('');
  if (end === undefined || end.length === 0) return undefined;
  const table = new Map(start.map((c, index) => [c, end[Math.min(index, end.length - 1)]!]));
  return [...text].map((c) => table.get(c) ?? c).join('');
}

/** Expands a character set of `tr`: ranges, classes, escapes. */
function expandCharacterSet(set: string): string[] {
  const classes = set.replace(/\[:(\w+):\]/g, (_, name: string) => vocabulary.characterClasses[name] ?? '');
  const plain = decodePrintfEscapes(classes).slice(0, MAX_SET);
  const expanded = plain.replace(/([\s\S])-([\s\S])/gu, (range, first: string, last: string) => {
    const start = first.codePointAt(0)!;
    const length = last.codePointAt(0)! - start + 1;
    if (length < 1 || length > 256) return range;
    return String.fromCodePoint(...Array.from({ length }, (_, index) => start + index));
  });
  return [...expanded].slice(0, MAX_SET);
}
