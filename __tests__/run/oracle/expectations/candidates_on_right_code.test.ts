import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyReplacements, findExpectationSites } from '../../../../src/run/oracle/expectations/expectation_site.js';
import { sampled } from '../../../extent.js';
import { where } from '../../../machine.js';

const corpus = join(import.meta.dirname, 'corpus');
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function givenCorpus(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatebench-challenge-'));
  folders.push(folder);
  cpSync(corpus, folder, { recursive: true });
  return folder;
}

/** Outcomes by test; undefined where the file could not be loaded. */
type Outcomes = Map<string, boolean> | undefined;

const run = (cwd: string, command: string, args: readonly string[], env: Record<string, string> = {}) => {
  const { NODE_OPTIONS: _, NODE_TEST_CONTEXT: __, ...inherited } = process.env;
  const { stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { ...inherited, ...env },
    maxBuffer: 2 ** 27,
  });
  return { stdout, stderr };
};

/** All variants in one process: each gets a `test` of its own that puts its number before titles. */
function runNode(variants: readonly string[]): Outcomes[] {
  const folder = givenCorpus();
  const outcomes: Outcomes[] = variants.map(() => new Map());
  for (const [i, content] of variants.entries()) {
    writeFileSync(join(folder, `v${i}.mjs`), content.replace("from 'node:test'", `from './t${i}.mjs'`));
    writeFileSync(
      join(folder, `t${i}.mjs`),
      `import * as runner from 'node:test';
const numbered = (of) => (title, ...rest) => of('v${i}|' + title, ...rest);
export const [test, it, describe] = [runner.test, runner.it, runner.describe].map(numbered);
export const { before, after, beforeEach, afterEach } = runner;\n`,
    );
  }
  const loading = variants.map((_, i) => `await import('./v${i}.mjs').catch(() => console.error('unloaded ${i}.'));`);
  writeFileSync(join(folder, 'all.mjs'), loading.join('\n'));
  const { stdout, stderr } = run(folder, 'node', ['--test-reporter=junit', 'all.mjs']);
  for (const [, i] of stderr.matchAll(/unloaded (\d+)\./g)) outcomes[Number(i)] = undefined;
  const groups: string[] = [];
  const element =
    /<testcase name="([^"]*)"[^>]*?(?:\/>|>([\s\S]*?)<\/testcase>)|<testsuite name="([^"]*)"|<\/testsuite>/g;
  for (const [whole, name, body = '', group] of stdout.matchAll(element)) {
    if (group !== undefined) groups.push(group);
    else if (whole === '</testsuite>') groups.pop();
    else {
      const title = [...groups, name].join(' > ');
      outcomes[Number(/v(\d+)\|/.exec(title)![1])]?.set(title.replace(/v\d+\|/g, ''), !body.includes('<failure'));
    }
  }
  return outcomes;
}

/** All variants in one process, each in a folder of its own. */
function runPytest(variants: readonly string[]): Outcomes[] {
  const folder = givenCorpus();
  const outcomes: Outcomes[] = variants.map(() => new Map());
  for (const [i, content] of variants.entries()) {
    mkdirSync(join(folder, `v${i}`));
    writeFileSync(join(folder, `v${i}`, 'test_suite.py'), content);
  }
  const options = ['-rA', '-q', '-p', 'no:cacheprovider', '--tb=no', '--import-mode=importlib'];
  const args = [
    '-B',
    '-m',
    'pytest',
    ...options,
    '--continue-on-collection-errors',
    ...variants.map((_, i) => `v${i}`),
  ];
  const { stdout } = run(folder, 'python3', args, { PYTHONPATH: folder });
  for (const [, outcome, i, test] of stdout.matchAll(
    /^(PASSED|FAILED|ERROR) v(\d+)\/test_suite\.py(::.*?)?(?: - .*)?$/gm,
  )) {
    if (test === undefined) outcomes[Number(i)] = undefined;
    else outcomes[Number(i)]?.set(test, outcome === 'PASSED');
  }
  return outcomes;
}

function runShell(variants: readonly string[]): Outcomes[] {
  const folder = givenCorpus();
  return variants.map((content) => {
    writeFileSync(join(folder, 'variant.sh'), content);
    const { stdout } = run(folder, 'bash', ['variant.sh']);
    const outcomes = new Map<string, boolean>();
    for (const [, not, title] of stdout.matchAll(/^(not )?ok \d+ - (.*)$/gm)) outcomes.set(title!, not === undefined);
    return outcomes.size === 0 ? undefined : outcomes;
  });
}

const suites: [file: string, runAll: (variants: readonly string[]) => Outcomes[], needs: string[]][] = [
  ['suite.mjs', runNode, []],
  ['suite_pytest.py', runPytest, ['pytest']],
  ['suite_unittest.py', runPytest, ['pytest']],
  ['suite.sh', runShell, []],
];

describe('candidates, tried one by one on code that is right', () => {
  for (const [file, runAll, needs] of sampled(suites, 3))
    where(...needs)(
      `${file}: at least four of five make exactly one test fail, every test has one, none keeps the file from loading`,
      () => {
        const content = readFileSync(join(corpus, file), 'utf8');
        const candidates = findExpectationSites(file, content).flatMap(({ start, end, texts }) =>
          texts.slice(0, 1).map((text) => applyReplacements(content, [{ start, end, text }])),
        );
        const [plain, ...outcomes] = runAll([content, ...candidates]);
        expect([...plain!.values()]).not.toContain(false);
        expect(outcomes.filter((outcome) => outcome === undefined)).toEqual([]);
        // A test may have what it expects in its title.
        const failing = outcomes.map((outcome) =>
          [...outcome!].filter(([, passed]) => !passed).map(([title]) => title),
        );
        const single = failing.filter((titles) => titles.length === 1).map(([title]) => stemOf(title!));
        expect(single.length / outcomes.length).toBeGreaterThanOrEqual(0.8);
        const missed = [...new Set([...plain!.keys()].map(stemOf))].filter((title) => !single.includes(title));
        expect(missed).toEqual([]);
      },
    );
});

/** Rows of one test are told apart by their values, which are what is changed. */
const stemOf = (title: string) => title.replace(/\[[^\]]*\]$/, '');

describe('every test of the tasks that come with gatebench has a candidate', () => {
  const tasks = join(import.meta.dirname, '..', '..', '..', '..', 'tasks');
  const files = readdirSync(tasks, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(^|\/)hidden\/[^/]+\.(js|py|sh)$/.test(path) && !/canary|run_tests|_case\.py/.test(path))
    .filter((path) => statSync(join(tasks, path)).isFile());
  it.each(files)('%s', (path) => {
    const content = readFileSync(join(tasks, path), 'utf8');
    const folder = join(tasks, path, '..');
    const others = readdirSync(folder)
      .filter((name) => !path.endsWith(`/${name}`))
      .map((name) => readFileSync(join(folder, name), 'utf8'));
    const named = findExpectationSites(path, content, others).map(({ test = '' }) => test);
    const pattern = path.endsWith('.py')
      ? /def (test_\w+)/g
      : path.endsWith('.sh')
        ? /^(?:same|refused|gives) '([^']*)'/gm
        : /\b(?:test|it)\((['"`])(.*?)\1,/g;
    const titles = [...content.matchAll(pattern)].map((match) => match[2] ?? match[1]!);
    expect(titles.filter((title) => !named.some((name) => name.includes(title)))).toEqual([]);
  });
});
