import { joinPatterns } from '../../arguments/compile_pattern.js';
import { concatenateWords, createWord, UNKNOWN_VALUE } from '../../invocation.js';
import { vocabulary } from '../../vocabulary/vocabulary.js';
import { addWrapper } from '../model/execution_context.js';
import { quoteWord } from '../model/quote_words.js';
import { addInvocation, type HandlerTable, type ProgramHandler, runShellCode } from '../model/shell_interpreter.js';
import { getOptionValues, splitOptions } from '../syntax/split_options.js';
import { runInterpreterCode } from './run_interpreter.js';
import { translateCode } from './translate_code.js';

/** Maximum length of code that is searched for command lines, in UTF-16 units, and maximum number of these. */
const MAX_CODE = 20_000;
const MAX_LITERALS = 20;

const { smallLanguages: languages } = vocabulary;

/** Runs code of a rarely used language. Only its calls that run a shell or delete files are recognized. */
const runSmallLanguage: ProgramHandler = (call) => {
  const language = languages.get(call.program)!;
  const { code = [], operands: codeOperands, runs, deletes, does = {}, short, long } = language;
  const dialect = vocabulary.dialects.get(language.dialect ?? '');
  const inside = { ...call, context: addWrapper(call.context, call.program) };
  // Emacs, Erlang and PowerShell also have long options with one dash.
  const args = call.args.map((arg) =>
    /^-(?:eval|batch|load|[Cc]ommand)$/.test(arg.text) ? createWord(`-${arg.text}`) : arg,
  );
  // Values of unknown options do not end the options.
  const { options, operands } = splitOptions(args, { short, long, permuted: true });
  const printed = addInvocation(call);
  const value = getOptionValues(options, ...code).map(({ text }) => text);
  const files = operands.slice(0, MAX_LITERALS);
  value.push(...files.flatMap(({ text }) => call.interpreter.files.read(text, call.scope.folder) ?? []));
  if (codeOperands === 'code' && value.length === 0) value.push(concatenateWords(operands).text);
  if (
    value.length === 0 &&
    (operands.length === 0 || operands.some(({ text }) => /^(?:[-=]|\/dev\/stdin)$/.test(text)))
  )
    value.push(call.context.stdin?.readRest() ?? '');
  for (const source of value) {
    const text = joinTexts(resolveHome(source));
    if (dialect) runInterpreterCode('other', translateCode(resolveHome(source.slice(0, MAX_CODE)), dialect), inside);
    const lines = (runs ? findCalls(text, runs) : []).map((line) => listTexts(line)?.join(' ') ?? line);
    // What runs something that is named elsewhere may run any of the command lines in the code.
    const isRead = dialect && !INDIRECT_RUNS.test(text);
    const literals = isRead ? [] : findCalls(text.slice(0, MAX_CODE), LITERAL_COMMANDS).slice(0, MAX_LITERALS);
    for (const line of new Set([...lines, ...literals])) runShellCode(line, call);
    // PowerShell takes lists of paths.
    const paths = (deletes ? findCalls(text, deletes) : []).flatMap((list) => listTexts(list) ?? list.split(','));
    for (const path of paths) runShellCode(`rm -r ${quoteWord(createWord(path))}`, call);
    for (const [line, patterns] of Object.entries(does))
      for (const match of patterns.flatMap((pattern) => findCalls(text, pattern, 'gi')))
        runShellCode(line === '$' ? match : line.replace('$', () => quoteWord(createWord(match))), call);
  }
  return printed;
};

const INDIRECT_RUNS = joinPatterns(vocabulary.patterns.indirect_runs);
const LITERAL_COMMANDS = joinPatterns(vocabulary.patterns.literal_commands);

/** Returns the texts in quotes within code that begins with one; undefined for any other code. */
const listTexts = (code: string): string[] | undefined =>
  /^\W*["']/.test(code)
    ? [...code.matchAll(/(["'])(.*?)\1/g)].slice(0, MAX_LITERALS).map(([, , text]) => text!)
    : undefined;

/** Expressions for the home directory in these languages. */
const HOME_LOOKUP = joinPatterns(vocabulary.patterns.home_lookup, 'g');

/** Replaces the home directory in the notations of these languages. */
const resolveHome = (text: string): string =>
  text
    .replace(/"(?:[^"\\\n]|\\.){0,500}"/g, (literal) =>
      literal.replace(/\$(?:HOME\b|env:(?:HOME|USERPROFILE)\b|(?:::)?env\(HOME\))/g, '~'),
    )
    .replace(HOME_LOOKUP, '"~"')
    .replace(/\$\("~"\)/g, '~');

/** Joins texts that the code joins. */
const joinTexts = (text: string): string => text.replace(/"\s*(?:\.\.|\+\+?|<>|[.&])\s*"/g, '');

const findCalls = (text: string, calls: string | RegExp, flags = 'g'): string[] =>
  [...text.matchAll(new RegExp(calls, flags))].map((result) => result.at(-1) ?? UNKNOWN_VALUE);

/** Handlers of rarely used languages. */
export const smallLanguages: HandlerTable = { [[...languages.keys()].join(' ')]: runSmallLanguage };
