import { fromUrl } from '../code/decoding.js';
import { type GivenToCode, NOTHING_GIVEN } from '../code/given.js';
import { type Deed, isUnread, type Language, UNKNOWN, UNREAD, type Word } from '../deed.js';
import { MAX_LENGTH } from './budget.js';
import { givenTo } from './given_to_code.js';
import {
  type Call,
  childOf,
  fedBy,
  fedUp,
  fromSubstitution,
  type Handler,
  type Machine,
  type Place,
  unfed,
  within,
  word,
} from './machine.js';
import { type Grammar, has, type Option, splitOptions, valuesOf } from './options.js';
import { outputOf } from './outputs.js';

type Code = Exclude<Language, 'shell'>;

interface Interpreter extends Grammar {
  language: Code;
  /** Options whose value is code. */
  code: readonly string[];
  /** Options whose value is a file of code. */
  files?: readonly string[];
  /** What the operands are: a script and its arguments (default), code, or nothing to read. */
  operands?: 'script' | 'code' | 'database then code' | 'no code';
  /** Options that make it run no script of its own. */
  module?: readonly string[];
}

const python: Interpreter = {
  language: 'python',
  short: 'cmWXQ',
  long: ['check-hash-based-pycs'],
  code: ['c'],
  module: ['m'],
};
const node: Interpreter = {
  language: 'javascript',
  short: 'eprC',
  optional: 'p',
  long: `eval print require import loader experimental-loader conditions env-file env-file-if-exists config input-type title
    icu-data-dir openssl-config redirect-warnings report-dir report-directory report-filename secure-heap stack-trace-limit
    unhandled-rejections watch-path test-name-pattern test-reporter test-reporter-destination tsconfig preload`.split(
    /\s+/,
  ),
  code: ['e', 'p', 'eval', 'print'],
};
const perl: Interpreter = { language: 'perl', short: 'eEIMm', code: ['e', 'E'] };
const awk: Interpreter = {
  language: 'awk',
  short: 'fFvieEl',
  long: ['file', 'field-separator', 'assign', 'source', 'include', 'load', 'exec'],
  code: ['e', 'source'],
  files: ['f', 'file', 'E', 'exec'],
  operands: 'code',
};
const sql = (short: string, code: readonly string[], more: Partial<Interpreter> = {}): Interpreter => ({
  language: 'sql',
  short,
  long: [
    ...code.filter((name) => name.length > 1),
    'host',
    'port',
    'user',
    'username',
    'dbname',
    'database',
    'file',
    'set',
    'variable',
  ],
  permuted: true,
  code,
  operands: 'no code',
  ...more,
});
const mysql = sql('ehPuDS', ['e', 'execute', 'init-command']);
const mongo: Interpreter = sql('', ['eval']);
const powershell: Interpreter = { language: 'powershell', code: [], operands: 'no code' };

const INTERPRETERS: Readonly<Record<string, Interpreter>> = {
  python,
  node,
  nodejs: node,
  bun: node,
  tsx: node,
  'ts-node': node,
  deno: node,
  perl,
  ruby: {
    language: 'ruby',
    short: 'eIrEC',
    long: ['encoding', 'external-encoding', 'internal-encoding', 'enable', 'disable', 'dump', 'parser'],
    code: ['e'],
  },
  php: {
    language: 'php',
    short: 'rBREFfdczS',
    long: [
      'run',
      'file',
      'process-begin',
      'process-code',
      'process-end',
      'process-file',
      'define',
      'php-ini',
      'server',
      'docroot',
    ],
    code: ['r', 'run', 'B', 'R', 'E', 'process-begin', 'process-code', 'process-end'],
    files: ['f', 'F', 'file'],
  },
  awk,
  gawk: awk,
  mawk: awk,
  nawk: awk,
  psql: sql('cdfhpUvLoPRTF', ['c', 'command'], { files: ['f', 'file'] }),
  mysql,
  mariadb: mysql,
  sqlite3: {
    language: 'sql',
    long: ['cmd', 'init', 'separator', 'newline', 'nullvalue', 'cmd'],
    permuted: true,
    code: ['cmd'],
    files: ['init'],
    operands: 'database then code',
  },
  sqlite: { language: 'sql', permuted: true, code: [], operands: 'database then code' },
  duckdb: sql('cs', ['c', 's', 'cmd'], { operands: 'database then code' }),
  influx: sql('', ['execute']),
  snowsql: sql('qf', ['q', 'query'], { files: ['f'] }),
  bq: sql('', [], { operands: 'database then code' }),
  sqlcmd: sql('QqSUPdi', ['Q', 'q'], { files: ['i'] }),
  'clickhouse-client': sql('qhud', ['q', 'query']),
  cockroach: sql('eu', ['e', 'execute']),
  cqlsh: sql('efukp', ['e', 'execute'], { files: ['f'] }),
  sqlplus: sql('', []),
  mongo,
  mongosh: mongo,
  'redis-cli': { language: 'sql', short: 'hpsanurt', code: [], operands: 'code' },
  powershell,
  pwsh: powershell,
};

