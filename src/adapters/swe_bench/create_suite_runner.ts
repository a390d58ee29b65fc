import { quotePaths, quoteShellText } from '../../project/parsing/quote_shell_text.js';
import { listPatchedFiles } from './list_patched_files.js';
import type { SweBenchInstance } from './swe_bench_instance.js';
import type { TestRunner } from './test_runner.js';

/** Test file of jest or vitest, alone or with the title of a test behind it: `test/a.test.js:adds`. */
const NAMED_FILE = /^((?:[^:\s]+\/)?(?:[^:/\s]+\.(?:tests?|spec)|__tests__\/[^:\s]+)\.[cm]?[jt]sx?)(?::(.+))?$/s;

/** Arguments of mocha by repository, where its rows have titles alone. */
const MOCHA_SUITES: Readonly<Record<string, string>> = {
  'axios/axios': "'test/unit/**/*.js'",
  'expressjs/express': '--require test/support/env test/ test/acceptance/',
};
/** Repositories whose test files are those of vitest. */
const VITEST_REPOSITORIES: ReadonlySet<string> = new Set(['vuejs/core', 'sveltejs/svelte']);
/** Time of one test of mocha, in milliseconds. */
const MOCHA_TIMEOUT_MS = 60_000;

/**
 * Creates the runner of an instance of Multi-SWE-bench, whose tests are those of the whole repository: its rows have no
 * command, and upstream runs all tests. The language follows from the patches, and the form of the names.
 *
 * @returns undefined if no runner here has a report with such names
 */
export function createSuiteRunner(instance: SweBenchInstance): TestRunner | undefined {
  const { repo, fail_to_pass, pass_to_pass } = instance;
  const language = findLanguage(instance);
  if (language === 'go')
    return {
      ...{ is_suite: true, name: 'go', report: 'go-test-json', files: {}, createCanaryCommand: undefined },
      run: 'go test -json -count=1 ./... > "$REPORT"',
    };
  if (language === 'rust')
    return {
      ...{ is_suite: true, name: 'cargo', report: 'log', log: 'cargo', files: {}, createCanaryCommand: undefined },
      run: 'cargo test > "$REPORT" 2>&1',
    };
  const suite = Object.hasOwn(MOCHA_SUITES, repo) ? MOCHA_SUITES[repo] : undefined;
  if (suite !== undefined) {
    const create = (list: string) =>
      `npx mocha ${list} --reporter tap --timeout ${MOCHA_TIMEOUT_MS} --exit > "$REPORT"`;
    return {
      ...{ is_suite: true, name: 'mocha', report: 'tap', files: {}, run: create(suite) },
      createCanaryCommand: (file) => create(quotePaths([file]).join('')),
    };
  }
  if (![...fail_to_pass, ...pass_to_pass].every((name) => NAMED_FILE.test(name))) return undefined;
  const isVitest = VITEST_REPOSITORIES.has(repo);
  const create = (list: string) =>
    isVitest
      ? `npx vitest run${list} --reporter=json --outputFile="$REPORT"`
      : `npx jest${list} --silent --json --outputFile="$REPORT"`;
  return {
    ...(isVitest ? { name: 'vitest', report: 'vitest-json' } : { name: 'jest', report: 'jest-json' }),
    ...{ is_suite: true, files: {}, run: create('') },
    createCanaryCommand: (file) => create(` ${quoteShellText(file)}`),
  };
}

type SuiteLanguage = 'go' | 'rust' | 'javascript';

const LANGUAGES: readonly (readonly [SuiteLanguage, RegExp])[] = [
  ['go', /\.go$/],
  ['rust', /\.rs$/],
  ['javascript', /\.([cm]?[jt]sx?|vue|svelte)$/],
];
/** Files of tests, of their data, and examples: they may be of another language. */
const TEST_PATH =
  /(^|\/)(__tests__|__fixtures__|tests?|specs?|testdata|fixtures?|examples?)\/|_test\.go$|\.(test|spec)\./;

/** Finds the language of most files that the reference solution changes; where it has none, of those of the tests. */
function findLanguage({ golden, test_patch }: SweBenchInstance): SuiteLanguage | undefined {
  const list = (patch: string) => listPatchedFiles(patch).map(({ path }) => path);
  const solved = list(golden);
  for (const paths of [solved.filter((path) => !TEST_PATH.test(path)), [...solved, ...list(test_patch)]]) {
    const counts = LANGUAGES.map(([name, end]) => ({ name, count: paths.filter((path) => end.test(path)).length }));
    const [most] = counts.sort((a, b) => b.count - a.count);
    if (most!.count > 0) return most!.name;
  }
  return undefined;
}

/**
 * Writes the name of a test of Multi-SWE-bench as a contract has it. Its readers keep the title of a test without those
 * of the suites around it, so the name stands for each test that ends like it.
 */
export function toSuiteTestName(name: string, runner: TestRunner['name']): string {
  const plain = name.replace(/[\\*?]/g, '\\$&');
  // mocha takes the sign out of titles in TAP, where a directive begins with it.
  if (runner === 'mocha') return `* ${plain.replaceAll('#', '')}`;
  if (runner !== 'jest' && runner !== 'vitest') return plain;
  const [, file, title] = NAMED_FILE.exec(name) ?? [];
  return file === undefined || title === undefined ? plain : `${file} >* ${title.replace(/[\\*?]/g, '\\$&')}`;
}
