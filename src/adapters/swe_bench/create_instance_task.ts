import { completePatch } from '../../contract/input/get_workspace_root.js';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { type CanaryFile, createCanaryFile } from '../../project/canary_file.js';
import type { AdapterOutcome, WrittenContract } from '../benchmark_adapter.js';
import { createImageForm } from './create_image_form.js';
import { addVirtualEnvironment, createSetup, findAddedPackages, listTools } from './create_setup.js';
import { toSuiteTestName } from './create_suite_runner.js';
import { listPatchedFiles } from './list_patched_files.js';
import { selectTestRunner } from './select_test_runner.js';
import type { SweBenchInstance } from './swe_bench_instance.js';
import type { TestRunner } from './test_runner.js';

/** Ceiling of one run of the tests, as in upstream's harness. */
const TEST_TIMEOUT = '30m';

/** Creates the task of an instance. The rules of upstream that a contract cannot express become notes. */
export function createInstanceTask(instance: SweBenchInstance): AdapterOutcome {
  const { place, id, repo, base_commit, golden, test_patch, bug_patch } = instance;
  const patched = listPatchedFiles(test_patch);
  const tests = selectTestFiles(
    instance,
    patched.map(({ path }) => path),
  );
  const runner = selectTestRunner(instance, tests);
  if ('problem' in runner) return { place, id, reason: runner.problem };
  // Commands of the row itself name their files.
  if (tests.length === 0 && runner.createCanaryCommand !== undefined)
    return { place, id, reason: 'its test_patch has no file that a test runner takes' };
  const canary = createCanary(runner, tests, new Map(patched.map(({ path, added }) => [path, added])));
  const packages = NODE_RUNNERS.has(runner.name) ? findAddedPackages(golden) : [];
  const contract: WrittenContract = {
    schema: 1,
    id: toContractId(id),
    title: createTitle(instance),
    description: `${instance.problem_statement.trim()}\n`,
    metadata: {
      ...{ tier: 1, source: 'external', kind: 'bug-fix' },
      affected_files: listPatchedFiles(bug_patch ?? golden).map(({ path }) => path),
      strata: {
        ...{ benchmark: instance.dialect, repository: repo, runner: runner.name },
        ...omitUndefined({ language: instance.language, difficulty: instance.difficulty }),
      },
      provenance: `${instance.dialect} ${id}`,
      ...createDate(instance.created_at),
    },
    snapshot: { git: `https://github.com/${repo}`, commit: base_commit },
    environment: {
      tools: listTools(runner.name),
      // Colours make names unreadable, and some runners turn them on where CI is set.
      variables: { NO_COLOR: '1', FORCE_COLOR: '0', CI: '' },
    },
    setup: createSetup(runner.name, packages),
    build: 'none',
    acceptance: [
      {
        ...{ id: 'tests', run: runner.run, report: runner.report, timeout: TEST_TIMEOUT },
        ...omitUndefined({ log: runner.log }),
        ...listNames(instance, runner),
        ...listAccepted(instance, runner),
      },
    ],
    oracle: createOracle(runner, canary),
    ...omitUndefined({ golden_patch: bug_patch === undefined ? 'golden.patch' : undefined }),
    // Upstream has no policy: only tests decide.
    policy: { dependencies: { add: 'allow' } },
  };
  const notes = [...instance.notes, ...listNotes(instance, runner, packages, canary)];
  const image = createImageForm(instance, contract, runner.name, packages, notes);
  const extra = { ...runner.files, ...(canary && { [canary.path]: canary.content }) };
  return {
    ...{ place, contract: addVirtualEnvironment(contract, runner.name) },
    ...(bug_patch === undefined ? { test_patch } : { bug_patch, hidden_paths: tests }),
    files: {
      ...omitUndefined({ 'golden.patch': bug_patch === undefined ? completePatch(golden) : undefined }),
      ...Object.fromEntries(Object.entries(extra).map(([path, text]) => [`extra/${path}`, text])),
    },
    ...omitUndefined({ image }),
    notes: [
      ...notes,
      ...(runner.name === 'pytest'
        ? [
            'upstream fixes the version of Python and of each package in its image; here setup installs the ' +
              'newest that fit',
          ]
        : []),
    ],
  };
}

