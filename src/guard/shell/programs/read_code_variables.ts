import type { ExpandedWord } from '../../invocation.js';
import { vocabulary } from '../../vocabulary/vocabulary.js';
import {
  addWrapper,
  createChildScope,
  createWord,
  runShellCode,
  type ShellCall,
  type ShellInterpreter,
} from '../model/shell_interpreter.js';

const SHELL = /^(?:ba|da|z|k|mk|a|rba|ya)?sh$/;

/** Reads the code in variables that a program runs, set on its line or exported before. */
export function readCodeVariables(call: ShellCall, interpreter: ShellInterpreter): void {
  const { program, scope, context } = call;
  const names = vocabulary.codeVariables.get(program)?.variables ?? [];
  const shell = SHELL.test(program);
  // The code was already read if such a program runs the same program again.
  if ((names.length === 0 && !shell) || context.wrappers.includes(program)) return;
  const value = { ...scope.exported(), ...context.environment };
  const { input: _input, stdin: _stdin, ...bare } = context;
  const inner: ShellCall = { ...call, context: bare };
  // `LESSOPEN='|-command %s'` begins with signs.
  for (const name of names)
    if (value[name]) runShellCode(value[name].text.replace(/^\|{0,2}-?\s*/, ''), inner, interpreter);
  if (shell) startShell(inner, value, interpreter);
}

/** Reads the start file of a shell, and the code in its prompts. */
function startShell(
  call: ShellCall,
  value: Readonly<Record<string, ExpandedWord>>,
  interpreter: ShellInterpreter,
): void {
  const interactive = call.args.some(({ text }) => /^-\w*i/.test(text));
  const pattern = /^(?:r?ba|z)sh$/.test(call.program) && !interactive ? 'BASH_ENV' : 'ENV';
  const file = value[pattern];
  if (file && (pattern === 'BASH_ENV' || interactive))
    interpreter.runWords([createWord('.'), file], createChildScope(call), addWrapper(call.context, call.program));
  if (interactive && value.PROMPT_COMMAND) runShellCode(value.PROMPT_COMMAND.text, call, interpreter);
  for (const name of [pattern, 'PS4', ...(interactive ? ['PS1'] : [])]) {
    const text = value[name]?.text ?? '';
    if (/\$\(|`/.test(text)) runShellCode(`: "${text}"`, call, interpreter);
  }
}