/** The language of an interpreter by the name of its program, versions included. */
export function interpreterOf(path: string): Language | undefined {
  const program = plainName(path.slice(path.lastIndexOf('/') + 1));
  if (/^(ba|da|z|k|a|mk)?sh$/.test(program)) return 'shell';
  return Object.hasOwn(INTERPRETERS, program) ? INTERPRETERS[program]!.language : undefined;
}

/** `python3.12` is `python`. */
const plainName = (program: string) =>
  program
    .replace(/\.exe$/i, '')
    .replace(/^(python|pypy|perl|ruby|php|lua)[\d.]+$/, '$1')
    .replace(/^pypy$/, 'python');

/** Runs code of an interpreter that is named in the command; undefined = not an interpreter. */
export function interpret(call: Call, machine: Machine): string | undefined {
  const name = plainName(call.program);
  const interpreter = Object.hasOwn(INTERPRETERS, name) ? INTERPRETERS[name] : undefined;
  if (!interpreter) return undefined;
  if (interpreter === powershell) return powershellCode(call, machine);
  const inside = { ...call, place: within(call.place, call.program) };
  const { options, operands } = splitOptions(subcommandOff(name, call.args), interpreter);
  const code = valuesOf(options, ...interpreter.code);
  const guessed = [...codeBehind(call.args, operands, interpreter), ...codeInAddresses(options)];
  const files = valuesOf(options, ...(interpreter.files ?? []));
  const { scope, place } = call;
  if (interpreter.operands === 'code' && code.length === 0 && files.length === 0)
    code.push(...(name === 'redis-cli' && operands.length > 0 ? [allOf(operands)] : operands.slice(0, 1)));
  if (interpreter.operands === 'database then code') code.push(...operands.slice(1));
  const [module] = valuesOf(options, ...(interpreter.module ?? []));
  if (module) codeOfModule(module.text, operands, code, files);
  const script =
    interpreter.operands === undefined && code.length === 0 && !has(options, ...(interpreter.module ?? []));
  if (script && operands[0] && operands[0].text !== '-') files.push(operands[0]);

  const fromInput = files.some(({ text }) => /^(?:-|\/dev\/stdin|\/dev\/fd\/0)$/.test(text));
  const reads =
    fromInput || (code.length === 0 && files.length === 0 && (script || interpreter.operands !== undefined));
  // What it reads and does not run is data.
  const told = fromSubstitution(reads ? call : unfed(call), code[0]?.text ?? '', machine);
  const [downloaded] = files.map(
    ({ text }) => (machine.sources.get(text) ?? machine.files.written(text, scope.folder))?.from ?? [],
  );
  const awkOutput = interpreter === awk ? outputOf(call, machine) : undefined;
  const printed = machine.emit({
    ...(downloaded && downloaded.length > 0 ? fedBy(told, downloaded) : told),
    args: call.args.filter((arg) => !code.includes(arg) || arg.text.includes(UNKNOWN)),
    ...(interpreter === awk &&
      place.input?.kind === 'pipe' && { filter: { code: allOf(code).text, from: place.input.from } }),
  });
  const given = givenTo(call, interpreter, { options, operands, code, files, reads }, machine);
  const outputs: string[] = [];
  for (const { text } of [...code, ...guessed])
    outputs.push(runCode(interpreter.language, text, inside, machine, given));
  for (const { text: path } of files) {
    const text = machine.sources.get(path)?.text ?? machine.files.read(path, scope.folder);
    if (text !== undefined) outputs.push(runCode(interpreter.language, text, inside, machine, given));
  }
  const fed = reads ? place.stdin?.rest() : undefined;
  if (fed !== undefined)
    outputs.push(runCode(interpreter.language, fed, { ...inside, place: fedUp(inside.place) }, machine, given));
  const output = outputs.join('');
  if (awkOutput !== undefined) return awkOutput === UNKNOWN && output !== '' ? output : awkOutput;
  // What is printed besides is what the whole comes to, where it filters.
  if (output !== '' && interpreter.language !== 'sql') return has(options, 'p') && name !== 'node' ? printed : output;
  return interpreter.language === 'sql' ? (statementsMade(code) ?? printed) : printed;
}

