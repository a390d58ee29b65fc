import { compilePattern } from '../../arguments/compile_pattern.js';
import { concatenateWords, createWord, type ExpandedWord, UNKNOWN_VALUE } from '../../invocation.js';
import { isShellCode } from '../../quote_words.js';
import { programWords, vocabulary, type WrapperSpec } from '../../vocabulary/vocabulary.js';
import type { ShellCall } from '../model/shell_interpreter.js';
import { compileGlob } from '../syntax/compile_glob.js';
import { getOptionValues, hasOption, splitOptions } from '../syntax/split_options.js';

const MAX_DISTANCE = 8;

/** Returns the index at which a dangerous command may begin among arguments: its name, with something behind it. */
function findRiskyArgument(args: readonly ExpandedWord[]): number {
  return args.slice(0, MAX_DISTANCE).findIndex(({ text }, index) => {
    const behind = args[index + 1]?.text ?? '';
    if (text === 'git' && args.length > index + 2) return true;
    if (text === 'eval') return programWords.risky.has(/^[\w.-]+/.exec(behind)?.[0] ?? '');
    return programWords.risky.has(text.slice(text.lastIndexOf('/') + 1)) && /^[-/~.*]|=|\//.test(behind);
  });
}

/** Returns the risky programs that a pattern in the place of a program may match. */
function listRiskyAlternatives(pattern: string): string[] {
  const source = pattern.includes(UNKNOWN_VALUE) ? undefined : compileGlob(pattern);
  const whole = source === undefined ? undefined : compilePattern(`^(?:${source})$`);
  return whole ? [...programWords.risky].filter((name) => whole.test(name)).slice(0, 3) : [];
}

/** Runs the command that a wrapper runs; its output; undefined if the program is not a wrapper. */
export function runWrappedCommand(call: ShellCall): string | undefined {
  const wrapper = vocabulary.wrappers.get(call.program);
  if (wrapper) return runWrapped(call, wrapper);
  if (/^ld(-linux.*)?\.so/.test(call.program)) return runWrapped(call, { long: ['library-path', 'preload', 'argv0'] });
  return reportSuspectedCommands(call);
}

function runWrapped(call: ShellCall, wrapper: WrapperSpec): string {
  const { skip = 0 } = wrapper;
  const { options, operands } = splitOptions(call.args, wrapper);
  // Some wrappers take options behind their own operands.
  const behind = splitOptions(operands.slice(skip), wrapper);
  const words = behind.options.length > 0 && skip > 0 ? behind.operands : operands.slice(skip);
  if (skip > 0) options.push(...behind.options);
  const [folder] = getOptionValues(options, ...(wrapper.folder ?? []));
  const scope = folder ? call.scope.copy() : call.scope;
  if (folder) scope.folder = folder.text;
  const code = getOptionValues(options, ...(wrapper.code ?? []));
  const previous = call.interpreter.invocations.length;
  if (wrapper.own) call.record();
  let printed = '';
  const environment: Record<string, ExpandedWord> = { ...call.context.environment };
  if (wrapper.assigns) takeAssignments(words, environment);
  const inner = call.with({ scope, context: { ...call.context, environment } });
  const run = (text: string, args: readonly ExpandedWord[]) => inner.runShell(text, [createWord('sh'), ...args]);
  const line = concatenateWords(words).text;
  // In `env -S 'rm -rf' /` the operands continue the code.
  for (const { text } of code) printed = run(wrapper.assigns ? `${text} ${line}` : text, words);
  // A single word that contains several is code, as for package runners.
  const joined = (wrapper.joined && !hasOption(options, 'x', 'exec')) || (words.length === 1 && isShellCode(words[0]!));
  if (code.length === 0 && words.length > 0) printed = joined ? run(line, []) : inner.runWords(words);
  return call.interpreter.invocations.length === previous ? call.record() : printed;
}

/** Moves the assignments at the beginning of the words to the environment. */
function takeAssignments(words: ExpandedWord[], environment: Record<string, ExpandedWord>): void {
  for (;;) {
    const [, name, value] = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(words[0]?.text ?? '') ?? [];
    if (name === undefined) return;
    environment[name] = createWord(value!, words.shift()!.glob);
  }
}

/** Reports dangerous commands that an unknown program may run: among its arguments, or by its known part. */
function reportSuspectedCommands(call: ShellCall): undefined {
  const { program, words, args } = call;
  const names = words[0]!.glob ? listRiskyAlternatives(program) : [program.replaceAll(UNKNOWN_VALUE, '')];
  for (const name of names) if (name !== '' && name !== program) call.runWords([createWord(name), ...args]);
  const start = programWords.non_runners.has(program) ? -1 : findRiskyArgument(args);
  if (start !== -1) call.runWords(args.slice(start));
}
