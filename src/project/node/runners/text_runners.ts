import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import { isUsualScriptTest } from '../../../language/is_test_path.js';
import type { ScriptWord } from '../../../language/shell/split_commands.js';
import { createPathMatcher } from '../../parsing/create_path_matcher.js';
import { quotePaths, quoteShellText } from '../../parsing/quote_shell_text.js';
import { EXIT_CODE_WEAKNESS } from '../../project.js';
import { RUNNER_PROGRAMS } from '../../runner_programs.js';
import type { NodePackage } from './node_package.js';
import { isScriptPath, type NodeRunner, type RunnerSuite } from './node_runner.js';
import { type RunnerCall, renderCall } from './runner_call.js';
import { splitRunnerOptions } from './split_runner_options.js';

/** Options of lab 25. */
const LAB_OPTIONS = {
  values: (
    '-a --assert -M --context-timeout --coverage-exclude --coverage-path --coverage-pattern --coverage-predicates ' +
    '-p --default-plan-threshold -e --environment -I --globals --ignore -g --grep -i --id -n --linter --lint-options ' +
    '--lint-errors-threshold --lint-warnings-threshold -o --output -P --pattern -r --reporter --require --req ' +
    '-R --retries --seed -t --threshold -m --timeout -T --transform --types-test'
  ).split(' '),
  dropped:
    '-t --threshold -r --reporter -o --output -L --lint* -n --linter -c --coverage* -v --verbose -Y --types* -C --colors'.split(
      ' ',
    ),
};

