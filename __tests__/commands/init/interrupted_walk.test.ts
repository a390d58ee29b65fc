// Needs: sandbox
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp } from '../../given.js';
import { where } from '../../machine.js';
import { commit } from '../../workspace/given_history.js';
import { cache, FIX, givenFix, init } from './given_fix.js';

afterAll(cleanUp);

where('sandbox')('ends what still runs when the budget is over, and names what was not begun', async () => {
  const { repo, id } = givenFix({
    ...FIX,
    'test/add.test.js': `${FIX['test/add.test.js']}setInterval(() => {}, 1000);\n`,
  });
  const second = commit(repo, { 'src/math.js': '' }, 'second');
  const from_commit = [id, second];
  const { exit_code, contracts, lines } = await init(repo, { from_commit, budget: '3s', prove: false });
  expect(exit_code).toBe(1);
  expect(contracts.map(({ state, reason }) => [state, reason])).toEqual([
    ['skipped', 'the budget ended before it was done; the next walk goes on where it was'],
    ['not begun', 'the budget ended'],
  ]);
  expect(lines).toEqual(
    expect.arrayContaining([
      '0 commits tried, 0 became contracts',
      '1 was begun and not done',
      '1 commit not begun: the budget ended',
      `  ${second.slice(0, 8)} second`,
    ]),
  );
  const [first, other] = from_commit.map((commit_id) => `--from-commit ${commit_id.slice(0, 12)}`);
  expect(lines[lines.indexOf('Next:') + 2]).toBe(
    `    gatebench init ${first} ${other} --budget 1m --out out --cache ${cache}`,
  );
  expect(existsSync(join(repo, 'tasks'))).toBe(false);
});

where('sandbox')('does not repeat the runs of tests that an interrupted measurement finished', async () => {
  const { repo } = givenFix();
  const user = new AbortController();
  await init(repo, { mine: true }, user.signal, (line = '') => {
    if (/running the tests 3 of 6/.test(line)) user.abort();
  });
  const [id] = readdirSync(join(repo, 'out/measured'));
  const runs = join(repo, 'out/measured', id!, 'runs');
  const made = readdirSync(runs).sort();
  expect(made).toHaveLength(3);
  const { contracts } = await init(repo, { mine: true, prove: false });
  expect(contracts.map(({ state }) => state)).toEqual(['written']);
  // A run that is made again puts the earlier one aside. The seventh tries the canary.
  expect(readdirSync(runs)).toHaveLength(7);
  expect(readdirSync(runs)).toEqual(expect.arrayContaining(made));
});
