import { UNKNOWN, unevaluated } from '../deed.js';
import type { Call, Machine } from './machine.js';
import { has, splitOptions } from './options.js';

type Print = (call: Call, machine: Machine) => string;

/** The files named, or what is read when there are none. */
export function content(call: Call, machine: Machine, operands: readonly { text: string }[]): string {
  if (operands.length === 0) return call.place.stdin?.rest() ?? UNKNOWN;
  return operands
    .map(({ text }) => {
      if (text === '-' || text === '/dev/stdin') return call.place.stdin?.rest() ?? UNKNOWN;
      return machine.sources.get(text)?.text ?? machine.files.read(text, call.scope.folder) ?? UNKNOWN;
    })
    .join('');
}

/** The text of a file that the line itself gave. */
export const writtenText = (path: string, { scope }: Call, { sources, files }: Machine): string | undefined =>
  sources.get(path)?.text ?? files.read(path, scope.folder);

const valueFor = ({ args }: Call, name: string): string | undefined =>
  args.find(({ text }) => text.startsWith(`${name}=`))?.text.slice(name.length + 1);

/** Files that `grep` names, in folders where it looks below them. */
const namesOf = (operands: readonly { text: string }[], below: boolean): string =>
  operands.length === 0
    ? UNKNOWN
    : operands.map(({ text }) => `${text.replaceAll('*', UNKNOWN)}${below ? `/${UNKNOWN}` : ''}\n`).join('');

/** Writes a file with what comes by the pipe. */
export function writeInput(path: string, text: string, call: Call, { files }: Machine, append = false): void {
  const { input } = call.place;
  const from = text.includes(UNKNOWN) && input?.kind === 'pipe' ? input.from : [];
  files[append ? 'append' : 'write'](path, text, call.scope.folder, from);
}

/** Programs that print what stands in files, or write what they read to them. */
export const fileOutputs: Readonly<Record<string, Print>> = {
  tee: (call, machine) => {
    const { options, operands } = splitOptions(call.args, { permuted: true });
    const text = call.place.stdin?.rest() ?? UNKNOWN;
    for (const { text: path } of operands) writeInput(path, text, call, machine, has(options, 'a', 'append'));
    return text;
  },
  grep: (call, machine) => {
    const { options, operands } = splitOptions(call.args, {
      short: 'efmABC',
      long: ['regexp', 'file', 'max-count', 'include', 'exclude', 'exclude-dir', 'color', 'context'],
      permuted: true,
    });
    if (has(options, 'c', 'count', 'q', 'quiet')) return UNKNOWN;
    const files = has(options, 'e', 'regexp', 'f', 'file') ? operands : operands.slice(1);
    const below = has(options, 'r', 'R', 'recursive');
    if (has(options, 'l', 'L', 'files-with-matches', 'files-without-match')) return namesOf(files, below);
    if (below) return UNKNOWN;
    if (has(options, 'o', 'only-matching', 'n', 'H', 'b', 'v', 'invert-match'))
      return has(options, 'v', 'invert-match')
        ? content(call, machine, files)
        : unevaluated(content(call, machine, files));
    // Patterns have more than one dialect: any of the lines may be chosen.
    return content(call, machine, files);
  },
  dd: (call, machine) => {
    const [from, to] = ['if', 'of'].map((name) => valueFor(call, name));
    const text =
      from === undefined ? (call.place.stdin?.rest() ?? UNKNOWN) : (writtenText(from, call, machine) ?? UNKNOWN);
    // Blocks that are left out or turned around are not counted.
    const changed = call.args.some(({ text }) => /^(?:skip|count|conv|bs|ibs)=/.test(text)) ? unevaluated(text) : text;
    if (to === undefined) return changed;
    writeInput(to, changed, call, machine);
    return '';
  },
  sponge: (call, machine) => {
    const { options, operands } = splitOptions(call.args, { permuted: true });
    const text = call.place.stdin?.rest() ?? UNKNOWN;
    for (const { text: path } of operands) writeInput(path, text, call, machine, has(options, 'a'));
    return operands.length > 0 ? '' : text;
  },
};
