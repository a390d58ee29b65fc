import { replaceWithUnevaluated, UNKNOWN_VALUE } from '../../invocation.js';
import { vocabulary } from '../../vocabulary/vocabulary.js';
import type { HandlerTable, ShellCall } from '../model/shell_interpreter.js';
import { terminateLines } from '../syntax/format_printf.js';
import { hasOption, splitOptions } from '../syntax/split_options.js';

/** Returns the text of the named files, or of the input if no file is named. */
export function readContent(call: ShellCall, operands: readonly { text: string }[]): string {
  const texts = (operands.length > 0 ? operands : [{ text: '-' }]).map(({ text: path }) => {
    const isInput = path === '-' || path === '/dev/stdin';
    return (isInput ? call.context.stdin?.readRest() : call.findWritten(path)?.text) ?? UNKNOWN_VALUE;
  });
  return texts.join('');
}

/** Writes the piped input to a file. */
export function writeInput(path: string, text: string, call: ShellCall, append = false): void {
  const { input } = call.context;
  const start = text.includes(UNKNOWN_VALUE) && input?.kind === 'pipe' ? input.from : [];
  call.interpreter.files[append ? 'append' : 'write'](path, text, call.scope.folder, start);
}

/** Writes the input to the files that are named, as `tee` does. Returns it. */
function writeOperands(call: ShellCall): string {
  const { options, operands } = splitOptions(call.args, { permuted: true });
  const text = call.context.stdin?.readRest() ?? UNKNOWN_VALUE;
  for (const { text: path } of operands) writeInput(path, text, call, hasOption(options, 'a', 'append'));
  return text;
}

/** Outputs of programs that print the content of files, or write their input to files. */
export const fileOutputs: HandlerTable = {
  tee: writeOperands,
  sponge: (call) => {
    const text = writeOperands(call);
    return call.args.length > 0 ? '' : text;
  },
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
    const content = readContent(call, files);
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
    writeInput(end, changed, call);
    return '';
  },
};
