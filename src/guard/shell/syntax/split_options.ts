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
  let at = 0;
  for (; at < args.length; at += 1) {
    const arg = args[at]!;
    const { text } = arg;
    if (text === '--') {
      at += 1;
      break;
    }
    if (text.startsWith('--')) at = readLongOption(args, at, grammar, options);
    else if (text.length > 1 && text.startsWith('-')) at = readShortOptions(args, at, grammar, options);
    else if (grammar.permuted) operands.push(arg);
    else break;
  }
  operands.push(...args.slice(at));
  return { options, operands };
}

function readLongOption(
  args: readonly ExpandedWord[],
  at: number,
  grammar: GetoptSpec,
  options: ParsedOption[],
): number {
  const { text, glob } = args[at]!;
  const equals = text.indexOf('=');
  if (equals !== -1) {
    options.push({ name: completeName(text.slice(2, equals), grammar), value: { text: text.slice(equals + 1), glob } });
    return at;
  }
  const name = completeName(text.slice(2), grammar);
  const value = grammar.long?.includes(name) ? args[at + 1] : undefined;
  options.push(value ? { name, value } : { name });
  return value ? at + 1 : at;
}

const completeName = (given: string, { long = [] }: GetoptSpec): string => {
  const meant = long.filter((name) => name.startsWith(given));
  return long.includes(given) || meant.length !== 1 ? given : meant[0]!;
};

function readShortOptions(
  args: readonly ExpandedWord[],
  at: number,
  { short = '', long = [], optional = '' }: GetoptSpec,
  options: ParsedOption[],
): number {
  const { text, glob } = args[at]!;
  // Some programs write long names with one dash.
  if (long.includes(text.slice(1)) && text.length > 2) {
    const value = args[at + 1];
    options.push(value ? { name: text.slice(1), value } : { name: text.slice(1) });
    return at + 1;
  }
  for (let letter = 1; letter < text.length; letter += 1) {
    const name = text[letter]!;
    if (!short.includes(name)) {
      options.push({ name });
      continue;
    }
    const rest = text.slice(letter + 1);
    if (optional.includes(name) && (rest !== '' || args[at + 1]?.text.startsWith('-') !== false)) {
      options.push({ name });
      continue;
    }
    const value = rest === '' ? args[at + 1] : { text: rest, glob };
    options.push(value ? { name, value } : { name });
    return rest === '' ? at + 1 : at;
  }
  return at;
}

/** Returns true if one of these options is set. */
export const hasOption = (options: readonly ParsedOption[], ...names: string[]): boolean =>
  options.some(({ name }) => names.includes(name));

/** Returns the values of these options, in order. */
export const getOptionValues = (options: readonly ParsedOption[], ...names: string[]): ExpandedWord[] =>
  options.flatMap(({ name, value }) => (names.includes(name) && value ? [value] : []));
