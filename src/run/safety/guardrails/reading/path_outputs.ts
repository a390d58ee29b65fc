import { posix } from 'node:path';
import { known, UNKNOWN, unevaluated, unknownFor } from '../deed.js';
import type { Call } from './machine.js';
import { has, splitOptions, valuesOf } from './options.js';

type Print = (call: Call) => string;

const lines = (texts: readonly string[]) => texts.map((text) => `${text}\n`).join('');

/** The path from the root or from where the line begins; links are not followed. */
const whole = (path: string, folder: string): string =>
  posix
    .normalize(/^[/~]/.test(path) || path.startsWith(UNKNOWN) ? path : `${folder}/${path}`)
    .replace(/(?<=[^/])\/+$/, '');

const realpath: Print = ({ args, scope }) => {
  const { options, operands } = splitOptions(args, { long: ['relative-to', 'relative-base'], permuted: true });
  const folder = scope.value('PWD');
  const [base] = valuesOf(options, 'relative-to', 'relative-base');
  if (!base) return lines(operands.map(({ text }) => whole(text, folder)));
  if (!known(base)) return unknownFor(base.text);
  return lines(
    operands.map((path) => {
      if (!known(path)) return unknownFor(path.text);
      return posix.relative(whole(base.text, folder), whole(path.text, folder)) || '.';
    }),
  );
};

/** Without an option it tells where a link leads, which only the machine knows. */
const readlink: Print = (call) => {
  const { options } = splitOptions(call.args, { permuted: true });
  return has(options, 'f', 'e', 'm', 'canonicalize', 'canonicalize-existing', 'canonicalize-missing')
    ? realpath(call)
    : UNKNOWN;
};

/** The last part of a path, as coreutils has it: that of the root is the root. */
function lastPart(path: string, suffix: string): string {
  const plain = path.replace(/\/+$/, '');
  if (plain === '') return path === '' ? '' : '/';
  const last = plain.slice(plain.lastIndexOf('/') + 1);
  return last !== suffix && last.endsWith(suffix) ? last.slice(0, last.length - suffix.length) : last;
}

const basename: Print = ({ args }) => {
  const { options, operands } = splitOptions(args, { short: 's', long: ['suffix'] });
  const [suffix] = valuesOf(options, 's', 'suffix');
  const several = suffix !== undefined || has(options, 'a', 'multiple');
  const ending = suffix ?? (several ? undefined : operands[1]);
  const paths = several ? operands : operands.slice(0, 1);
  if (ending && !known(ending)) return lines(paths.map(({ text }) => unevaluated(text)));
  return lines(paths.map(({ text }) => lastPart(text, ending?.text ?? '')));
};

const dirname: Print = ({ args }) => {
  const { operands } = splitOptions(args, { permuted: true });
  return lines(operands.map((path) => (known(path) ? posix.dirname(path.text) : unknownFor(path.text))));
};

/** Programs that print a path that they are given in another form. */
export const pathOutputs: Readonly<Record<string, Print>> = { realpath, readlink, basename, dirname };
