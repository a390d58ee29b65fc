import { replaceWithUnevaluated, UNKNOWN_VALUE } from '../../invocation.js';
import { vocabulary } from '../../vocabulary/vocabulary.js';
import type { ProgramHandler, ShellCall, ShellInterpreter } from '../model/shell_interpreter.js';
import { hasOption, splitOptions } from '../syntax/split_options.js';

/** Returns the text of the named files, or of the input if no file is named. */
export function readContent(
  call: ShellCall,
  interpreter: ShellInterpreter,
  operands: readonly { text: string }[],
): string {
  if (operands.length === 0) return call.context.stdin?.readRest() ?? UNKNOWN_VALUE;
  return operands
    .map(({ text }) => {
      if (text === '-' || text === '/dev/stdin') return call.context.stdin?.readRest() ?? UNKNOWN_VALUE;
      return interpreter.sources.get(text)?.text ?? interpreter.files.read(text, call.scope.folder) ?? UNKNOWN_VALUE;
    })
    .join('');
}

/** Returns the text that the command line itself wrote to a file; undefined if it did not write the file. */
export const findWrittenText = (
  path: string,
  { scope }: ShellCall,
  { sources, files }: ShellInterpreter,
): string | undefined => sources.get(path)?.text ?? files.read(path, scope.folder);

const getVariableValue = ({ args }: ShellCall, name: string): string | undefined =>
  args.find(({ text }) => text.startsWith(`${name}=`))?.text.slice(name.length + 1);

/** Returns the output of `grep` that lists the matching files, also below folders. */
const listFileNames = (operands: readonly { text: string }[], nested: boolean): string =>
  operands.map(({ text }) => `${text.replaceAll('*', UNKNOWN_VALUE)}${nested ? `/${UNKNOWN_VALUE}` : ''}\n`).join('') ||
  UNKNOWN_VALUE;

/** Writes the piped input to a file. */
export function writeInput(
  path: string,
  text: string,
  call: ShellCall,
  { files }: ShellInterpreter,
  append = false,
): void {
  const { input } = call.context;
  const start = text.includes(UNKNOWN_VALUE) && input?.kind === 'pipe' ? input.from : [];
  files[append ? 'append' : 'write'](path, text, call.scope.folder, start);
}

/** Writes the input to the files that are named, as `tee` does. Returns it. */
function writeOperands(call: ShellCall, interpreter: ShellInterpreter): string {
  const { options, operands } = splitOptions(call.args, { permuted: true });
  const text = call.context.stdin?.readRest() ?? UNKNOWN_VALUE;
  for (const { text: path } of operands) writeInput(path, text, call, interpreter, hasOption(options, 'a', 'append'));
  return text;
}

/** Outputs of programs that print the content of files, or write their input to files. */
export const fileOutputs: Readonly<Record<string, ProgramHandler>> = {
  tee: (call, interpreter) => writeOperands(call, interpreter),
  sponge: (call, interpreter) => {
    const text = writeOperands(call, interpreter);
    return call.args.length > 0 ? '' : text;
  },
  grep: (call, interpreter) => {
    const { options, operands } = splitOptions(call.args, vocabulary.getopt.grep);
    if (hasOption(options, 'c', 'count', 'q', 'quiet')) return UNKNOWN_VALUE;
    const files = hasOption(options, 'e', 'regexp', 'f', 'file') ? operands : operands.slice(1);
    const nested = hasOption(options, 'r', 'R', 'recursive');
    if (hasOption(options, 'l', 'L', 'files-with-matches', 'files-without-match')) return listFileNames(files, nested);
    if (nested) return UNKNOWN_VALUE;
    // Patterns have several dialects: any line may match.
    const content = readContent(call, interpreter, files);
    return hasOption(options, 'o', 'only-matching', 'n', 'H', 'b') ? replaceWithUnevaluated(content) : content;
  },
  dd: (call, interpreter) => {
    const [start, end] = ['if', 'of'].map((name) => getVariableValue(call, name));
    const text =
      start === undefined
        ? (call.context.stdin?.readRest() ?? UNKNOWN_VALUE)
        : (findWrittenText(start, call, interpreter) ?? UNKNOWN_VALUE);
    // Skipped and swapped blocks are not evaluated.
    const changed = call.args.some(({ text }) => /^(?:skip|count|conv|bs|ibs)=/.test(text))
      ? replaceWithUnevaluated(text)
      : text;
    if (end === undefined) return changed;
    writeInput(end, changed, call, interpreter);
    return '';
  },
};
