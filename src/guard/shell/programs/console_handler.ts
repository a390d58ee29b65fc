import type { ExpandedWord } from '../../invocation.js';
import { vocabulary } from '../../vocabulary/vocabulary.js';
import { addWrapper, consumeInput, type ShellCall, type ShellInterpreter } from '../model/shell_interpreter.js';
import { getOptionValues, splitOptions } from '../syntax/split_options.js';
import { findInterpreterLanguage, runInterpreterCode } from './run_interpreter.js';

/**
 * Runs the code that a subcommand of an application's program gets: `rails runner CODE`, `python manage.py shell -c CODE`.
 * Does nothing for other programs.
 */
export function runConsole(call: ShellCall, interpreter: ShellInterpreter): void {
  const [program, args] = findScript(call);
  const spec = vocabulary.consoles.get(program);
  const [verb, ...rest] = args.slice(args.findIndex(({ text }) => !text.startsWith('-')));
  if (!spec || !verb || !spec.after.includes(verb.text)) return;
  const { options, operands } = splitOptions(rest, { ...spec, permuted: true });
  const code = getOptionValues(options, ...(spec.code ?? []));
  if (spec.operands === 'code' && code.length === 0)
    code.push(...operands.slice(0, 1).filter(({ text }) => text !== '-'));
  const inside = { ...call, context: addWrapper(call.context, program) };
  for (const { text } of code) runInterpreterCode(spec.language, text, inside, interpreter);
  const fed = code.length === 0 ? call.context.stdin?.readRest() : undefined;
  if (fed !== undefined)
    runInterpreterCode(spec.language, fed, { ...inside, context: consumeInput(inside.context) }, interpreter);
}

/** Returns the name of the program, or of the script that an interpreter runs, with its arguments. */
function findScript({ program, args }: ShellCall): [program: string, args: readonly ExpandedWord[]] {
  const index = findInterpreterLanguage(program) ? args.findIndex(({ text }) => !text.startsWith('-')) : -1;
  if (index === -1) return [program, args];
  const { text } = args[index]!;
  return [text.slice(text.lastIndexOf('/') + 1), args.slice(index + 1)];
}
