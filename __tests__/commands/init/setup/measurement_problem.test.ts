import {
  formatSetupProblems,
  isMachineLacking as isLacking,
  isSetupWorthwhile,
  listOwnModules,
  type MeasurementProblem,
} from '../../../../src/commands/init/setup/measurement_problem.js';
import { createCommand, createInstallCommand, type ProjectCommand } from '../../../../src/project/project.js';

const whole = [createInstallCommand('npm ci', 'all')];
const lenient = [{ ...createInstallCommand('npm install --legacy-peer-deps', 'conflicts'), lenient: true as const }];
const bare = [createCommand('python3 -m venv v', 'nothing')];

it('an installation that accepts conflicts is tried only where no stricter one worked', () => {
  expect(isSetupWorthwhile(lenient, [])).toBe(true);
  expect(isSetupWorthwhile(lenient, [{ setup: whole, stage: 'setup' }])).toBe(true);
  expect(isSetupWorthwhile(lenient, [{ setup: whole, stage: 'tests' }])).toBe(false);
  expect(isSetupWorthwhile(lenient, [{ setup: whole, stage: 'build' }])).toBe(false);
  // Nothing was installed: the tests may have failed for that.
  expect(isSetupWorthwhile(lenient, [{ setup: bare, stage: 'tests' }])).toBe(true);
  expect(isSetupWorthwhile(whole, [{ setup: whole, stage: 'tests' }])).toBe(true);
});

const way = (run: string) => [createInstallCommand(run, '')];

it('says the problem alone where all ways have the same', () => {
  const problem = 'the test command ended with 1, and no report was written';
  expect(formatSetupProblems([way('npm ci'), way('npm install')].map((setup) => ({ setup, problem })))).toBe(problem);
});

it('says the last problem of each way, without its command twice, and shortens long ones', () => {
  const text = formatSetupProblems([
    { setup: [], problem: 'the tests take 31 s' },
    { setup: [], problem: 'no test passes' },
    { setup: way('npm ci'), problem: 'setup command "npm ci": exit status 1: no lockfile' },
    { setup: way('npm install'), problem: 'x'.repeat(1000) },
  ]);
  expect(text).toBe(
    `none of 3 ways to set it up works: nothing to install – no test passes; npm ci – exit status 1: no lockfile; npm install – ${'x'.repeat(160)}…`,
  );
});

it('says a problem that several ways have once, and shortens a long command so that its end is seen', () => {
  const start = `python3 -m venv .venv && ${'.venv/bin/pip install --quiet '.repeat(2)}`;
  const text = formatSetupProblems([
    { setup: way(`${start}-r requirements.txt`), problem: `${'x'.repeat(160)} 1` },
    { setup: way(`${start}--editable .[test]`), problem: `${'x'.repeat(160)} 2` },
    { setup: way('npm ci'), problem: 'no test passes' },
  ]);
  const shown = ['ll --quiet -r requirements.txt', 'all --quiet --editable .[test]'];
  const names = shown.map((end) => `python3 -m venv .venv && .venv…${end}`).join(', ');
  expect(text).toBe(`none of 3 ways to set it up works: ${names} – ${'x'.repeat(160)}…; npm ci – no test passes`);
});

const own = listOwnModules(['README.md', 'src/mypkg/core.py', 'tool.py', 'p/a/inner/x.js'], 'p/a');
const isMachineLacking = (problems: Parameters<typeof isLacking>[0]) => isLacking(problems, own);

const install: ProjectCommand = { run: 'npm ci', network: ['registry'], why: '' };
const unreachable: MeasurementProblem = { stage: 'setup', problem: 'exit status 1', unreachable: 'git.example' };
const failing: MeasurementProblem = { stage: 'tests', problem: 'no test passes' };

it('a machine lacks what no whole installation could reach', () => {
  expect(isMachineLacking([{ setup: [install], found: unreachable }])).toBe(true);
  expect(
    isMachineLacking([
      { setup: [], found: failing },
      { setup: [install], found: unreachable },
      { setup: [{ ...install, lenient: true }], found: failing },
    ]),
  ).toBe(true);
  const tool: MeasurementProblem = { stage: 'setup', problem: 'tool "node" is version 20', lacking: true };
  expect(isMachineLacking([{ setup: [], found: tool }])).toBe(true);
});

it.each([["ModuleNotFoundError: No module named 'whatever'"], ["Cannot find package 'left-pad' imported from a.js"]])(
  'a machine lacks the package of which a smaller installation says: %s',
  (problem) => {
    const smaller = { setup: [{ ...install, run: 'pip install .' }], found: { stage: 'tests', problem } as const };
    expect(isMachineLacking([{ setup: [install], found: unreachable }, smaller])).toBe(true);
    expect(isMachineLacking([smaller])).toBe(false);
  },
);

it.each([
  "Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/work/src/a.js' imported from /work/test/a.test.js",
  "Error [ERR_MODULE_NOT_FOUND]: Cannot find module 'file:///work/a.js' imported from 'b'",
  "Cannot find module '/work/dist/index.js'",
  "Cannot find module '@/components/a' from 'src/a.test.ts'",
  "Cannot find module 'inner/b.js' from 'src/a.test.ts'",
  "No module named 'mypkg.core'",
  "No module named 'tool'",
])('it does not lack a file of the project: %s', (problem) => {
  const smaller = { setup: [{ ...install, run: 'pip install .' }], found: { stage: 'tests', problem } as const };
  expect(isMachineLacking([{ setup: [install], found: unreachable }, smaller])).toBe(false);
});

it('it does not lack what another whole installation had, nor what it was not asked for', () => {
  expect(
    isMachineLacking([
      { setup: [install], found: unreachable },
      { setup: [{ ...install, run: 'npm install' }], found: failing },
    ]),
  ).toBe(false);
  expect(isMachineLacking([{ setup: [install], found: { stage: 'setup', problem: 'exit status 1' } }])).toBe(false);
});
