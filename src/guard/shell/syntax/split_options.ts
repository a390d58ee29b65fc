import { completeName } from '../../arguments/program_arguments.js';
import type { ExpandedWord } from '../../invocation.js';
import type { GetoptSpec } from '../../vocabulary/vocabulary.js';

/** Option of a call, with its value if it takes one. */
export interface ParsedOption {
  /** Letter, or name without dashes. */
  name: string;
  value?: ExpandedWord;
}

/** Splits the arguments of a program into options and operands, as getopt_long does. */
export function splitOptions(
  args: readonly ExpandedWord[],
  { short = '', long = [], optional = '', permuted }: GetoptSpec,
): { options: ParsedOption[]; operands: ExpandedWord[] } {
  const options: ParsedOption[] = [];
  const operands: ExpandedWord[] = [];
  let index = 0;
  /** Adds an option with the next word as its value, if there is one. */
  const addValued = (name: string) => {
    const value = args[index + 1];
    options.push(value ? { name, value } : { name });
    if (value) index += 1;
  };
  const readLongOption = ({ text, glob }: ExpandedWord) => {
    const [, optionName = '', value] = /^--([^=]*)(?:=([\s\S]*))?$/.exec(text)!;
    const name = completeName(optionName, long);
    if (value !== undefined) options.push({ name, value: { text: value, glob } });
    else if (long.includes(name)) addValued(name);
    else options.push({ name });
  };
  const readShortOptions = ({ text, glob }: ExpandedWord) => {
    for (let letter = 1; letter < text.length; letter += 1) {
      const name = text[letter]!;
      const rest = text.slice(letter + 1);
      const omitted = optional.includes(name) && (rest !== '' || args[index + 1]?.text.startsWith('-') !== false);
      if (!short.includes(name) || omitted) options.push({ name });
      else if (rest === '') return addValued(name);
      else return void options.push({ name, value: { text: rest, glob } });
    }
  };
  for (; index < args.length && args[index]!.text !== '--'; index += 1) {
    const arg = args[index]!;
    const isOption = arg.text.length > 1 && arg.text.startsWith('-');
    if (arg.text.startsWith('--')) readLongOption(arg);
    // Some programs write long names with one dash.
    else if (isOption && arg.text.length > 2 && long.includes(arg.text.slice(1))) addValued(arg.text.slice(1));
    else if (isOption) readShortOptions(arg);
    else if (permuted) operands.push(arg);
    else break;
  }
  operands.push(...args.slice(args[index]?.text === '--' ? index + 1 : index));
  return { options, operands };
}

/** Returns true if one of these options is set. */
export const hasOption = (options: readonly ParsedOption[], ...names: string[]): boolean =>
  options.some(({ name }) => names.includes(name));

/** Returns the values of these options, in order. */
export const getOptionValues = (options: readonly ParsedOption[], ...names: string[]): ExpandedWord[] =>
  options.flatMap(({ name, value }) => (names.includes(name) && value ? [value] : []));

/** Returns the index of the `;` that ends a command of `find`, or of the `+` behind its `{}`. */
export function findCommandEnd(args: readonly ExpandedWord[], start: number): number {
  const isEnd = ({ text }: ExpandedWord, index: number) =>
    text === ';' || (text === '+' && /\{\}|\u{FFFC}/u.test(args[index - 1]!.text));
  const end = args.findIndex((word, index) => index > start && isEnd(word, index));
  return end === -1 ? args.length : end;
}
