import { UNKNOWN } from '../deed.js';
import { type Call, childOf, type Handler, type Machine, quoted, within, word } from './machine.js';
import { splitOptions, valuesOf } from './options.js';

/** So much of the code is searched for command lines, in UTF-16 units, and so many are read. */
const MOST_CODE = 20_000;
const MOST_LITERALS = 20;

/** Languages seldom met: only what they give to a shell, and files that they delete, by the plain forms of their calls. */
interface SmallLanguage {
  /** Options whose value is code. */
  code: readonly string[];
  /** Calls whose last group is a command line. */
  runs: RegExp;
  /** Calls whose last group is a path that goes, with all below it. */
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
  ...alike(['elixir', 'iex'], {
    code: ['e', 'eval'],
    runs: /\b(?:System\.shell|:os\.cmd)\s*\(?\s*(["'])(.*?)\1/g,
    deletes: /\bFile\.(?:rm|rmdir|rm_rf)!?\s*\(?\s*(["'])(.*?)\1/g,
  }),
  erl: {
    code: ['eval'],
    runs: /\bos:cmd\s*\(\s*()"(.*?)"/g,
    deletes: /\bfile:(?:delete|del_dir|del_dir_r|delete_r)\s*\(\s*()"(.*?)"/g,
  },
  ...alike(['guile', 'racket', 'sbcl', 'ecl', 'clisp', 'chicken', 'csi', 'gosh'], {
    code: ['c', 'e', 'eval', 'x'],
    runs: /\((?:system|shell|run-program|run-shell-command|(?:uiop:)?run-program|ext:shell)\s+()"((?:[^"\\]|\\.){0,2000})"/g,
    deletes:
      /\((?:delete-file|delete-directory(?:\/files)?|(?:uiop:)?delete-directory-tree)\s+(?:#p)?()"((?:[^"\\]|\\.){0,2000})"/g,
  }),
  ...alike(['scala', 'scala-cli', 'amm', 'kotlin', 'jshell'], { code: ['e', 'c'], runs: /()"([^"\n]*)"\s*\.?\s*!/g }),
  ...alike(['octave', 'octave-cli', 'matlab'], {
    code: ['eval', 'batch', 'r'],
    runs: /\b(?:system|shell_cmd|unix|dos)\s*\(\s*(["'])(.*?)\1/g,
    deletes: /\b(?:delete|unlink|rmdir|confirm_recursive_rmdir)\s*\(\s*(["'])(.*?)\1/g,
  }),
  ...alike(['nim', 'ghc', 'runghc', 'stack', 'crystal', 'swift'], {
    code: ['e', 'eval'],
    runs: /\b(?:exec|execShellCmd|execCmd|system|callCommand|staticExec|shell)\s*\(?\s*()"(.*?)"/g,
    deletes: /\b(?:removeDir|removeFile|removeDirectoryRecursive|removePathForcibly)\s*\(?\s*()"(.*?)"/g,
  }),
  groovy: { code: ['e'], runs: /(["'])(.*?)\1\.execute\s*\(/g },
};

function alike(names: readonly string[], language: SmallLanguage): Record<string, SmallLanguage> {
  return Object.fromEntries(names.map((name) => [name, language]));
}

const run: Handler = (call, machine) => {
  const { code, runs, deletes } = LANGUAGES[call.program === 'R' ? 'Rscript' : call.program]!;
  // Emacs and Erlang have their long options with one dash as well.
  const args = call.args.map((arg) => (/^-(?:eval|batch|load)$/.test(arg.text) ? word(`-${arg.text}`) : arg));
  const { options, operands } = splitOptions(args, {
    short: code.filter((name) => name.length === 1).join(''),
    long: code.filter((name) => name.length > 1),
    // Values of options that are not known here end no options.
    permuted: true,
  });
  const printed = machine.emit(call);
  const given = valuesOf(options, ...code).map(({ text }) => text);
  const file = operands[0] && machine.files.read(operands[0].text, call.scope.folder);
  if (file !== undefined) given.push(file);
  if (given.length === 0 && operands.length === 0) given.push(call.place.stdin?.rest() ?? '');
  for (const text of given.map(withHome)) {
    for (const line of new Set([...calledIn(text, runs), ...literalCommands(text)])) shell(line, call, machine);
    for (const path of deletes ? calledIn(text, deletes) : []) shell(`rm -r ${quoted(word(path))}`, call, machine);
  }
  return printed;
};

/** Texts within code that are command lines by their looks, whatever function they are given to. */
const literalCommands = (text: string): string[] =>
  [
    ...text
      .slice(0, MOST_CODE)
      .matchAll(/(["'])((?:sudo\s+)?(?:rm|dd|shred|mkfs\S*|git|chmod|chown|curl|wget)\s(?:(?!\1)[^\\\n]){1,500})\1/g),
  ]
    .slice(0, MOST_LITERALS)
    .map((found) => found[2]!);

/** Homes by the names that these languages have for them. */
const withHome = (text: string): string =>
  text.replace(
    /\bhomedir\(\)|\bENV\[["']HOME["']\]|\b(?:os\.getenv|Sys\.getenv|System\.getenv|getenv)\s*\(?\s*["']HOME["']\s*\)|\b(?:path\.expand|expanduser|expand-file-name)\s*\(?\s*["']~["']\s*\)/g,
    '"~"',
  );

const calledIn = (text: string, calls: RegExp): string[] =>
  [...text.matchAll(calls)].map((found) => found.at(-1) ?? UNKNOWN);

const shell = (line: string, call: Call, machine: Machine) =>
  machine.script(line, childOf(call), within(call.place, call.program));

export const smallLanguages: readonly [string, Handler][] = ['R', ...Object.keys(LANGUAGES)].map((name) => [name, run]);
