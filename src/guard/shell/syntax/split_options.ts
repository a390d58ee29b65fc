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
  grammar: GetoptSpec,
): { options: ParsedOption[]; operands: ExpandedWord[] } {
  const options: ParsedOption[] = [];
  const operands: ExpandedWord[] = [];
  let index = 0;
  for (; index < args.length; index += 1) {
    const arg = args[index]!;
    const { text } = arg;
    if (text === '--') {
      index += 1;
      break;
    }
    if (text.startsWith('--')) index = readLongOption(args, index, grammar, options);
    else if (text.length > 1 && text.startsWith('-')) index = readShortOptions(args, index, grammar, options);
    else if (grammar.permuted) operands.push(arg);
    else break;
  }
  operands.push(...args.slice(index));
  return { options, operands };
}

/** Reads an option. Returns the index of its last word. */
type OptionReader = (args: readonly ExpandedWord[], index: number, grammar: GetoptSpec, read: ParsedOption[]) => number;

/** Adds an option with the next word as its value, if there is one. */
const addValued: (name: string, ...given: Parameters<OptionReader>) => number = (name, args, index, _, options) => {
  const value = args[index + 1];
  options.push(value ? { name, value } : { name });
  return value ? index + 1 : index;
};

const readLongOption: OptionReader = (args, index, grammar, options) => {
  const { text, glob } = args[index]!;
  const [, optionName = '', value] = /^--([^=]*)(?:=([\s\S]*))?$/.exec(text)!;
  const name = completeName(optionName, grammar);
  if (value === undefined && grammar.long?.includes(name)) return addValued(name, args, index, grammar, options);
  options.push(value === undefined ? { name } : { name, value: { text: value, glob } });
  return index;
};

const completeName = (value: string, { long = [] }: GetoptSpec): string => {
  const meant = long.filter((name) => name.startsWith(value));
  return long.includes(value) || meant.length !== 1 ? value : meant[0]!;
};

const readShortOptions: OptionReader = (args, index, grammar, options) => {
  const { short = '', long = [], optional = '' } = grammar;
  const { text, glob } = args[index]!;
  // Some programs write long names with one dash.
  if (long.includes(text.slice(1)) && text.length > 2) return addValued(text.slice(1), args, index, grammar, options);
  for (let letter = 1; letter < text.length; letter += 1) {
    const name = text[letter]!;
    const rest = text.slice(letter + 1);
    const omitted = optional.includes(name) && (rest !== '' || args[index + 1]?.text.startsWith('-') !== false);
    if (!short.includes(name) || omitted) options.push({ name });
    else if (rest === '') return addValued(name, args, index, grammar, options);
    else {
      options.push({ name, value: { text: rest, glob } });
      break;
    }
  }
  return index;
};

/** Returns true if one of these options is set. */
export const hasOption = (options: readonly ParsedOption[], ...names: string[]): boolean =>
  options.some(({ name }) => names.includes(name));

/** Returns the values of these options, in order. */
export const getOptionValues = (options: readonly ParsedOption[], ...names: string[]): ExpandedWord[] =>
  options.flatMap(({ name, value }) => (names.includes(name) && value ? [value] : []));
