import type { Word } from '../deed.js';

/** The options of a program that take a value of their own; all others stand alone. */
export interface Grammar {
  /** Letters. */
  short?: string;
  /** Names; an unambiguous beginning is as good. */
  long?: readonly string[];
  /** Letters of `short` that take the next word only, and that only if it is no option: `-pe CODE`, `-p -e CODE`. */
  optional?: string;
  /** Options are looked for behind operands as well. */
  permuted?: boolean;
}

export interface Option {
  /** Letter, or name without its dashes. */
  name: string;
  value?: Word;
}

/** The arguments of a program as options and operands, as getopt_long reads them. */
export function splitOptions(args: readonly Word[], grammar: Grammar): { options: Option[]; operands: Word[] } {
  const options: Option[] = [];
  const operands: Word[] = [];
  let at = 0;
  for (; at < args.length; at += 1) {
    const arg = args[at]!;
    const { text } = arg;
    if (text === '--') {
      at += 1;
      break;
    }
    if (text.startsWith('--')) at = long(args, at, grammar, options);
    else if (text.length > 1 && text.startsWith('-')) at = cluster(args, at, grammar, options);
    else if (grammar.permuted) operands.push(arg);
    else break;
  }
  operands.push(...args.slice(at));
  return { options, operands };
}

function long(args: readonly Word[], at: number, grammar: Grammar, options: Option[]): number {
  const { text, glob } = args[at]!;
  const equals = text.indexOf('=');
  if (equals !== -1) {
    options.push({ name: full(text.slice(2, equals), grammar), value: { text: text.slice(equals + 1), glob } });
    return at;
  }
  const name = full(text.slice(2), grammar);
  const value = grammar.long?.includes(name) ? args[at + 1] : undefined;
  options.push(value ? { name, value } : { name });
  return value ? at + 1 : at;
}

const full = (given: string, { long = [] }: Grammar): string => {
  const meant = long.filter((name) => name.startsWith(given));
  return long.includes(given) || meant.length !== 1 ? given : meant[0]!;
};

function cluster(
  args: readonly Word[],
  at: number,
  { short = '', long = [], optional = '' }: Grammar,
  options: Option[],
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

export const has = (options: readonly Option[], ...names: string[]): boolean =>
  options.some(({ name }) => names.includes(name));

export const valuesOf = (options: readonly Option[], ...names: string[]): Word[] =>
  options.flatMap(({ name, value }) => (names.includes(name) && value ? [value] : []));
