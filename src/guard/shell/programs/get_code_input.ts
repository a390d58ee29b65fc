import type { CodeInput } from '../../code/model/code_input.js';
import { type CodeLanguage, type ExpandedWord, UNKNOWN_VALUE } from '../../invocation.js';
import type { ShellCall, ShellInterpreter } from '../model/shell_interpreter.js';
import { getOptionValues, hasOption, type ParsedOption } from '../syntax/split_options.js';

/** Parsed arguments of an interpreter. */
interface InterpreterArguments {
  options: readonly ParsedOption[];
  operands: readonly ExpandedWord[];
  code: readonly ExpandedWord[];
  files: readonly ExpandedWord[];
  /** True if it reads its code from standard input. */
  reads: boolean;
}

/** Maximum number of input files that are read. */
const MAX_FILES = 16;
const ASSIGNMENT = /^([A-Za-z_]\w*)=([\s\S]*)$/;

/** Collects the input of an interpreter's code: arguments, variables, environment, standard input. */
export function getCodeInput(
  { args, scope, context }: ShellCall,
  { language }: { language: CodeLanguage },
  { options, operands, code, files, reads }: InterpreterArguments,
  { sources, files: written }: ShellInterpreter,
): CodeInput {
  const first = operands[0];
  const named = first !== undefined && (files.includes(first) || code.includes(first) || (reads && first.text === '-'));
  // Arguments after the code of python belong to the code, whatever they look like.
  const at = language === 'python' ? args.findIndex((arg) => code.includes(arg)) : -1;
  const rest = at >= 0 ? args.slice(at + 1) : named ? operands.slice(1) : operands;
  const read = isFilter(language, options)
    ? rest
        .slice(0, MAX_FILES)
        .map(({ text }) => sources.get(text)?.text ?? written.read(text, scope.folder))
        .filter((text) => text !== undefined)
    : [];
  const fed = reads ? undefined : context.stdin?.remaining;
  const input = read.length > 0 ? read.join('') : fed === UNKNOWN_VALUE || fed === '' ? undefined : fed;
  const variables = new Map<string, string>();
  const separator = language === 'awk' ? getOptionValues(options, 'F', 'field-separator')[0]?.text : undefined;
  if (language === 'awk')
    for (const { text } of [...getOptionValues(options, 'v', 'assign'), ...rest]) {
      const [, name, value] = ASSIGNMENT.exec(text) ?? [];
      if (name !== undefined) variables.set(name, value!);
    }
  return {
    args: rest,
    environment: { ...scope.exported(), ...context.environment },
    variables,
    ...(named && files.includes(first!) && { script: first!.text }),
    ...(input !== undefined && { input }),
    ...(separator !== undefined && { separator }),
    ...(language === 'javascript' && hasOption(options, 'p', 'print') && { printsLast: true }),
  };
}

/** Returns true if the operands are input files. */
const isFilter = (language: CodeLanguage, options: readonly ParsedOption[]): boolean =>
  language === 'awk' || ((language === 'perl' || language === 'ruby') && hasOption(options, 'n', 'p'));
