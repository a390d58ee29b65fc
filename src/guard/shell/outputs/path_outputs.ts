import { posix } from 'node:path';
import { isKnownWord, replaceWithUnevaluated, replaceWithUnknown, UNKNOWN_VALUE } from '../../invocation.js';
import type { ProgramHandler } from '../model/shell_interpreter.js';
import { terminateLines } from '../syntax/format_printf.js';
import { getOptionValues, hasOption, splitOptions } from '../syntax/split_options.js';

/** Resolves a path from the root, or from the folder in which the line starts. Does not follow symbolic links. */
const resolvePath = (path: string, folder: string): string =>
  posix
    .normalize(/^[/~]/.test(path) || path.startsWith(UNKNOWN_VALUE) ? path : `${folder}/${path}`)
    .replace(/(?<=[^/])\/+$/, '');

const realpath: ProgramHandler = ({ args, scope }) => {
  const { options, operands } = splitOptions(args, { long: ['relative-to', 'relative-base'], permuted: true });
  const folder = scope.value('PWD');
  if (getOptionValues(options, 'relative-to', 'relative-base').length === 0)
    return terminateLines(operands.map(({ text }) => resolvePath(text, folder)));
  // Whatever it is relative to, it stays that file.
  return terminateLines(operands.map(({ text }) => text));
};

/** Predicts `readlink`. Without an option its output is the target of a link, which is unknown. */
const readlink: ProgramHandler = (call, interpreter) => {
  const { options } = splitOptions(call.args, { permuted: true });
  return hasOption(options, 'f', 'e', 'm', 'canonicalize', 'canonicalize-existing', 'canonicalize-missing')
    ? realpath(call, interpreter)
    : UNKNOWN_VALUE;
};

/** Returns the last part of a path, as coreutils define it: the last part of the root is the root. */
const getLastPart = (path: string, suffix?: string): string =>
  posix.basename(path, suffix) || posix.basename(path) || (path === '' ? '' : '/');

const basename: ProgramHandler = ({ args }) => {
  const { options, operands } = splitOptions(args, { short: 's', long: ['suffix'] });
  const [suffix] = getOptionValues(options, 's', 'suffix');
  const several = suffix !== undefined || hasOption(options, 'a', 'multiple');
  const ending = suffix ?? (several ? undefined : operands[1]);
  const paths = several ? operands : operands.slice(0, 1);
  if (ending && !isKnownWord(ending)) return terminateLines(paths.map(({ text }) => replaceWithUnevaluated(text)));
  return terminateLines(paths.map(({ text }) => getLastPart(text, ending?.text)));
};

const dirname: ProgramHandler = ({ args }) => {
  const { operands } = splitOptions(args, { permuted: true });
  return terminateLines(
    operands.map((path) => (isKnownWord(path) ? posix.dirname(path.text) : replaceWithUnknown(path.text))),
  );
};

/** Outputs of programs that print a given path in another form. */
export const pathOutputs: Readonly<Record<string, ProgramHandler>> = { realpath, readlink, basename, dirname };
