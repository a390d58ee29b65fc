import { type ExpandedWord, replaceWithUnevaluated, UNKNOWN_VALUE, UNREAD_VALUE } from '../../invocation.js';
import type { ProgramHandler } from '../model/shell_interpreter.js';
import { decodePrintfEscapes } from '../syntax/format_printf.js';
import { getOptionValues, splitOptions } from '../syntax/split_options.js';

/** Fills a format: literal characters are printed, a value that nobody knows becomes unknown. */
const fillFormat = (
  format: string,
  directive: RegExp,
  message: (directive: string) => string | undefined = () => undefined,
): string => format.replace(directive, (result) => (result === '%%' ? '%' : (message(result) ?? UNKNOWN_VALUE)));

const DATE = /%%|%[-_0^#+]*\d*[EO]?:{0,3}[A-Za-z]/g;
const STAT = /%%|%[-+ #0']*\d*(?:\.\d*)?[HL]?[A-Za-z]/g;
const NUMBER = /%%|%[-+ #0']*\d*(?:\.\d*)?[a-zA-Z]/g;
const COMMIT =
  /%%|%x[\da-fA-F]{2}|%[<>|]+\([^)]*\)|%[-+ ]?(?:\([^)]*\)|C\([^)]*\)|w\([^)]*\)|[acgGCd][A-Za-z]{0,6}|[A-Za-z])/g;
const REFERENCE = /%%|%[\da-fA-F]{2}|%\([^)]*\)/g;
/** Formats that git knows by name. */
const NAMED = /^(?:oneline|short|medium|full|fuller|reference|email|mboxrd|raw|[\w-]*)$/;

const LINE_BREAKS: Readonly<Record<string, string>> = { '%n': '\n', '%t': '\t' };

const date: ProgramHandler = ({ args }) => {
  const format = args.find(({ text }) => text.startsWith('+'))?.text.slice(1);
  return format === undefined ? UNKNOWN_VALUE : `${fillFormat(format, DATE, (result) => LINE_BREAKS[result])}\n`;
};

const stat: ProgramHandler = ({ args }) => {
  const { options, operands } = splitOptions(args, { short: 'cft', long: ['format', 'printf'], permuted: true });
  const [format] = getOptionValues(options, 'c', 'f', 't', 'format', 'printf');
  if (!format) return UNKNOWN_VALUE;
  const names = operands.length > 0 ? operands : [format];
  return names
    .map(({ text, glob }) => {
      const name = glob ? text.replaceAll('*', UNKNOWN_VALUE) : text;
      return fillFormat(decodePrintfEscapes(format.text), STAT, (result) => (/[nN]$/.test(result) ? name : undefined));
    })
    .map((line) => `${line}\n`)
    .join('');
};

const decodeHexDirective = (result: string): string | undefined => {
  const [, code] = /^%x?([\da-fA-F]{2})$/.exec(result) ?? [];
  return code === undefined ? LINE_BREAKS[result] : String.fromCharCode(Number.parseInt(code, 16));
};

/** Subcommands of git that print their input. */
const GIT_FILTERS = ['stripspace', 'column', 'interpret-trailers', 'mailinfo', 'fmt-merge-msg'];

const git: ProgramHandler = ({ args, context }) => {
  const [subcommand, second] = args.map(({ text }) => text);
  // The top level is the workspace or above the current folder: `.` is precise enough.
  if (subcommand === 'rev-parse' && second === '--show-toplevel') return '.\n';
  if (subcommand === 'rev-parse' && second === '--sq-quote') return UNREAD_VALUE;
  if (GIT_FILTERS.includes(subcommand ?? '')) return replaceWithUnevaluated(context.stdin?.remaining || UNKNOWN_VALUE);
  const { options } = splitOptions(args, { long: ['format', 'pretty'], permuted: true });
  const format = getOptionValues(options, 'format', 'pretty').at(-1)?.text;
  if (format === undefined || NAMED.test(format)) return UNKNOWN_VALUE;
  const references = /^(?:for-each-ref|branch|tag|ls-files|ls-tree|cat-file)$/.test(subcommand ?? '');
  return `${fillFormat(format.replace(/^t?format:/, ''), references ? REFERENCE : COMMIT, decodeHexDirective)}\n`;
};

const curl: ProgramHandler = ({ args }) => {
  const { options } = splitOptions(args, { short: 'woXHdFuAebcT', long: ['write-out', 'output'], permuted: true });
  const format = getOptionValues(options, 'w', 'write-out').at(-1)?.text;
  if (format === undefined) return UNKNOWN_VALUE;
  const body = getOptionValues(options, 'o', 'output').length > 0 ? '' : UNKNOWN_VALUE;
  return body + fillFormat(decodePrintfEscapes(format), /%%|%\{[^}]*\}/g);
};

/** Predicts `ps -o pid='HEADER'`, which prints a given header. */
const ps: ProgramHandler = ({ args }) => {
  const { options } = splitOptions(args, { short: 'oOpCuUgGts', permuted: true });
  const headers = getOptionValues(options, 'o', 'O', 'format').flatMap(
    ({ text }) => /=([\s\S]*[^\w,=%:][\s\S]*)$/.exec(text)?.[1] ?? [],
  );
  return headers.length > 0 ? `${headers.join(' ')}\n${UNKNOWN_VALUE}` : UNKNOWN_VALUE;
};