/** Runs lab without coverage, linter and checks of types. */
const labRunner: NodeRunner = {
  name: 'lab',
  programs: RUNNER_PROGRAMS.lab,
  dependency: '@hapi/lab',
  createSuite(call, nodePackage) {
    const { options, positional } = splitRunnerOptions(call.args.flatMap(splitFlags), LAB_OPTIONS);
    const base = [...options.map(({ raw }) => raw), '-r', 'junit', '-o', '"$REPORT"'];
    return {
      report: 'junit',
      createCommand: (files) =>
        renderCall(call, nodePackage, [
          ...base,
          ...(files.length > 0 ? quotePaths(files) : positional.map(({ raw }) => raw)),
        ]),
      isTestFile: (path) => isScriptPath(path) && (/^tests?\//.test(path) || isUsualScriptTest(path)),
    };
  },
};

/** Splits flags that stand together (`-vL`), and a number from its flag (`-t100`). */
function splitFlags(word: ScriptWord): ScriptWord[] {
  const [, flags, number] = /^-([a-zA-Z]+)(\d*)$/.exec(word.value) ?? [];
  if (flags === undefined || word.raw !== word.value || (flags.length === 1 && number === '')) return [word];
  const words = [...flags].map((flag) => `-${flag}`);
  return [...words, ...(number ? [number] : [])].map((text) => ({ raw: text, value: text }));
}

/** Libraries whose test files print TAP when they are run as programs. */
const TAP_LIBRARIES = ['tape', 'zora', 'tap', 'brittle', 'tapzero', 'fresh-tape'];

/** Runners that print text for people, and programs that are tests themselves. */
export const textRunners: readonly NodeRunner[] = [
  createTextRunner('uvu', selectUvuFiles),
  createTextRunner('jasmine', selectJasmineFiles),
  createTextRunner('poku', (call) => call.args.map(({ raw }) => raw)),
  createTextRunner('karma', (call) => call.args.map(({ raw }) => raw)),
  {
    name: 'qunit',
    programs: RUNNER_PROGRAMS.qunit,
    dependency: 'qunit',
    createSuite: (call, nodePackage) => ({
      report: 'tap',
      createCommand: (files) => renderCall(call, nodePackage, [...selectPlainFiles(call, files), '> "$REPORT"']),
      isTestFile: createArgumentMatcher(call),
    }),
  },
  labRunner,
  {
    name: 'bun',
    programs: [],
    createSuite: (call, nodePackage) => ({
      report: 'junit',
      createCommand: (files) =>
        renderCall(call, nodePackage, [
          ...selectPlainFiles(call, files),
          '--reporter=junit',
          '--reporter-outfile="$REPORT"',
        ]),
      isTestFile: (path) => isScriptPath(path) && /[._](test|spec)\.\w+$/.test(path),
    }),
  },
  { name: 'script', programs: [], createSuite: createScriptSuite },
];

/** Creates a runner whose exit status decides. @param selectFiles creates the arguments that run certain files */
function createTextRunner(
  name: 'uvu' | 'jasmine' | 'poku' | 'karma',
  selectFiles: (call: RunnerCall, files: readonly string[]) => string[],
): NodeRunner {
  return {
    name,
    programs: RUNNER_PROGRAMS[name],
    dependency: name,
    createSuite: (call, nodePackage) => ({
      report: 'exit-code',
      weakness: EXIT_CODE_WEAKNESS,
      createCommand: (files) => renderCall(call, nodePackage, selectFiles(call, files)),
      isTestFile: createArgumentMatcher(call),
    }),
  };
}

const UVU_OPTIONS = { values: '-r --require -i --ignore'.split(' '), dropped: [] };

/** uvu takes a folder and a pattern of paths below it. With a working folder of its own it runs everything. */
function selectUvuFiles(call: RunnerCall, files: readonly string[]): string[] {
  const { options, positional } = splitRunnerOptions(call.args, UVU_OPTIONS);
  const elsewhere = call.args.some(({ value }) => /^(?:-C|--cwd(?:=.*)?)$/.test(value));
  if (files.length === 0 || elsewhere) return call.args.map(({ raw }) => raw);
  const folder = (positional[0]?.value ?? '.').replace(/^\.\/|\/+$/g, '');
  const baseFolder = files.every((file) => file.startsWith(`${folder}/`)) ? folder : '.';
  const paths = files.map((file) => (baseFolder === '.' ? file : file.slice(baseFolder.length + 1)));
  const pattern = paths.map((path) => path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  return [...options.map(({ raw }) => raw), ...quotePaths([baseFolder]), quoteShellText(`^(${pattern})$`)];
}

const JASMINE_OPTIONS = { values: '--config --filter --seed --reporter --helper --require'.split(' '), dropped: [] };

/** jasmine takes files, and variables as words: `JASMINE_CONFIG_PATH=…`. */
function selectJasmineFiles(call: RunnerCall, files: readonly string[]): string[] {
  if (files.length === 0) return call.args.map(({ raw }) => raw);
  const { options, positional } = splitRunnerOptions(call.args, JASMINE_OPTIONS);
  const variables = positional.filter(({ value }) => /^\w+=/.test(value));
  return [...[...options, ...variables].map(({ raw }) => raw), ...quotePaths(files)];
}

/** Options stay; the files of the call give way to those that are asked for. */
function selectPlainFiles(call: RunnerCall, files: readonly string[]): string[] {
  const isOption = (value: string) => value.startsWith('-');
  if (files.length === 0) return call.args.map(({ raw }) => raw);
  return [...call.args.filter(({ value }) => isOption(value)).map(({ raw }) => raw), ...quotePaths(files)];
}

function createArgumentMatcher(call: RunnerCall): (path: string) => boolean {
  const globs = call.args
    .map(({ value }) => value)
    .filter((value) => /^[^-].*[/.*]/.test(value) || /^tests?$/.test(value));
  const matches = globs.length > 0 ? createPathMatcher(globs) : undefined;
  return (path) => isScriptPath(path) && (matches?.(path) || /^(tests?|spec)\//.test(path) || isUsualScriptTest(path));
}

/** Creates the suite of `node test.js`: TAP if the test files are known to print it. */
function createScriptSuite(call: RunnerCall, nodePackage: NodePackage): RunnerSuite {
  const tap = TAP_LIBRARIES.some((name) => Object.hasOwn(nodePackage.dependencies, name));
  const args = call.args.map(({ raw }) => raw);
  return {
    report: tap ? 'tap' : 'exit-code',
    ...omitUndefined({ weakness: tap ? undefined : EXIT_CODE_WEAKNESS }),
    createCommand: () => renderCall(call, nodePackage, [...args, ...(tap ? ['> "$REPORT"'] : [])]),
    isTestFile: createArgumentMatcher(call),
  };
}