/** Creates the oracle: files beside those of the instance, and the canary if its runner can have one. */
function createOracle(runner: TestRunner, canary: CanaryFile | undefined): WrittenContract['oracle'] {
  return omitUndefined({
    files: Object.keys(runner.files).length > 0 || canary ? [{ from: 'extra', to: '.' }] : undefined,
    canary: canary && {
      run: runner.createCanaryCommand!(canary.path),
      ...{ report: runner.report, environment: canary.environment },
      ...omitUndefined({ must_fail: canary.test === undefined ? undefined : [canary.test] }),
    },
  });
}

/** Characters of an id that a contract cannot have. */
const toContractId = (id: string): string =>
  id
    .replaceAll('/', '__')
    .replace(/[^A-Za-z0-9._-]/g, '-')
    .slice(0, 120);

const createTitle = ({ problem_statement, id }: SweBenchInstance): string => {
  const first = problem_statement.split('\n').find((line) => line.trim() !== '') ?? '';
  return (
    first
      .replace(/^#+\s*/, '')
      .trim()
      .slice(0, 120)
      .trim() || id
  );
};

function createDate(created_at: string | undefined): { created?: string } {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(created_at ?? '')?.[0];
  return day === undefined ? {} : { created: day };
}

/** Runners whose packages npm, pnpm or yarn install. */
const NODE_RUNNERS: ReadonlySet<string> = new Set<TestRunner['name']>([
  ...(['mocha', 'jest', 'vitest', 'jasmine', 'qunit', 'karma', 'jest-files', 'jest-tree', 'mocha-spec'] as const),
  ...(['karma-failures', 'mocha-failures', 'eslint-failures'] as const),
]);

/** Lines of progress that upstream's readers take for tests. */
const PROGRESS = /^\[\s*\d+%\]$/;

/** Lists the required tests as a contract has them. */
function listNames(
  { fail_to_pass, pass_to_pass, log_parser }: SweBenchInstance,
  { name: runner, is_suite = false }: TestRunner,
): { fail_to_pass: string[]; pass_to_pass: string[] } {
  const shortens = log_parser !== undefined && SHORTENED_OPTIONS.has(log_parser);
  const list = (names: readonly string[]) =>
    names
      .filter((name) => !PROGRESS.test(name))
      .map((name) => (is_suite ? toSuiteTestName(name, runner) : toRequiredName(name, shortens)));
  return { fail_to_pass: list(fail_to_pass), pass_to_pass: list(pass_to_pass) };
}

/** Dialects whose tests in PASS_TO_PASS may be skipped. */
const SKIPPABLE: readonly SweBenchInstance['dialect'][] = ['swe-bench', 'swe-polybench', 'swe-smith'];

/** Lists what upstream's grading takes for passed beside a pass. */
function listAccepted(
  { dialect, pass_to_pass, fail_only }: SweBenchInstance,
  { name, log }: TestRunner,
): Pick<WrittenContract['acceptance'][number], 'accept'> {
  const accept = [
    ...(SKIPPABLE.includes(dialect) && pass_to_pass.length > 0 ? (['skipped'] as const) : []),
    ...(name === 'pytest' ? (['expected-failure'] as const) : []),
    ...(fail_only && log !== undefined ? (['unreported'] as const) : []),
  ];
  return accept.length > 0 ? { accept } : {};
}

/** Parsers that keep only the last part of a path in a parameter: `test[/a.svg]` for `test[/root/a.svg]`. */
const SHORTENED_OPTIONS: ReadonlySet<string> = new Set([
  'parse_log_pylint',
  'parse_log_pytest_options',
  'parse_log_pydicom',
  'parse_log_requests',
]);

/**
 * Writes the name of a test as a contract has it: nothing in it is a pattern. An id that upstream has cut off, which
 * has more opening than closing brackets, stands for what begins like it.
 */
function toRequiredName(name: string, shortens: boolean): string {
  const plain = name.replace(/[\\*?]/g, '\\$&');
  const escaped = shortens ? plain.replace(/\[(?=\/(?!\/)[^/]*\]$)/, '[*') : plain;
  const count = (letter: string) => name.split(letter).length;
  return count('[') > count(']') ? `${escaped}*` : escaped;
}

const TEST_FILE = /\.(?:[cm]?[jt]sx?|py)$/;
const TEST_PLACE = /(^|[/._-])(tests?|specs?|__tests__|testing)([/._-]|$)/i;

/** Lists the files with which ids of pytest begin. */
const listNamedFiles = (tests: readonly string[]): string[] =>
  [...new Set(tests.flatMap((test) => /^([^:[\]]+\.py)(?:::|$)/.exec(test)?.[1] ?? []))].sort();

/** Folders of the files that the runner of a repository takes, where it has several. */
const PLACES: Readonly<Record<string, RegExp>> = { 'axios/axios': /^test\/unit\// };

/** Selects the files to run: those that the row or its script names, else those of the patch that look like tests. */
function selectTestFiles(
  { test_files, eval_script, repo, bug_patch, fail_to_pass, pass_to_pass }: SweBenchInstance,
  patched: readonly string[],
): string[] {
  if (test_files.length > 0) return test_files;
  if (bug_patch !== undefined) return listNamedFiles([...fail_to_pass, ...pass_to_pass]);
  const code = patched.filter((path) => TEST_FILE.test(path));
  const script_files = code.filter((path) => eval_script?.split("': '>>>>> Start Test Output'").at(-1)?.includes(path));
  const placed = code.filter(
    (path) => (PLACES[repo] ?? TEST_PLACE).test(path) && !/(^|\/)(fixtures?|__snapshots__)\//.test(path),
  );
  if (script_files.length > 0 && script_files.length < code.length) return script_files;
  if (placed.length > 0) return placed;
  // marked runs all its examples by one command, whatever file has changed.
  return code.length === 0 && repo === 'markedjs/marked' ? ['test/unit/marked-spec.js'] : code;
}

function createCanary(
  { name, createCanaryCommand }: TestRunner,
  tests: readonly string[],
  texts: ReadonlyMap<string, string>,
): CanaryFile | undefined {
  if (createCanaryCommand === undefined) return undefined;
  // jasmine has the functions of mocha, and its specs are CommonJS or modules by their ending.
  const runner = name === 'jasmine' ? 'mocha' : name;
  const project = { tests: { runner }, isTestFile: () => true };
  return createCanaryFile(
    project,
    tests.map((path) => ({ path, text: texts.get(path) ?? '' })),
  );
}

function listNotes(
  { fail_only, test_command, eval_script }: SweBenchInstance,
  runner: TestRunner,
  packages: readonly string[],
  canary: CanaryFile | undefined,
): string[] {
  return [
    ...(fail_only && runner.log === undefined
      ? ['upstream takes a test that its log does not name for passed; here it must be reported as passed']
      : []),
    ...(runner.log === undefined
      ? []
      : [
          `the printed log of ${runner.name} is the report, as upstream has it: whatever the code under test prints stands ` +
            'in it, so a pass is weaker evidence than one by a report',
        ]),
    ...(fail_only && runner.is_failures_only
      ? ['the log names failing tests only: a required test that it does not name counts as passed']
      : []),
    ...(eval_script === undefined && test_command === undefined
      ? [
          runner.is_suite
            ? `the row has no command: ${runner.name} runs all tests of the repository, as upstream does; a ` +
              'title stands for each test that ends like it'
            : `the row has no command: ${runner.name} runs the test files of test_patch`,
        ]
      : []),
    ...(packages.length > 0
      ? [
          `the reference solution adds ${packages.join(', ')}: setup installs it for every attempt, since checks ` +
            'have no network',
        ]
      : []),
    ...(runner.createCanaryCommand === undefined
      ? [`no canary: the command of the benchmark takes no file of its own`]
      : []),
    ...(canary || runner.createCanaryCommand === undefined
      ? []
      : [`no canary: there is no form of one for ${runner.name}`]),
  ];
}
