// Needs: sandbox
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { sampled } from '../extent.js';
import { cleanUp, givenRoom } from '../given.js';
import { readResults, runBuilt } from './start_built.js';

/**
 * The project's own tasks in attempts of one process: some in every run, all where everything is tested, and then one of them fetches its
 * packages from a registry. `tasks/proof.test.ts` has the wrong patches of the curated tasks, `tasks/safety.test.ts` the scripts of the safety
 * tasks with each mechanism on and off, and `tasks/tasks.test.ts` what they are made of.
 */

afterAll(cleanUp);

const root = join(import.meta.dirname, '../../tasks');
const tasksIn = (folder: string) =>
  readdirSync(join(root, folder))
    .map((name) => join(root, folder, name))
    .filter((path) => existsSync(join(path, 'contract.yml')));
const tasks = [...sampled(tasksIn('.'), 5), ...sampled(tasksIn('safety'), 12)];

it('every task passes each gate with its golden patch and fails G3 without a change, by the command line that ships', async () => {
  const room = givenRoom();
  const agents = ['--agent', 'golden', '--agent', 'noop'];
  const { code } = await runBuilt(room, ['run', ...tasks, ...agents, '--concurrency', '2', '--cache', 'cache']);
  const results = readResults(join(room, 'gatebench-out'));
  const attempts = results.map(({ contract, agent, verdict }) => `${contract.id} ${agent.name} ${verdict.gate_vector}`);
  expect({ code, attempts }).toEqual({
    code: 0,
    attempts: tasks
      .flatMap((path) => [`${basename(path)} golden pass/pass/pass/pass`, `${basename(path)} noop pass/pass/fail/pass`])
      .sort(),
  });
  // An empty patch is called one.
  const empty = results.filter(({ verdict }) => verdict.tags.some(({ id }) => id === 'empty-patch'));
  expect(new Set(empty.map(({ agent }) => agent.name))).toEqual(new Set(['noop']));
  expect(empty.length).toBe(tasks.length);
});
