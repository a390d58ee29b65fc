import { omitUndefined } from '../contract/input/omit_undefined.js';
import { CANARY_CONTENTS, CANARY_SWITCH } from './canary_contents.js';

/** Hidden test that fails when it is asked to, as proof that the checks can fail. */
export interface CanaryFile {
  path: string;
  content: string;
  /** Its test; undefined if all tests of its file fail. */
  test?: string;
  /** Variable that makes it fail; without it the test passes, so that a run of the whole suite is not disturbed. */
  environment: Record<string, string>;
}

/** Part of a project that a canary needs: runner, test files, and the command for single files where there is one. */
interface CanaryProject {
  isTestFile(path: string): boolean;
  tests: { runner: string; createCommand?(files: readonly string[]): string };
}

/** Part of a test file's name by which runners find it: `add` in `add.test.js`, `test_add.py`, `add_test.go`. */
const STEM = /^(test_|Test)?(.+?)((?:[._-](?:test|spec|tests)|Tests?|_spec)?\.[^/.]+(?:\.[^/.]+)?)$/;

/** Runners that run any file that is named to them. Others take only what their configuration calls a test. */
const TAKES_ANY_FILE = new Set(['mocha', 'node:test', 'tape', 'pytest', 'ctest', 'lab']);

/** Names of the tests, for runners whose command may run more than one file. */
const NAMES: Record<string, string> = {
  jest: 'gatebench canary',
  vitest: 'gatebench canary',
  mocha: 'gatebench canary',
  'node:test': 'gatebench canary',
  borp: 'gatebench canary',
  lab: 'gatebench canary',
  ava: 'gatebench canary',
  pytest: 'test_gatebench_canary',
  unittest: 'test_gatebench_canary',
  'go test': 'TestGatebenchCanary',
  ctest: 'gatebench_canary',
};

/** Runners whose command for all files runs the canary as well. */
const RUNS_ALL = new Set(['pytest', 'unittest', 'go test']);

/** Test files beside which a canary can lie, for runners where others would not be compiled or not be run alone. */
const PLACES: Record<string, RegExp> = {
  // A file below src/ is part of a module, others below tests/ of a program of several files.
  'cargo test': /^(?!(?:.*\/)?src\/)(?:.*\/)?tests\/[\w-]+\.rs$/,
  maven: /\.java$/,
  gradle: /\.java$/,
  phpunit: /\.php$/,
};

/**
 * Creates the canary beside a hidden test file, in the form of the project's test runner.
 *
 * @param tests hidden test files with their texts; the first whose name can be varied gives place and form
 * @returns undefined for a runner without a known form, and where it would not run a file beside these by itself
 */
export function createCanaryFile(
  project: CanaryProject,
  tests: readonly { path: string; text: string }[],
): CanaryFile | undefined {
  const { runner } = project.tests;
  const create = CANARY_CONTENTS[runner];
  if (create === undefined) return undefined;
  const test = NAMES[runner];
  for (const { path, text } of tests) {
    const canary = nameCanary(path, project);
    if (canary === undefined || !(RUNS_ALL.has(runner) || isSelected(canary, project))) continue;
    const name = canary.slice(canary.lastIndexOf('/') + 1).replace(/\..*$/, '');
    const extension = path.slice(path.lastIndexOf('.'));
    const content = create({ text, extension, typed: /\.[cm]?tsx?$/.test(path), name });
    if (content !== undefined)
      return { path: canary, content, environment: { [CANARY_SWITCH]: '1' }, ...omitUndefined({ test }) };
  }
  return undefined;
}

/**
 * Lists the files that the command of a canary runs; empty = the whole suite. Where the canary's test has a name, the
 * hidden tests run with it: they load the code under test, so that what forges reports is loaded in this run too.
 *
 * @param hidden hidden test files; empty if only test data are hidden
 */
export function listCanaryFiles(
  { path, test }: CanaryFile,
  hidden: readonly string[],
  { isTestFile }: Pick<CanaryProject, 'isTestFile'>,
): string[] {
  if (test === undefined) return [path];
  const beside = hidden.filter(isTestFile);
  if (beside.length > 0) return [...beside, path];
  return isTestFile(path) ? [] : [path];
}

/** Tells whether the command for a file differs from that for all: a suite of compiled tests takes no file, say. */
const isSelected = (path: string, { tests }: CanaryProject): boolean =>
  tests.createCommand === undefined || tests.createCommand([path]) !== tests.createCommand([]);

/** Names a file beside another that the runner takes for a test, too: under its own name, else in its own folder. */
function nameCanary(path: string, { isTestFile, tests }: CanaryProject): string | undefined {
  if (PLACES[tests.runner]?.test(path) === false) return undefined;
  const nameStart = path.lastIndexOf('/') + 1;
  const [, prefix = '', stem, extension] = STEM.exec(path.slice(nameStart)) ?? [];
  if (stem === undefined || extension === undefined) return undefined;
  // A new program would have to be compiled; CTest runs any.
  const ending = tests.runner === 'ctest' ? '.sh' : extension;
  const folder = path.slice(0, nameStart);
  const names = [`${folder}${prefix}${chooseWord(path)}${ending}`];
  // Where all test files have one name, folders tell them apart.
  if (/\.[cm]?[jt]sx?$/.test(path)) names.push(`${folder}gatebench-canary/${path.slice(nameStart)}`);
  return names.find(isTestFile) ?? (TAKES_ANY_FILE.has(tests.runner) ? names[0] : undefined);
}

/** Chooses the word for a file name: that of a class where a file is named after it. */
const chooseWord = (path: string): string =>
  /\.(?:java|php)$/.test(path)
    ? 'GatebenchCanary'
    : /\.(?:py|go|rb|rs)$/.test(path)
      ? 'gatebench_canary'
      : 'gatebench-canary';
