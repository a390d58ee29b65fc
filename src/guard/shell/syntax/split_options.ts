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

function readLongOption(
  args: readonly ExpandedWord[],
  index: number,
  grammar: GetoptSpec,
  options: ParsedOption[],
): number {
  const { text, glob } = args[index]!;
  const equals = text.indexOf('=');
  if (equals !== -1) {
    options.push({ name: completeName(text.slice(2, equals), grammar), value: { text: text.slice(equals + 1), glob } });
    return index;
  }
  const name = completeName(text.slice(2), grammar);
  const value = grammar.long?.includes(name) ? args[index + 1] : undefined;
  options.push(value ? { name, value } : { name });
  return value ? index + 1 : index;
}

const completeName = (value: string, { long = [] }: GetoptSpec): string => {
  const meant = long.filter((name) => name.startsWith(value));
  return long.includes(value) || meant.length !== 1 ? value : meant[0]!;
};

function readShortOptions(
  args: readonly ExpandedWord[],
  index: number,
  { short = '', long = [], optional = '' }: GetoptSpec,
  options: ParsedOption[],
): number {
  const { text, glob } = args[index]!;
  // Some programs write long names with one dash.
  if (long.includes(text.slice(1)) && text.length > 2) {
    const value = args[index + 1];
    options.push(value ? { name: text.slice(1), value } : { name: text.slice(1) });
    return index + 1;
  }
  for (let letter = 1; letter < text.length; letter += 1) {
    const name = text[letter]!;
    if (!short.includes(name)) {
      options.push({ name });
      continue;
    }
    const rest = text.slice(letter + 1);
    if (optional.includes(name) && (rest !== '' || args[index + 1]?.text.startsWith('-') !== false)) {
      options.push({ name });
      continue;
    }
    const value = rest === '' ? args[index + 1] : { text: rest, glob };
    options.push(value ? { name, value } : { name });
    return rest === '' ? index + 1 : index;
  }
  return index;
}

/** Returns true if one of these options is set. */
export const hasOption = (options: readonly ParsedOption[], ...names: string[]): boolean =>
  options.some(({ name }) => names.includes(name));

/** Returns the values of these options, in order. */
export const getOptionValues = (options: readonly ParsedOption[], ...names: string[]): ExpandedWord[] =>
  options.flatMap(({ name, value }) => (names.includes(name) && value ? [value] : []));
