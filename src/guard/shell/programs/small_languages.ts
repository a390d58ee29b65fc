import { UNKNOWN_VALUE } from '../../invocation.js';
import {
  addWrapper,
  createChildScope,
  createWord,
  type ProgramHandler,
  quoteWord,
  type ShellCall,
  type ShellInterpreter,
} from '../model/shell_interpreter.js';
import { getOptionValues, splitOptions } from '../syntax/split_options.js';

/** Maximum length of code that is searched for command lines, in UTF-16 units, and maximum number of these. */
const MAX_CODE = 20_000;
const MAX_LITERALS = 20;

/** Rarely used language. Only its calls that run a shell or delete files are recognized, in their plain forms. */
interface SmallLanguage {
  /** Options whose value is code. */
  code: readonly string[];
  /** Calls whose last group is a command line. */
  runs: RegExp;
  /** Calls whose last group is a path that is deleted recursively. */
  deletes?: RegExp;
}

const LANGUAGES: Readonly<Record<string, SmallLanguage>> = {
  lua: {
    code: ['e'],
    runs: /\b(?:os\.execute|io\.popen)\s*\(?\s*(["'])(.*?)\1/g,
    deletes: /\bos\.remove\s*\(?\s*(["'])(.*?)\1/g,
  },
  Rscript: {
    code: ['e'],
    runs: /\b(?:system2?|shell)\s*\(\s*(["'])(.*?)\1/g,
    deletes: /\b(?:unlink|file\.remove)\s*\(\s*(["'])(.*?)\1/g,
  },
  julia: { code: ['e', 'E', 'eval', 'print'], runs: /\brun\s*\(\s*()`(.*?)`/g, deletes: /\brm\s*\(\s*(["'])(.*?)\1/g },
  tclsh: {
    code: [],
    runs: /(?:^|[\n;[{])\s*()exec\s+([^\n;\]}]+)/g,
    deletes: /(?:^|[\n;[{])\s*()file\s+delete\s+(?:-force\s+)?([^\n;\]}\s]+)/g,
  },
  expect: { code: ['c'], runs: /(?:^|[\n;[{])\s*()(?:spawn|exec|system)\s+([^\n;\]}]+)/g },
  emacs: {
    code: ['eval', 'e'],
    runs: /\((?:async-)?shell-command(?:-to-string)?\s+()"((?:[^"\\]|\\.){0,2000})"/g,
    deletes: /\((?:delete-directory|delete-file)\s+()"((?:[^"\\]|\\.){0,2000})"/g,
  },
  ...shareLanguage(['elixir', 'iex'], {
    code: ['e', 'eval'],
    runs: /\b(?:System\.shell|:os\.cmd)\s*\(?\s*(["'])(.*?)\1/g,
    deletes: /\bFile\.(?:rm|rmdir|rm_rf)!?\s*\(?\s*(["'])(.*?)\1/g,
  }),
  erl: {
    code: ['eval'],
    runs: /\bos:cmd\s*\(\s*()"(.*?)"/g,
    deletes: /\bfile:(?:delete|del_dir|del_dir_r|delete_r)\s*\(\s*()"(.*?)"/g,
  },
  ...shareLanguage(['guile', 'racket', 'sbcl', 'ecl', 'clisp', 'chicken', 'csi', 'gosh'], {
    code: ['c', 'e', 'eval', 'x'],
    runs: new RegExp(
      [
        String.raw`\((?:system|shell|run-program|run-shell-command|(?:uiop:)?run-program|ext:shell)\s+()"((?:[^"\\]|`,
        String.raw`\\.){0,2000})"`,
      ].join(''),
      'g',
    ),
    deletes: new RegExp(
      [
        String.raw`\((?:delete-file|delete-directory(?:\/files)?|`,
        String.raw`(?:uiop:)?delete-directory-tree)\s+(?:#p)?()"((?:[^"\\]|\\.){0,2000})"`,
      ].join(''),
      'g',
    ),
  }),
  ...shareLanguage(['scala', 'scala-cli', 'amm', 'kotlin', 'jshell'], {
    code: ['e', 'c'],
    runs: /()"([^"\n]*)"\s*\.?\s*!/g,
  }),
  ...shareLanguage(['octave', 'octave-cli', 'matlab'], {
    code: ['eval', 'batch', 'r'],
    runs: /\b(?:system|shell_cmd|unix|dos)\s*\(\s*(["'])(.*?)\1/g,
    deletes: /\b(?:delete|unlink|rmdir|confirm_recursive_rmdir)\s*\(\s*(["'])(.*?)\1/g,
  }),
  ...shareLanguage(['nim', 'ghc', 'runghc', 'stack', 'crystal', 'swift'], {
    code: ['e', 'eval'],
    runs: /\b(?:exec|execShellCmd|execCmd|system|callCommand|staticExec|shell)\s*\(?\s*()"(.*?)"/g,
    deletes: /\b(?:removeDir|removeFile|removeDirectoryRecursive|removePathForcibly)\s*\(?\s*()"(.*?)"/g,
  }),
  groovy: { code: ['e'], runs: /(["'])(.*?)\1\.execute\s*\(/g },
};

function shareLanguage(names: readonly string[], language: SmallLanguage): Record<string, SmallLanguage> {
  return Object.fromEntries(names.map((name) => [name, language]));
}

const runSmallLanguage: ProgramHandler = (call, interpreter) => {
  const { code, runs, deletes } = LANGUAGES[call.program === 'R' ? 'Rscript' : call.program]!;
  // Emacs and Erlang also have long options with one dash.
  const args = call.args.map((arg) => (/^-(?:eval|batch|load)$/.test(arg.text) ? createWord(`-${arg.text}`) : arg));
  const { options, operands } = splitOptions(args, {
    short: code.filter((name) => name.length === 1).join(''),
    long: code.filter((name) => name.length > 1),
    // Values of unknown options do not end the options.
    permuted: true,
  });
  const printed = interpreter.addInvocation(call);
  const given = getOptionValues(options, ...code).map(({ text }) => text);
  const file = operands[0] && interpreter.files.read(operands[0].text, call.scope.folder);
  if (file !== undefined) given.push(file);
  if (given.length === 0 && operands.length === 0) given.push(call.context.stdin?.readRest() ?? '');
  for (const text of given.map(resolveHome)) {
    for (const line of new Set([...findCalls(text, runs), ...findLiteralCommands(text)]))
      runShellCode(line, call, interpreter);
    for (const path of deletes ? findCalls(text, deletes) : [])
      runShellCode(`rm -r ${quoteWord(createWord(path))}`, call, interpreter);
  }
  return printed;
};

/** Returns texts within code that look like command lines, whatever function gets them. */
const findLiteralCommands = (text: string): string[] =>
  [
    ...text
      .slice(0, MAX_CODE)
      .matchAll(/(["'])((?:sudo\s+)?(?:rm|dd|shred|mkfs\S*|git|chmod|chown|curl|wget)\s(?:(?!\1)[^\\\n]){1,500})\1/g),
  ]
    .slice(0, MAX_LITERALS)
    .map((found) => found[2]!);

/** Expressions for the home directory in these languages. */
const HOME_LOOKUP = new RegExp(
  [
    String.raw`\bhomedir\(\)|\bENV\[["']HOME["']\]|\b(?:os\.getenv|Sys\.getenv|System\.getenv|`,
    String.raw`getenv)\s*\(?\s*["']HOME["']\s*\)|\b(?:path\.expand|expanduser|`,
    String.raw`expand-file-name)\s*\(?\s*["']~["']\s*\)`,
  ].join(''),
  'g',
);

/** Replaces the home directory in the notations of these languages. */
const resolveHome = (text: string): string => text.replace(HOME_LOOKUP, '"~"');

const findCalls = (text: string, calls: RegExp): string[] =>
  [...text.matchAll(calls)].map((found) => found.at(-1) ?? UNKNOWN_VALUE);

const runShellCode = (line: string, call: ShellCall, interpreter: ShellInterpreter) =>
  interpreter.runScript(line, createChildScope(call), addWrapper(call.context, call.program));

/** Handlers of rarely used languages. */
export const smallLanguages: readonly [string, ProgramHandler][] = ['R', ...Object.keys(LANGUAGES)].map((name) => [
  name,
  runSmallLanguage,
]);
