import { posix } from 'node:path';
import { createWord, type ExpandedWord, type Invocation } from '../invocation.js';
import { forms, vocabulary } from '../vocabulary/vocabulary.js';

const { grammars, grammarAliases, gitOptions } = vocabulary;

/** Returns the long name that an unambiguous prefix means. */
export function completeName(value: string, long: readonly string[]): string {
  const meant = long.filter((name) => name.startsWith(value));
  return long.includes(value) || meant.length !== 1 ? value : meant[0]!;
}

/** Arguments of a program, split by its grammar. */
export interface ProgramArguments {
  /** Options: one letter each for bundles, long ones without their value, others as written. */
  flags: readonly string[];
  options: readonly { flag: string; value: ExpandedWord }[];
  operands: readonly ExpandedWord[];
}

/** Returns the options with a value of a program, if they are known. */
export const getGrammar = (program: string) => grammars.get(grammarAliases.get(program) ?? program);

/** Splits the words after a program into options, values and operands. */
export function parseProgramArguments(program: string, args: readonly ExpandedWord[]): ProgramArguments {
  const name = grammarAliases.get(program) ?? program;
  let grammar = getGrammar(name) ?? {};
  const flags: string[] = [];
  const options: { flag: string; value: ExpandedWord }[] = [];
  const operands: ExpandedWord[] = [];
  const rest = [...args];
  const add = (flag: string, value: ExpandedWord | undefined) => value && options.push({ flag, value });
  let ended = false;
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const { text, glob } = word;
    if (ended || !/^-./.test(text)) {
      operands.push(word);
      if (operands.length === 1) grammar = { ...grammar, ...grammars.get(`${name} ${text}`) };
    } else if (text === '--') ended = true;
    else if (grammar.whole && forms.signal_option.test(text)) flags.push(text);
    else if (text.startsWith('--') || grammar.single) {
      const [, content = text, value] = /^([^=]*)=([\s\S]*)$/.exec(text) ?? [];
      const flag = name === 'git' ? completeGitOption(operands[0]?.text, content) : content;
      flags.push(flag);
      if (value !== undefined) add(flag, createWord(value, glob));
      else if (grammar.long?.includes(flag.replace(/^-+/, ''))) add(flag, rest.shift());
    } else {
      for (let letter = 1; letter < text.length; letter += 1) {
        const flag = `-${text[letter]}`;
        flags.push(flag);
        if (!grammar.short?.includes(text[letter]!)) continue;
        const glued = text.slice(letter + 1);
        add(flag, glued === '' ? rest.shift() : createWord(glued.replace(/^=/, ''), glob));
        break;
      }
      // `-name`, `-delete`: options of one dash and a word.
      if (text.length > 2) flags.push(text);
    }
  }
  return { flags, options, operands };
}

/** Returns true if one of these options was given; abbreviations of long ones count. */
export const hasFlag = (flags: readonly string[], ...names: readonly string[]): boolean =>
  flags.some((flag) =>
    names.some((name) => flag === name || (flag.length >= 5 && flag.startsWith('--') && name.startsWith(flag))),
  );

/** Returns the option that an unambiguous abbreviation means for git: `reset --h` is `--hard`; others as written. */
function completeGitOption(subcommand: string | undefined, flag: string): string {
  const names = gitOptions.get(subcommand ?? '')?.flatMap((name) => [`--${name}`, `--no-${name}`]) ?? [];
  return completeName(flag, names);
}

/** Returns the files that a program which downloads is told to write, or those by the names of its addresses. */
export function listOutputFiles({ program, args }: Pick<Invocation, 'program' | 'args'>): ExpandedWord[] {
  const { flags, options, operands } = parseProgramArguments(program, args);
  const isOutput = (flag: string) => /^(-o|-O|--output|--output-document|--out|-OutFile)$/.test(flag);
  const names = options.flatMap(({ flag, value }) => (isOutput(flag) && value.text !== '-' ? [value] : []));
  const byAddress = /^(wget2?|aria2c|axel)$/.test(program) || hasFlag(flags, '-O', '--remote-name');
  if (names.length > 0 || !byAddress) return names;
  return operands.map(({ text }) => createWord(posix.basename(text.replace(/[?#].*$/, ''))));
}
