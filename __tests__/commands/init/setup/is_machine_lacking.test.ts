import { isMachineLacking } from '../../../../src/commands/init/setup/is_machine_lacking.js';
import type { MeasurementProblem } from '../../../../src/commands/init/setup/measurement_problem.js';
import type { ProjectCommand } from '../../../../src/project/project.js';

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

it('it does not lack what another whole installation had, nor what it was not asked for', () => {
  expect(
    isMachineLacking([
      { setup: [install], found: unreachable },
      { setup: [{ ...install, run: 'npm install' }], found: failing },
    ]),
  ).toBe(false);
  expect(isMachineLacking([{ setup: [install], found: { stage: 'setup', problem: 'exit status 1' } }])).toBe(false);
});
