// Needs: pytest
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  applyReplacements,
  type ExpectationSite,
  findExpectationSites,
} from '../../../../src/run/oracle/expectations/expectation_site.js';
import { ALL, sampled } from '../../../extent.js';

const corpus = join(import.meta.dirname, 'corpus');
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

interface Runner {
  suite: string;
  file: string;
  command: (files: readonly string[]) => [string, ...string[]];
  /** Whether one process can run several files. */
  isShared: boolean;
  /** Code of honest people whose values, errors and orders differ. */
  shapes: readonly string[];
}

const PYTEST_OPTIONS = ['-q', '--tb=no', '-p', 'no:cacheprovider', '--junitxml=report.xml'];
const RUNNERS: [what: string, runner: Runner][] = [
  [
    'node --test',
    {
      suite: 'suite.mjs',
      file: 'suite.test.mjs',
      command: ([file]) => [process.execPath, '--test-reporter=junit', '--test-reporter-destination=report.xml', file!],
      isShared: false,
      shapes: ['plain', 'objects', 'floats', 'texts', 'words', 'null'],
    },
  ],
  [
    'pytest',
    {
      suite: 'suite.py',
      file: 'test_suite.py',
      command: (files) => ['python3', '-B', '-m', 'pytest', ...PYTEST_OPTIONS, ...files],
      isShared: true,
      shapes: ['plain', 'objects', 'floats', 'decimals', 'words', 'null'],
    },
  ],
];

/** Outcomes of tests by their names with their groups. */
type Outcomes = Map<string, boolean>;

/** Runs variants of a suite against the code of a person, in one process where the runner can. */
function runSuites(runner: Runner, contents: readonly string[], shape: string): Outcomes[] {
  if (contents.length > 1 && !runner.isShared) return contents.flatMap((each) => runSuites(runner, [each], shape));
  const folder = mkdtempSync(join(tmpdir(), 'gatebench-sites-'));
  folders.push(folder);
  cpSync(corpus, folder, { recursive: true });
  const files = contents.map((content, i) => {
    const name = runner.file.replace('suite', `suite_${i}`);
    writeFileSync(join(folder, name), content);
    return name;
  });
  const [program, ...args] = runner.command(files);
  const { NODE_OPTIONS: _, NODE_TEST_CONTEXT: __, ...inherited } = process.env;
  spawnSync(program, args, { cwd: folder, env: { ...inherited, SHAPE: shape } });
  return readReport(readFileSync(join(folder, 'report.xml'), 'utf8'), contents.length);
}

function readReport(report: string, count: number): Outcomes[] {
  const outcomes = Array.from({ length: count }, (): Outcomes => new Map());
  const groups: string[] = [];
  const element = /<testcase ([^>]*?)(?:\/>|>([\s\S]*?)<\/testcase>)|<testsuite name="([^"]*)"[^>]*>|<\/testsuite>/g;
  for (const [whole, attributes = '', body = '', group] of report.matchAll(element)) {
    if (group !== undefined) groups.push(...(group === 'pytest' ? [] : [group]));
    else if (whole === '</testsuite>') groups.pop();
    else {
      const [, name = ''] = /\bname="([^"]*)"/.exec(attributes) ?? [];
      const [, variant = '0', owner] = /classname="test_suite_(\d+)(?:\.(\w+))?"/.exec(attributes) ?? [];
      const test = [...groups, ...(owner ? [owner] : []), name].join(' > ');
      outcomes[Number(variant)]!.set(test, !/<(failure|error)/.test(body));
    }
  }
  return outcomes;
}

/** Finds the reported test of a site. Ids of our own stand for rows in pytest. */
const findTest = (tests: Iterable<string>, { test = '' }: ExpectationSite): string =>
  [...tests].find(
    (name) => name === test || name === test.replace(/\[1h-.*\]/, '[one]').replace(/\[2h-.*\]/, '[two]'),
  ) ?? `unknown: ${test}`;

describe.each(RUNNERS)('%s: wrong literals fail their test and no other', (_, runner) => {
  const content = readFileSync(join(corpus, runner.suite), 'utf8');
  const sites = findExpectationSites(runner.file, content).filter(({ kind }) => kind === 'value');
  const tests = [...runSuites(runner, [content], 'plain')[0]!.keys()];

  /** Varies one site of every second test, another one in every round. */
  function varyRound(round: number): { varied: string; wrong: Set<string> } {
    const pieces = tests.flatMap((test, i) => {
      const own = sites.filter((site) => findTest(tests, site) === test);
      const texts = own.flatMap(({ start, end, texts: all }) => all.map((text) => ({ start, end, text, test })));
      const turn = Math.floor(round / 2);
      return texts.length === 0 || i % 2 === round % 2 ? [] : [texts[(turn * 3 + i) % texts.length]!];
    });
    return { varied: applyReplacements(content, pieces), wrong: new Set(pieces.map(({ test }) => test)) };
  }

  it('has sites in every test whose assertions decide', () => {
    expect(tests.length).toBeGreaterThan(10);
    const without = tests.filter((test) => !sites.some((site) => findTest(tests, site) === test));
    expect(without).toEqual(tests.filter((test) => /one.of.two|null or|none.or|any order/.test(test)));
    expect(sites.filter((site) => findTest(tests, site).startsWith('unknown'))).toEqual([]);
  });

  it.each<string>(sampled(runner.shapes, 2))('with code of the shape %s', (shape) => {
    const rounds = Array.from({ length: ALL ? 12 : 4 }, (_, round) => varyRound(round));
    const [right, ...outcomes] = runSuites(runner, [content, ...rounds.map(({ varied }) => varied)], shape);
    const passed = [...right!].flatMap(([test, isPass]) => (isPass ? [test] : []));
    expect(passed.length).toBeGreaterThan(shape === 'plain' ? tests.length - 1 : 3);
    for (const [i, { wrong }] of rounds.entries())
      expect(passed.filter((test) => outcomes[i]!.get(test))).toEqual(passed.filter((test) => !wrong.has(test)));
  });
});
