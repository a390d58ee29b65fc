import { posix } from 'node:path';
import { isKnownWord, replaceWithUnevaluated, UNKNOWN_VALUE, UNREAD_VALUE } from '../../invocation.js';
import { forms, vocabulary } from '../../vocabulary/vocabulary.js';
import type { HandlerTable, ProgramHandler, ShellCall } from '../model/shell_interpreter.js';
import { decodePrintfEscapes, terminateLines } from '../syntax/format_printf.js';
import { getOptionValues, hasOption, splitOptions } from '../syntax/split_options.js';

const CHARACTERS: Readonly<Record<string, string>> = { '%%': '%', '%n': '\n', '%t': '\t' };

/** Fills a format: prints its literal characters, with unknown values for its fields. Any other sign is not read. */
const fillFormat = (format: string, fill: Readonly<Record<string, string>> = CHARACTERS): string =>
  format.replace(forms.format_field, (field) => fill[field] ?? (field.length === 1 ? UNREAD_VALUE : UNKNOWN_VALUE));

/** Predicts the output of a program of `formats` of programs.yml, whose format is an operand or an option. */
export function formatOutput({ program, args }: ShellCall): string {
  const { prefix, names, unread, ...grammar } = vocabulary.formats.get(program)!;
  const { options } = splitOptions(args, { ...grammar, permuted: true });
  const format = prefix
    ? args.find(({ text }) => text.startsWith(prefix))?.text.slice(prefix.length)
    : names
      ? getOptionValues(options, ...names).at(-1)?.text
      : args.map(({ text }) => text).join(' ');
  if (format === undefined) return UNKNOWN_VALUE;
  if (unread) return new RegExp(unread).test(format) ? UNREAD_VALUE : UNKNOWN_VALUE;
  if (/^[\w-]+$/.test(format)) return UNKNOWN_VALUE;
  return `${fillFormat(decodePrintfEscapes(format.replace(/^t?format:/, '')))}\n`;
}

