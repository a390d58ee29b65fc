import { concatenateWords, createWord, UNKNOWN_VALUE } from '../../invocation.js';
import { quoteWord } from '../../quote_words.js';
import { type CodeDialect, type CodeOptions, forms, vocabulary } from '../../vocabulary/vocabulary.js';
import type { HandlerTable, ShellCall } from '../model/shell_interpreter.js';
import { getOptionValues, splitOptions } from '../syntax/split_options.js';
import { runInterpreterCode } from './run_interpreter.js';

/** Maximum length of code that is searched for command lines, in UTF-16 units, and maximum number of these. */
const MAX_CODE = 65_536;
const MAX_LITERALS = 20;

/** Runs code of a rarely used language: interprets that of a dialect, and searches other code with patterns. */
function runSmallLanguage(call: ShellCall): string {
  const { code = [], operands: kind, does, ignores = [], ...row } = vocabulary.smallLanguages.get(call.program)!;
  const dialect = vocabulary.dialects.get(row.dialect ?? '');
  // Emacs, Erlang and PowerShell also have long options with one dash.
  const args = call.args.map((arg) => {
    if (code.includes('encoded') && /^(?:--?|\/)e(?:c|n\w*)?$/i.test(arg.text)) return createWord('--encoded');
    return /^-(?:eval|batch|load|[Cc]ommand)$/.test(arg.text) ? createWord(`-${arg.text}`) : arg;
  });
  // Values of unknown options do not end the options.
  const { options, operands } = splitOptions(args, { ...row, permuted: true });
  const printed = call.record();
  const encoded = getOptionValues(options, 'encoded');
  const value = getOptionValues(options, ...code).flatMap((word) => {
    if (encoded.includes(word)) return Buffer.from(word.text, 'base64').toString('utf16le');
    return word.text === '-' ? [] : word.text;
  });
  const files = operands.slice(0, MAX_LITERALS);
  const { sources, files: store } = call.interpreter;
  value.push(...files.flatMap(({ text }) => sources.get(text)?.text ?? store.list(text, call.scope.folder)));
  const literals = operands.filter(({ text }) => !forms.input_name.test(text));
  if (kind === 'code' && value.length === encoded.length && literals.length > 0)
    value.push(concatenateWords(literals).text);
  if (value.length === 0 && (operands.length === 0 || operands.some(({ text }) => forms.input_name.test(text))))
    value.push(call.context.stdin?.readRest() ?? '');
  const omitIgnored = (text: string) => {
    const keep = (_: string, kept?: string) => kept ?? ' ';
    const result = ignores.reduce((rest, each) => rest.replace(new RegExp(each, 'gi'), keep), text);
    return forms.beside_ignored.test(result) ? text : result;
  };
  const texts = value.map(resolveHome).map(omitIgnored);
  for (const text of does ? texts.map(insertConstants) : texts) {
    // Expressions over long code take time by the square of its length.
    call.interpreter.budget.spend(Math.floor((text.length / 1024) ** 2));
    if (dialect) runInterpreterCode('other', translateCode(text.slice(0, MAX_CODE), dialect), call.wrap());
    // What runs something that is named elsewhere may run any of the command lines in the code.
    const place = dialect && !forms.indirect_runs.test(text) ? '' : text.slice(0, MAX_CODE);
    for (const line of new Set(findCalls(place, forms.command_texts).slice(0, MAX_LITERALS))) call.runShell(line);
    // PowerShell takes lists of paths.
    runDeeds(text, does, call, (match) => match.split(',').map((path) => quoteWord(createWord(path))));
  }
  return printed;
}

/** Replaces the home directory in the notations of these languages. */
const resolveHome = (text: string): string =>
  text
    .replace(/"(?:[^"\\\n]|\\.){0,500}"/g, (literal) =>
      literal.replace(/\$(?:HOME\b|env:(?:HOME|USERPROFILE)\b|(?:::)?env\(HOME\))/g, '~'),
    )
    .replace(forms.home_lookup, '"~"')
    .replace(/\$\("~"\)/g, '~');

/** Puts the texts for variables of PowerShell that the code sets to texts or lists. */
function insertConstants(code: string): string {
  const values = new Map<string, string>();
  const keep = (name: string, value = '') => {
    const previous = values.get(name);
    values.set(name, previous === undefined ? value : `${previous},${value}`);
  };
  for (const [, name, list] of code.matchAll(forms.constant_list)) keep(name!.toLowerCase(), list);
  for (const [, name, source] of code.matchAll(forms.loop_over_variable)) {
    const list = values.get(source!.toLowerCase());
    if (list !== undefined) keep(name!.toLowerCase(), list);
  }
  let budget = MAX_CODE;
  return code.replace(forms.variable_use, (use, name: string) => {
    const value = values.get(name.toLowerCase());
    budget -= value?.length ?? 0;
    return value === undefined || budget < 0 ? use : value;
  });
}

/** Translates code of a dialect to the language `other` of languages.yml. */
function translateCode(code: string, { comment, texts, inserts = '(?!)', rewrites }: CodeDialect): string {
  const contents: string[] = [];
  const literal = new RegExp(`${comment}|${texts}`, 'gm');
  const hideTexts = (part: string): string =>
    part.replace(literal, (...groups) => {
      const content: string | undefined = groups.slice(1, -2).find((each) => each !== undefined);
      // Every second piece is code.
      const pieces = content?.split(new RegExp(inserts)) ?? [];
      const parts = pieces.map((each, index) => (index % 2 ? `(${hideTexts(each)})` : `"${contents.push(each) - 1}"`));
      return parts.length > 1 ? `(${parts.join(' + ')})` : (parts[0] ?? ' ');
    });
  // A line may go on behind a backslash.
  let plain = hideTexts(code.replace(/\\\n\s*/g, ' '));
  for (const [pattern, usual] of rewrites) plain = plain.replace(new RegExp(pattern, 'gm'), usual);
  const quoteText = (text = '') => text.replace(/\\[\s\S]|["\\]/g, (each) => (each.length > 1 ? each : `\\${each}`));
  return plain.replace(/['`]/g, ' ').replace(/"(\d+)"/g, (_, index) => `"${quoteText(contents[index])}"`);
}

/** Runs the command lines that code stands for, by patterns; their last group, or parts of it, is put for `$`. */
export function runDeeds(code: string, does: CodeOptions['does'], call: ShellCall, split = (all: string) => [all]) {
  for (const [line, patterns] of Object.entries(does ?? {}))
    for (const match of patterns.flatMap((pattern) => findCalls(code, pattern)))
      for (const each of line === '$' ? [match] : split(match)) call.runShell(line.split('$').join(each));
}

const findCalls = (text: string, calls: string | RegExp): string[] =>
  [...text.matchAll(new RegExp(calls, 'gi'))].map((result) => result.at(-1) ?? UNKNOWN_VALUE);

/** Handlers of rarely used languages. */
export const smallLanguages: HandlerTable = { [[...vocabulary.smallLanguages.keys()].join(' ')]: runSmallLanguage };
