import { quotePaths, quoteShellText } from '../../project/parsing/quote_shell_text.js';
import { createLogRunner } from './create_log_runner.js';
import { createSuiteRunner } from './create_suite_runner.js';
import { readEvalScript } from './read_eval_script.js';
import { removeInstallation } from './remove_installation.js';
import type { SweBenchInstance } from './swe_bench_instance.js';
import type { NamedRunner, TestRunner } from './test_runner.js';

/** Runners by the log parser that upstream names. */
const BY_PARSER: Readonly<Record<string, NamedRunner>> = {
  parse_log_tap: 'mocha',
  parse_log_jest: 'jest',
  parse_log_jest_json: 'jest',
  parse_log_immutable_js: 'jest',
  parse_log_vitest: 'vitest',
  parse_log_marked: 'jasmine',
  parse_log_pytest: 'pytest',
  parse_log_pytest_options: 'pytest',
  parse_log_pytest_v2: 'pytest',
};

/** Runners by repository, for rows without a script and a parser. */
const BY_REPOSITORY: Readonly<Record<string, NamedRunner>> = {
  'axios/axios': 'mocha',
  'immutable-js/immutable-js': 'jest',
  'babel/babel': 'jest',
  'facebook/docusaurus': 'jest',
  'vuejs/core': 'vitest',
  'markedjs/marked': 'jasmine',
  'astropy/astropy': 'pytest',
  'matplotlib/matplotlib': 'pytest',
  'mwaskom/seaborn': 'pytest',
  'pallets/flask': 'pytest',
  'psf/requests': 'pytest',
  'pydata/xarray': 'pytest',
  'pylint-dev/pylint': 'pytest',
  'pytest-dev/pytest': 'pytest',
  'scikit-learn/scikit-learn': 'pytest',
  'sphinx-doc/sphinx': 'pytest',
};

/** Time of one test of mocha. Its own two seconds fail tests of a machine that is busy. */
const MOCHA_TIMEOUT_MS = 60_000;

/** Parsers whose names are those of files, or of suites joined in their own way. */
const LOGGED_PARSERS: ReadonlySet<string> = new Set([
  'parse_log_calypso',
  'parse_log_carbon',
  'parse_log_grommet',
  'parse_log_react_pdf',
]);

/** Commands that make what the tests load, by repository; scripts say it where there are any. */
const BUILDS: Readonly<Record<string, string[]>> = { 'immutable-js/immutable-js': ['npm run build'] };

/**
 * Selects the runner of an instance: by the command in its script or row, by upstream's parser, or by its repository.
 *
 * @param files test files to run
 * @returns the reason if there is none with a report that names the tests
 */
export function selectTestRunner(
  instance: SweBenchInstance,
  files: readonly string[],
): TestRunner | { problem: string } {
  const suite = instance.dialect === 'multi-swe-bench' ? createSuiteRunner(instance) : undefined;
  if (suite !== undefined) return suite;
  const script = instance.eval_script === undefined ? undefined : readEvalScript(instance.eval_script);
  const command = script?.tests.join('\n') ?? instance.test_command;
  const name = findRunnerName(instance, command);
  if (name === undefined) {
    const logged = createLogRunner(instance, script);
    if (logged !== undefined) return logged;
    const runner_name = instance.log_parser ?? command?.split('\n')[0]?.slice(0, 80) ?? instance.repo;
    const why = instance.eval_script === undefined ? ', and the row has no eval_script with their command' : '';
    return { problem: `its tests (${runner_name}) have no runner here whose report names each test${why}` };
  }
  const build = script ? script.prepare.flatMap(removeInstallation) : (BUILDS[instance.repo] ?? []);
  const runner = createNamedRunner(name, files, command);
  // Upstream ignores how a build ends: the tests decide. Some builds end with a step that needs a network.
  // Commands over several lines, such as conditions, stay together.
  const prefix = build.length === 0 ? '' : `{ ${build.join('\n').replace(/;\s*$/, '')}; } >&2; `;
  return {
    ...runner,
    run: `${prefix}${runner.run}`,
    createCanaryCommand: (file) => `${prefix}${runner.createCanaryCommand(file)}`,
  };
}

