import { createWord, type ExpandedWord, getFeeders, isKnownWord, UNKNOWN_VALUE } from '../../invocation.js';
import { forms, vocabulary } from '../../vocabulary/vocabulary.js';
import type { ExecutionContext } from '../model/execution_context.js';
import type { HandlerTable, ShellCall } from '../model/shell_interpreter.js';
import { getOptionValues, hasOption, splitOptions } from '../syntax/split_options.js';
import { findInterpreterLanguage, runInterpreterCode } from './run_interpreter.js';

/** Reads the code in variables that a program runs, set on its line or exported before. */
export function readCodeVariables(call: ShellCall): void {
  const { program, scope, context } = call;
  const names = vocabulary.codeVariables.get(program)?.variables ?? [];
  const shell = forms.shell_program.test(program);
  // The code was already read if such a program runs the same program again.
  if ((names.length === 0 && !shell) || context.wrappers.includes(program)) return;
  const value = { ...scope.exported(), ...context.environment };
  const { input: _input, stdin: _stdin, ...bare } = context;
  const inner = call.with({ context: bare });
  // `LESSOPEN='|-command %s'` begins with signs.
  for (const name of names) if (value[name]) inner.runShell(value[name].text.replace(/^\|{0,2}-?\s*/, ''));
  if (shell) startShell(inner, value);
}

/** Reads the start file of a shell, and the code in its prompts. */
function startShell(call: ShellCall, value: Readonly<Record<string, ExpandedWord>>): void {
  const interactive = call.args.some(({ text }) => /^-\w*i/.test(text));
  const pattern = /^(?:r?ba|z)sh$/.test(call.program) && !interactive ? 'BASH_ENV' : 'ENV';
  const file = value[pattern];
  if (file && (pattern === 'BASH_ENV' || interactive)) call.runWords([createWord('.'), file], call.createChildScope());
  if (interactive && value.PROMPT_COMMAND) call.runShell(value.PROMPT_COMMAND.text);
  for (const name of [pattern, 'PS4', ...(interactive ? ['PS1'] : [])]) {
    const text = value[name]?.text ?? '';
    if (/\$\(|`/.test(text)) call.runShell(`: "${text}"`);
  }
}

/** Runs the input of a shell as commands. */
export function runShellInput(call: ShellCall, scope = call.scope): string {
  const { context } = call;
  const text = context.stdin?.readRest();
  if (text === undefined) return call.record();
  // Wholly known code says more than its origin; for substituted code the origin says more.
  if (!text.includes(UNKNOWN_VALUE) && !isGeneratedInput(context))
    call.with({ context: { ...context, input: { kind: 'text', text } } }).record();
  else (context.input?.kind === 'text' ? call.feedFromSubstitution(text) : call).record();
  return call.consumeInput().runScript(text, scope);
}

/** Returns true if the input is predicted output of other code, which is only approximate. */
const isGeneratedInput = (context: ExecutionContext): boolean => {
  const path = getFeeders(context).at(-1)?.path;
  return path !== undefined && /^(?:python|javascript|perl|ruby|php|awk)$/.test(findInterpreterLanguage(path) ?? '');
};

/** Runs a script file. A known text is interpreted in a new shell; otherwise only the invocation is recorded. */
function runScriptFile(file: ExpandedWord, call: ShellCall): string {
  const content = call.findWritten(file.text);
  if (call.context.isConcurrent && file.text === call.scope.arguments[0]?.text) call.interpreter.reportForkBomb(call);
  call.withoutInput().feedFrom(content?.from).record();
  return content === undefined ? UNKNOWN_VALUE : runKnownScript(file, content.text, call);
}

function runKnownScript(file: ExpandedWord, text: string, call: ShellCall): string {
  const [, line] = /^#!\s*(\S.*)/.exec(text) ?? [];
  const language = line && findInterpreterLanguage(line.split(/\s+/).at(line.includes('env ') ? -1 : 0)!);
  // A script that rewrites itself and runs again counts as another one.
  const name = `file ${file.text}\n${text}`;
  if (call.interpreter.activeScripts.includes(name)) {
    if (call.context.isConcurrent) call.interpreter.reportForkBomb(call);
    return UNKNOWN_VALUE;
  }
  call.interpreter.activeScripts.push(name);
  let printed = UNKNOWN_VALUE;
  const scope = call.createChildScope([file, ...call.args.slice(1)]);
  if (language && language !== 'shell') runInterpreterCode(language, text, call.wrap());
  else printed = call.with({ context: { ...call.context, isConcurrent: false } }).runScript(text, scope);
  call.interpreter.activeScripts.pop();
  return printed;
}

/** Runs a program that the line wrote before, by its path; its output; undefined if it was not written. */
export function runWrittenProgram(call: ShellCall): string | undefined {
  const [file] = call.words;
  const content = file!.text.includes('/') ? call.interpreter.files.written(file!.text, call.scope.folder) : undefined;
  if (content === undefined) return undefined;
  call.feedFrom(content.from).record();
  return runKnownScript(file!, content.text, call.with({ args: call.words }));
}

/** Handlers of shells, and of the builtins that run script files. */
export const shellHandlers: HandlerTable = {
  /** Handles shells: code by `-c`, from a file, or from the input. */
  'sh bash dash zsh ksh mksh ash rbash fish csh tcsh yash': (call) => {
    const { args } = call;
    const grammar = vocabulary.getopt[call.program === 'fish' ? 'fish' : 'shell'];
    const signed = args.map((arg) => (/^\+[a-zA-Z]/.test(arg.text) ? { ...arg, text: `-${arg.text.slice(1)}` } : arg));
    const { options, operands } = splitOptions(signed, grammar);
    for (const { name, value } of options)
      if (value && (name === 'rcfile' || name === 'init-file')) runScriptFile(value, call.with({ args: [value] }));
    // Only fish takes code as the value of an option, and more than once.
    const codes = getOptionValues(options, 'c', 'command', 'C', 'init-command').map(({ text }) => text);
    const [first, ...rest] = codes.length > 0 ? [createWord(codes.join('\n')), ...operands] : operands;
    // `bash -n FILE` only checks the syntax; an interactive shell runs the code.
    const isCheck = hasOption(options, 'n', 'no-execute') && !hasOption(options, 'i');
    if (isCheck && !args.some(({ text }) => text.startsWith('+')))
      return call.withoutInput().with({ args: [] }).record();
    if (hasOption(options, 'c', 'command') || codes.length > 0) {
      if (first === undefined) return call.record();
      const name = rest[0] ?? createWord(call.program);
      // Its input belongs to the code, and is not code itself.
      const bare = call.withoutInput().feedFromSubstitution(first.text);
      bare.with({ args: args.filter((arg) => arg !== first || !isKnownWord(arg)) }).record();
      return call.runShell(first.text, [name, ...rest.slice(1)]);
    }
    const isInput = first === undefined || hasOption(options, 's') || forms.standard_input.test(first.text);
    if (!isInput) return runScriptFile(first, call.with({ args: operands }));
    return runShellInput(call, call.createChildScope([createWord(call.program), ...operands]));
  },
  /** Handles `source FILE` and `. FILE`, in the same shell. */
  'source .': (call) => {
    const [file, ...rest] = call.args;
    if (file === undefined) return call.record();
    if (file.text === '/dev/stdin' || file.text === '-') return runShellInput(call);
    const content = call.findWritten(file.text);
    call.feedFrom(content?.from).record();
    call.scope.isFollowed = false;
    if (content === undefined) return UNKNOWN_VALUE;
    if (rest.length > 0) call.scope.arguments = [file, ...rest];
    return call.runScript(content.text);
  },
};
