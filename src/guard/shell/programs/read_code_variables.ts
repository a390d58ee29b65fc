import type { ExpandedWord } from '../../invocation.js';
import { vocabulary } from '../../vocabulary/vocabulary.js';
import {
  addWrapper,
  createChildScope,
  createWord,
  type ExecutionContext,
  type ShellCall,
  type ShellInterpreter,
} from '../model/shell_interpreter.js';

const SHELL = /^(?:ba|da|z|k|mk|a|rba|ya)?sh$/;
const START_FILES = ['BASH_ENV', 'ENV'];

/** Reads the code in variables that a program runs, set on its line or exported before. */
export function readCodeVariables(call: ShellCall, interpreter: ShellInterpreter): void {
  const { program, scope, context } = call;
  const names = vocabulary.codeVariables.get(program)?.variables ?? [];
  const shell = SHELL.test(program);
  // The code was already read if such a program runs the same program again.
  if ((names.length === 0 && !shell) || context.wrappers.includes(program)) return;
  const value = { ...scope.exported(), ...context.environment };
  const inside = addWrapper({ ...context, input: undefined, stdin: undefined } as ExecutionContext, program);
  const run = (code: string) => void interpreter.runScript(code, createChildScope(call), inside);
  for (const name of names) if (value[name]) run(extractCommand(name, value[name].text));
  if (shell) startShell(call, value, run, (file) => runStartFile(file, call, inside, interpreter));
}

/** Returns the command of `LESSOPEN='|-command %s'` without the leading signs. */
const extractCommand = (name: string, value: string): string =>
  name === 'LESSOPEN' ? value.replace(/^\|{0,2}-?\s*/, '') : value;

function startShell(
  { program, args }: ShellCall,
  input: Readonly<Record<string, ExpandedWord>>,
  run: (code: string) => void,
  runFile: (file: ExpandedWord) => void,
): void {
  const interactive = args.some(({ text }) => /^-\w*i/.test(text));
  const pattern = START_FILES[/^(?:r?ba|z)sh$/.test(program) ? (interactive ? 1 : 0) : 1]!;
  const file = input[pattern];
  if (file && (pattern === 'BASH_ENV' || interactive)) runFile(file);
  if (interactive && input.PROMPT_COMMAND) run(input.PROMPT_COMMAND.text);
  for (const name of [pattern, 'PS4', ...(interactive ? ['PS1'] : [])]) {
    const value = input[name]?.text ?? '';
    if (/\$\(|`/.test(value)) run(`: "${value}"`);
  }
}

/** Runs a start file of a shell, before its code. */
function runStartFile(
  file: ExpandedWord,
  call: ShellCall,
  context: ExecutionContext,
  interpreter: ShellInterpreter,
): void {
  interpreter.runWords([createWord('.'), file], createChildScope(call), context);
}