function findRunnerName(
  { log_parser, repo, fail_to_pass }: SweBenchInstance,
  command: string | undefined,
): NamedRunner | undefined {
  const parsed = log_parser !== undefined && Object.hasOwn(BY_PARSER, log_parser) ? BY_PARSER[log_parser] : undefined;
  const usual = BY_REPOSITORY[repo];
  // Upstream has a parser of its own for each repository of Python, most of which run pytest.
  if (command !== undefined) {
    // Names of these are not those of single tests.
    if (log_parser !== undefined && LOGGED_PARSERS.has(log_parser)) return undefined;
    if (/\bmocha\b.*(-R|--reporter)[ =]tap\b/.test(command)) return 'mocha';
    if (/\bjest\b/.test(command) || (parsed === 'jest' && /\byarn test\b/.test(command))) return 'jest';
    if (/\bvitest\b/.test(command) || (parsed === 'vitest' && /\bpnpm run test\b/.test(command))) return 'vitest';
    if (/\bpytest\b/.test(command) || (usual === 'pytest' && /\btox\b/.test(command))) return 'pytest';
    if (/\bjasmine\b/.test(command)) return 'jasmine';
    return undefined;
  }
  const candidate = parsed ?? (log_parser === undefined || usual === 'pytest' ? usual : undefined);
  // The parser of TAP serves other runners as well.
  if (candidate === 'mocha') return usual === 'mocha' ? 'mocha' : undefined;
  if (candidate !== undefined || log_parser !== undefined) return candidate;
  return fail_to_pass.every((test) => /\.py::\w/.test(test)) ? 'pytest' : undefined;
}

function createNamedRunner(
  name: NamedRunner,
  files: readonly string[],
  command: string | undefined,
): TestRunner & { createCanaryCommand: (file: string) => string } {
  const listed = quotePaths(files).join(' ');
  switch (name) {
    case 'mocha': {
      // Upstream narrows some runs by a pattern: the other tests of the file may need a network.
      const pattern = /\bmocha\b.*?(?:-g|--grep)[ =](?:'([^']*)'|"([^"]*)"|(\S+))/.exec(command ?? '');
      const grep = pattern?.[1] ?? pattern?.[2] ?? pattern?.[3];
      const create = (list: string, more = '') =>
        `npx mocha ${list} --reporter tap --timeout ${MOCHA_TIMEOUT_MS}${more} --exit > "$REPORT"`;
      return {
        ...{ name, report: 'tap', files: {} },
        run: create(listed, grep === undefined ? '' : ` --grep ${quoteShellText(grep)}`),
        createCanaryCommand: (file) => create(quotePaths([file]).join('')),
      };
    }
    case 'jest': {
      const create = (list: string) => `npx jest ${list} --silent --json --outputFile="$REPORT"`;
      return {
        name,
        report: 'jest-json',
        files: {},
        run: create(listed),
        createCanaryCommand: (file) => create(quotePaths([file]).join('')),
      };
    }
    case 'vitest': {
      const create = (list: string) => `npx vitest run ${list} --reporter=json --outputFile="$REPORT"`;
      return {
        name,
        report: 'vitest-json',
        files: {},
        run: create(listed),
        createCanaryCommand: (file) => create(quotePaths([file]).join('')),
      };
    }
    case 'pytest': {
      const create = (list: string) => `python -m pytest ${list} --junitxml="$REPORT" -o junit_family=xunit1`;
      return {
        name,
        report: 'pytest-junit',
        files: {},
        run: create(listed),
        createCanaryCommand: (file) => create(quotePaths([file]).join('')),
      };
    }
    case 'jasmine': {
      const config = /--config[= ](\S+)/.exec(command ?? '')?.[1] ?? 'jasmine.json';
      return {
        ...{ name, report: 'tap', files: { [JASMINE_RUNNER.path]: JASMINE_RUNNER.content } },
        run: `node ${JASMINE_RUNNER.path} "$REPORT" ${quoteShellText(config)}`,
        createCanaryCommand: (file) =>
          `node ${JASMINE_RUNNER.path} "$REPORT" ${quoteShellText(config)} ${quotePaths([file]).join('')}`,
      };
    }
  }
}

/**
 * Program that runs jasmine and reports each spec in TAP. Jasmine itself prints the failing ones only, and a report
 * without the others could not tell a test that passed from one that was never run.
 */
const JASMINE_RUNNER = {
  path: 'gatebench-jasmine.cjs',
  content: `// Runs jasmine with the given configuration, and writes each spec to a report in TAP: REPORT CONFIG [FILE]
const { appendFileSync } = require('node:fs');
const Jasmine = require('jasmine');
const [target, config, file] = process.argv.splice(2);
let count = 0;
const write = (line) => appendFileSync(target, line + '\\n');
const report = {
  jasmineStarted: () => write('TAP version 13'),
  specDone({ status, fullName, failedExpectations = [] }) {
    const name = fullName.replace(/\\s+/g, ' ').replace(/#/g, '\\\\#');
    const end = status === 'pending' || status === 'excluded' ? ' # SKIP' : '';
    write((status === 'failed' ? 'not ok ' : 'ok ') + ++count + ' - ' + name + end);
    for (const { message } of failedExpectations) write('# ' + String(message).split('\\n')[0]);
  },
  jasmineDone: () => write('1..' + count),
};
(async () => {
  const jasmine = new Jasmine();
  jasmine.loadConfigFile(config);
  if (file) jasmine.specFiles = [require('node:path').resolve(file)];
  (jasmine.env || jasmine).addReporter(report);
  await jasmine.execute();
})();
`,
} as const;
