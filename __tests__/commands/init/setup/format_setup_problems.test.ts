import { formatSetupProblems } from '../../../../src/commands/init/setup/format_setup_problems.js';
import { createInstallCommand } from '../../../../src/project/project.js';

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