/**
 * Code behind an option that is not known here, which may have taken the word that looks like the script for itself; and a script
 * whose name is code by its looks.
 */
function codeBehind(args: readonly Word[], operands: readonly Word[], interpreter: Interpreter): Word[] {
  const [first, ...rest] = operands;
  if (!first || interpreter.operands === 'no code') return [];
  const before = args[args.indexOf(first) - 1]?.text ?? '';
  const looks = interpreter.operands === undefined && /[(;`\n]/.test(first.text) ? [first] : [];
  if (!/^-./.test(before)) return looks;
  const { options, operands: behind } = splitOptions(rest, interpreter);
  const code = valuesOf(options, ...interpreter.code);
  return [...looks, ...code, ...(interpreter.operands === 'code' ? behind.slice(0, 1) : [])];
}

/** `--import data:text/javascript,CODE`. */
const codeInAddresses = (options: readonly Option[]): Word[] =>
  valuesOf(options, 'import', 'loader', 'experimental-loader', 'r', 'require').flatMap(({ text }) => {
    const [, base64, data] = /^data:[^,;]*(?:;(?!base64)[^,;]*)*(;base64)?,([\s\S]*)$/.exec(text) ?? [];
    if (data === undefined) return [];
    return [word(base64 ? Buffer.from(data, 'base64').toString('utf8') : fromUrl(data))];
  });

/** Statements that a query puts together for another client: `select concat('drop table ', name, ';') …`. */
function statementsMade(code: readonly Word[]): string | undefined {
  const made = code.flatMap(({ text }) =>
    /^\s*(?:select|with)\b/i.test(text)
      ? [...text.slice(0, 10_000).matchAll(/'\s*((?:drop|truncate|delete|alter|revoke|grant)\s[^']*)'/gi)].map(
          ([, statement]) => `${statement}${UNKNOWN};\n`,
        )
      : [],
  );
  return made.length > 0 ? made.join('') : undefined;
}

/** `python -m timeit CODE`, `-m cProfile FILE`: modules that run what they are given. */
function codeOfModule(module: string, operands: readonly Word[], code: Word[], files: Word[]): void {
  if (module === 'timeit') code.push(...operands.filter(({ text }) => !/^-\w*[nru]?\d*$/.test(text)));
  else if (/^(?:cProfile|profile|pdb|trace|runpy|coverage|asyncio)$/.test(module))
    files.push(...operands.filter(({ text }) => text.endsWith('.py')).slice(0, 1));
}

const allOf = (words: readonly Word[]) => word(words.map(({ text }) => text).join(' '));

/** `deno eval CODE`, `bun run FILE`. */
function subcommandOff(name: string, args: readonly Word[]): readonly Word[] {
  const [first, ...rest] = args;
  if (name === 'deno' && first?.text === 'eval') return [word('-e'), ...rest];
  return (name === 'deno' || name === 'bun') && first?.text === 'run' ? rest : args;
}

/** `powershell -Command …`, `-EncodedCommand`. Its options begin with any part of their names. */
function powershellCode(call: Call, machine: Machine): string {
  machine.emit(call);
  const inside = { ...call, place: within(call.place, call.program) };
  const at = call.args.findIndex(({ text }) => /^[-/](c|co|com|comm|comma|comman|command|e|ec|en\w*)$/i.test(text));
  const given = at === -1 ? call.args.filter(({ text }) => !/^-/.test(text)) : call.args.slice(at + 1);
  const text = given.map(({ text }) => text).join(' ');
  const encoded = at !== -1 && /^[-/]e/i.test(call.args[at]!.text);
  const fed = text === '' || text === '-' ? (call.place.stdin?.rest() ?? '') : text;
  if (fed !== '')
    runCode('powershell', encoded ? Buffer.from(fed, 'base64').toString('utf16le') : fed, inside, machine);
  return UNKNOWN;
}

/** `cmd /c CODE`: near enough to be read as PowerShell. */
const cmd: Handler = (call, machine) => {
  machine.emit(call);
  const at = call.args.findIndex(({ text }) => /^\/[ck]$/i.test(text));
  const code = call.args
    .slice(at + 1)
    .map(({ text }) => text)
    .join(' ');
  if (at !== -1) runCode('powershell', code, { ...call, place: within(call.place, call.program) }, machine);
  return UNKNOWN;
};

/** Deeds of code in another language; `call` is what runs it. */
export function runCode(
  language: Code,
  code: string,
  call: Call,
  machine: Machine,
  given: GivenToCode = NOTHING_GIVEN,
): string {
  const { scope, place } = call;
  if (isUnread(code)) machine.budget.fail('too-much', `${call.program} runs code that cannot be read to its end`);
  let output = '';
  if (!machine.readCode) return output;
  // Commands of a client's own stand on lines of theirs and end where the line ends.
  const statements = language === 'sql' ? linesApart(code.replace(/^\s*\.(?!shell|system)\w+.*$/gm, ''), call) : code;
  machine.budget.deeper(() => {
    machine.budget.spend(code.length >> 8);
    const { deeds, problem } = machine.readCode!(language, statements, {
      readCommand: (line) => nested(line, call, machine),
      wrote: (path, text) => machine.files.write(path, text, scope.folder),
      given,
      printed: (text) => {
        output = output.length + text.length > MAX_LENGTH ? UNREAD : output + text;
      },
    });
    if (problem) machine.budget.fail(problem.kind, problem.detail);
    for (const deed of deeds) if (machine.budget.deed()) machine.deeds.push(inPlace(deed, call, place));
  }, undefined);
  return output;
}

/** A client of MongoDB takes each line that begins with `use` or `db` for itself. */
const linesApart = (code: string, { program }: Call): string =>
  /^mongo(?:sh)?$/.test(program)
    ? code.replace(/^[ \t]*(use[ \t]+[^;\s]+)[ \t]*$/gim, '$1;').replace(/\n(?=[ \t]*db[.[])/g, ';\n')
    : code;

/** A command line that code hands to a shell, within the budget of the whole. */
function nested(line: string, call: Call, machine: Machine) {
  const { place } = call;
  const before = machine.deeds.length;
  machine.script(line, childOf(call), { ...place, via: [], redirects: [], captured: true });
  return { deeds: machine.deeds.splice(before) };
}

const inPlace = (deed: Deed, { scope }: Call, { via, redirects, input }: Place): Deed => ({
  ...deed,
  via: [...via, ...deed.via],
  redirects: [...redirects, ...deed.redirects],
  ...(!deed.input && input && { input }),
  ...(!deed.folder && scope.folder !== undefined && { folder: word(scope.folder) }),
});

export const interpreters: readonly [string, Handler][] = [
  ['cmd', cmd],
  ['cmd.exe', cmd],
];