const seq: ProgramHandler = ({ args }) => {
  const texts = args.map(({ text }) => text);
  const numbers: number[] = [];
  let format: string | undefined;
  let gap = '\n';
  for (let index = 0; index < texts.length; index += 1) {
    const [, option, value] = /^(?:-([fs])|--(?:format|separator)=?)([\s\S]*)$/.exec(texts[index]!) ?? [];
    if (value === undefined) {
      if (!/^-(?:w|-equal-width)$/.test(texts[index]!)) numbers.push(Number(texts[index]));
      continue;
    }
    const input = value === '' ? (texts[++index] ?? '') : value;
    if (option === 's' || texts[index]!.startsWith('--s')) gap = decodePrintfEscapes(input);
    else format = input;
  }
  const [first = Number.NaN, second, third] = numbers;
  const [start, step, end] =
    third !== undefined ? [first, second!, third] : second !== undefined ? [first, 1, second] : [1, 1, first];
  const count = Math.floor((end - start) / step) + 1;
  const line = (number: string) => (format === undefined ? number : fillFormat(format, NUMBER, () => number));
  if (!(count <= 100) || ![start, step].every(Number.isSafeInteger))
    return format === undefined && gap === '\n'
      ? UNKNOWN_VALUE
      : `${line(UNKNOWN_VALUE)}${gap}${line(UNKNOWN_VALUE)}\n`;
  return `${Array.from({ length: Math.max(0, count) }, (_, n) => line(`${start + n * step}`)).join(gap)}\n`;
};

/** Fills a Go template: prints its literal characters, with unknown values for its actions. */
const fillTemplate = (format: string): string =>
  format.replace(/\{\{[^}]*\}\}/g, (result) =>
    /^\{\{-?\s*(?:print(?:f|ln)?\s*)?["`]/.test(result) && !/^\{\{-?\s*"(?:\\[nt]|[\w,:. ])*"\s*-?\}\}$/.test(result)
      ? UNREAD_VALUE
      : UNKNOWN_VALUE,
  );

const template: ProgramHandler = ({ args }) => {
  const { options } = splitOptions(args, { short: 'f', long: ['format'], permuted: true });
  // `-f` of `ps` is a filter.
  const names = args.some(({ text }) => text === 'inspect') ? ['format', 'f'] : ['format'];
  const format = getOptionValues(options, ...names).at(-1)?.text;
  return format === undefined || /^(?:json|table\b.*|raw)$/.test(format) ? UNKNOWN_VALUE : `${fillTemplate(format)}\n`;
};

/** Predicts `kubectl get -o jsonpath='{.a}{"\\n"}'`. */
const kubectl: ProgramHandler = ({ args }) => {
  const { options } = splitOptions(args, { short: 'on', long: ['output', 'namespace'], permuted: true });
  const shape = getOptionValues(options, 'o', 'output').at(-1)?.text.replace(/^=/, '');
  const [, kind, format] = /^(jsonpath|go-template)(?:-as-json)?=([\s\S]*)$/.exec(shape ?? '') ?? [];
  if (format === undefined) return UNKNOWN_VALUE;
  if (kind === 'go-template') return fillTemplate(format);
  return format.replace(/\{([^}]*)\}/g, (_, inner) => {
    const [, , text] = /^(["'])(.*)\1$/.exec(inner) ?? [];
    return text === undefined ? UNKNOWN_VALUE : decodePrintfEscapes(text);
  });
};

/** Outputs of programs whose arguments contain an output format. */
export const formatOutputs: Readonly<Record<string, ProgramHandler>> = {
  date,
  stat,
  git,
  curl,
  ps,
  seq,
  docker: template,
  kubectl,
  podman: template,
};

const DIRECTIVE = /%%|%[-+ #0]*\d*(?:\.\d*)?(?:[ABCT][\w@+]|[A-Za-z])/g;

/** Returns the output of `find` below a root, and passes what its actions write to `write`. */
export function formatFoundPaths(
  tests: readonly ExpandedWord[],
  result: readonly string[],
  root: string,
  write: (path: string, text: string) => void,
): string {
  const names = result.map((path) => `${path}\n`).join('');
  const printed: string[] = [];
  for (const [index, { text }] of tests.entries()) {
    const [next, behind] = tests.slice(index + 1, index + 3).map((word) => word.text);
    if (next === undefined) continue;
    const message = (format: string) => result.map((path) => formatFoundPath(format, path, root)).join('');
    if (text === '-printf') printed.push(message(next));
    else if (text === '-fprintf') write(next, message(behind ?? ''));
    else if (/^-f(?:print0?|ls)$/.test(text)) write(next, names);
  }
  return printed.length > 0 ? printed.join('') : names;
}

const formatFoundPath = (format: string, path: string, root: string): string =>
  fillFormat(decodePrintfEscapes(format), DIRECTIVE, (result) =>
    result === '%p' ? path : result === '%H' ? root : undefined,
  );
