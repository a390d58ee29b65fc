import { isMachineLacking as isLacking } from '../../../../src/commands/init/setup/is_machine_lacking.js';
import { listOwnModules } from '../../../../src/commands/init/setup/list_own_modules.js';
import type { MeasurementProblem } from '../../../../src/commands/init/setup/measurement_problem.js';
import type { ProjectCommand } from '../../../../src/project/project.js';

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
