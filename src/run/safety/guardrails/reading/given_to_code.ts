import type { GivenToCode } from '../code/given.js';
import { type Language, UNKNOWN, type Word } from '../deed.js';
import type { Call, Machine } from './machine.js';
import { has, type Option, valuesOf } from './options.js';

/** What an interpreter is told to run. */
interface Told {
  options: readonly Option[];
  operands: readonly Word[];
  code: readonly Word[];
  files: readonly Word[];
  /** It reads its code from its input. */
  reads: boolean;
}

/** So many files are read one behind the other. */
const MOST_FILES = 16;
const ASSIGNMENT = /^([A-Za-z_]\w*)=([\s\S]*)$/;

/** What a line gives to the code of an interpreter: arguments, variables, environment, input. */
export function givenTo(
  { args, scope, place }: Call,
  { language }: { language: Language },
  { options, operands, code, files, reads }: Told,
  { sources, files: written }: Machine,
): GivenToCode {
  const first = operands[0];
  const named = first !== undefined && (files.includes(first) || code.includes(first) || (reads && first.text === '-'));
  // What stands behind the code of python is for the code, however it looks.
  const at = language === 'python' ? args.findIndex((arg) => code.includes(arg)) : -1;
  const rest = at >= 0 ? args.slice(at + 1) : named ? operands.slice(1) : operands;
  const read = filters(language, options)
    ? rest
        .slice(0, MOST_FILES)
        .map(({ text }) => sources.get(text)?.text ?? written.read(text, scope.folder))
        .filter((text) => text !== undefined)
    : [];
  const fed = reads ? undefined : place.stdin?.left;
  const input = read.length > 0 ? read.join('') : fed === UNKNOWN || fed === '' ? undefined : fed;
  const variables = new Map<string, string>();
  const separator = language === 'awk' ? valuesOf(options, 'F', 'field-separator')[0]?.text : undefined;
  if (language === 'awk')
    for (const { text } of [...valuesOf(options, 'v', 'assign'), ...rest]) {
      const [, name, value] = ASSIGNMENT.exec(text) ?? [];
      if (name !== undefined) variables.set(name, value!);
    }
  return {
    args: rest,
    environment: { ...scope.exported(), ...place.environment },
    variables,
    ...(named && files.includes(first!) && { script: first!.text }),
    ...(input !== undefined && { input }),
    ...(separator !== undefined && { separator }),
    ...(language === 'javascript' && has(options, 'p', 'print') && { printsLast: true }),
  };
}

/** Tells whether the operands are files that are read. */
const filters = (language: Language, options: readonly Option[]): boolean =>
  language === 'awk' || ((language === 'perl' || language === 'ruby') && has(options, 'n', 'p'));
