import { omitUndefined } from '../../../contract/input/omit_undefined.js';
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
  const rest = [...args];
  const add = (name: string, value?: ExpandedWord) => options.push({ name, ...omitUndefined({ value }) });
  const readLongOption = ({ text, glob }: ExpandedWord) => {
    const [, start = '', value] = /^--([^=]*)(?:=([\s\S]*))?$/.exec(text)!;
    const name = completeName(start, long);
    if (value === undefined) add(name, long.includes(name) ? rest.shift() : undefined);
    else add(name, { text: value, glob });
  };
  const readShortOptions = ({ text, glob }: ExpandedWord) => {
    for (let letter = 1; letter < text.length; letter += 1) {
      const name = text[letter]!;
      const glued = text.slice(letter + 1);
      const omitted = optional.includes(name) && (glued !== '' || rest[0]?.text.startsWith('-') !== false);
      if (!short.includes(name) || omitted) add(name);
      else {
        add(name, glued === '' ? rest.shift() : { text: glued, glob });
        break;
      }
    }
  };
  while (rest.length > 0 && rest[0]!.text !== '--') {
    const { text } = rest[0]!;
    const isOption = text.length > 1 && text.startsWith('-');
    if (!isOption && !permuted) break;
    const arg = rest.shift()!;
    if (!isOption) operands.push(arg);
    else if (text.startsWith('--')) readLongOption(arg);
    // Some programs write long names with one dash.
    else if (text.length > 2 && long.includes(text.slice(1))) add(text.slice(1), rest.shift());
    else readShortOptions(arg);
  }
  operands.push(...rest.slice(rest[0]?.text === '--' ? 1 : 0));
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