/** Predicts the output of `git ls-files PATTERN…`, which a filter behind it may change. */
function listTracked(args: ShellCall['args']): string {
  const patterns = args.filter(({ text }) => !/^(?:--|-z|-c|--cached|-o|--others|--exclude-standard)$/.test(text));
  if (patterns.some(({ text }) => text.startsWith('-'))) return UNKNOWN_VALUE;
  return `${patterns.map(({ text }) => (/[*.]/.test(text) ? text : `${text}/*`)).join('\n') || '*'}\n`;
}

/** Predicts paths from the root, or from the folder in which the line starts; links are not followed. */
const realpath: ProgramHandler = ({ args, scope }) => {
  // Whatever it is relative to, it stays that file.
  const { operands } = splitOptions(args, { long: ['relative-to', 'relative-base'], permuted: true });
  const whole = operands.map(({ text }) => (/^[/~\u{FFFC}]/u.test(text) ? text : `${scope.value('PWD')}/${text}`));
  return terminateLines(whole.map((path) => posix.normalize(path).replace(/(?<=[^/])\/+$/, '')));
};

/** Outputs of programs that print their arguments in another form. */
export const formatOutputs: HandlerTable = {
  realpath,
  stat: ({ args }) => {
    const { options, operands } = splitOptions(args, { short: 'cft', long: ['format', 'printf'], permuted: true });
    const [format] = getOptionValues(options, 'c', 'f', 't', 'format', 'printf');
    if (!format) return UNKNOWN_VALUE;
    const names = operands.map(({ text, glob }) => (glob ? text.replaceAll('*', UNKNOWN_VALUE) : text));
    const line = decodePrintfEscapes(format.text);
    return terminateLines(names.map((name) => fillFormat(line, { '%%': '%', '%n': name, '%N': name })));
  },
  git: (call) => {
    const [subcommand = '', second] = call.args.map(({ text }) => text);
    // The top level is the workspace or above the current folder: `.` is precise enough.
    if (subcommand === 'rev-parse' && second === '--show-toplevel') return '.\n';
    if (subcommand === 'rev-parse' && second === '--sq-quote') return UNREAD_VALUE;
    if (subcommand === 'ls-files' && !call.context.isPiped) return listTracked(call.args.slice(1));
    return forms.git_filter.test(subcommand)
      ? replaceWithUnevaluated(call.context.stdin?.remaining || UNKNOWN_VALUE)
      : formatOutput(call);
  },
  /** Predicts `seq`, but not in a format of its own. */
  seq: ({ args }) => {
    const { options, operands } = splitOptions(args, { short: 'fs', long: ['format', 'separator'] });
    const texts = getOptionValues(options, 'f', 's', 'format', 'separator');
    if (texts.length > 0) return texts.every(({ text }) => forms.harmless.test(text)) ? UNKNOWN_VALUE : UNREAD_VALUE;
    const numbers = operands.map(({ text }) => Number(text));
    const [start, step, end] =
      numbers.length === 3 ? numbers : numbers.length === 2 ? [numbers[0], 1, numbers[1]] : [1, 1, numbers[0]];
    const count = Math.floor((end! - start!) / step!) + 1;
    if (!(count <= 100) || ![start, step].every(Number.isSafeInteger)) return UNKNOWN_VALUE;
    return terminateLines(Array.from({ length: Math.max(0, count) }, (_, n) => `${start! + n * step!}`));
  },
  /** Predicts `readlink`. Without an option its output is the target of a link, which is unknown. */
  readlink: (call) => (call.args.some(({ text }) => /^-\w*[fem]|^--canon/.test(text)) ? realpath(call) : UNKNOWN_VALUE),
  basename: ({ args }) => {
    const { options, operands } = splitOptions(args, { short: 's', long: ['suffix'] });
    const [suffix] = getOptionValues(options, 's', 'suffix');
    const several = suffix !== undefined || hasOption(options, 'a', 'multiple');
    const ending = suffix ?? (several ? undefined : operands[1]);
    const paths = several ? operands : operands.slice(0, 1);
    if (ending && !isKnownWord(ending)) return terminateLines(paths.map(({ text }) => replaceWithUnevaluated(text)));
    // The last part of the root is the root.
    const select = (path: string) => posix.basename(path, ending?.text) || posix.basename(path) || path.slice(0, 1);
    return terminateLines(paths.map(({ text }) => select(text)));
  },
  dirname: ({ args }) => {
    const paths = splitOptions(args, { permuted: true }).operands;
    return terminateLines(paths.map((path) => (isKnownWord(path) ? posix.dirname : replaceWithUnevaluated)(path.text)));
  },
  /** Predicts `jq`: unknown, but unread if a text of its program, or a value that it is given, may be printed. */
  jq: ({ args, context }) => {
    const { options, operands } = splitOptions(args, { short: 'fL', long: ['from-file', 'indent'], permuted: true });
    const hasArguments = options.some(({ name }) => /^(?:(?:json)?args|arg(?:json)?|slurpfile|rawfile)$/.test(name));
    const filterIndex = hasArguments ? operands.findIndex(({ text }) => /[.$"[|]/.test(text)) : 0;
    const program = hasOption(options, 'f', 'from-file') ? undefined : operands[Math.max(0, filterIndex)];
    const shown = (program?.text ?? '').replace(forms.jq_choosing, '');
    const texts = [...shown.matchAll(forms.jq_text)].map(([, inner]) =>
      inner!.replace(forms.jq_interpolation, UNKNOWN_VALUE),
    );
    const isMaking = forms.jq_making.test(shown) && (texts.length > 0 || /\bimplode\b/.test(shown));
    const hasEnvironment = /\benv\b|\$ENV/.test(shown) && Object.values(context.environment).some(isKnownWord);
    const isPlain = texts.every((text) => forms.plain_text.test(text));
    if (isMaking || hasEnvironment || (hasArguments && /\$/.test(shown)) || !isPlain) return UNREAD_VALUE;
    return replaceWithUnevaluated(context.stdin?.remaining || UNKNOWN_VALUE);
  },
};

/** Fills a format of `find` for each path that it finds below a root. */
export const formatFoundPaths = (format: string, paths: readonly string[], root: string): string =>
  paths.map((path) => fillFormat(decodePrintfEscapes(format), { '%%': '%', '%p': path, '%H': root })).join('');
