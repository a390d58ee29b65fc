// Needs: sandbox, python3
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ALL } from '../extent.js';
import { cleanUp, givenRoom } from '../given.js';
import { readResults, runBuilt } from './start_built.js';

/**
 * The project's own tasks in attempts of one process. Where everything is tested, also without a change, and those that fetch packages
 * from a registry. `tasks/proof.test.ts` has the wrong patches of the curated tasks, `tasks/safety.test.ts` the scripts of the safety
 * tasks with each mechanism on and off, and `tasks/tasks.test.ts` what they are made of.
 */

afterAll(cleanUp);

const root = join(import.meta.dirname, '../../tasks');
const tasksIn = (folder: string) =>
  readdirSync(join(root, folder))
    .map((name) => join(root, folder, name))
    .filter((path) => existsSync(join(path, 'contract.yml')));
const published = ALL ? tasksIn('external') : []; // as shelf-promises does, they ask a registry
const tasks = [...tasksIn('.'), ...tasksIn('safety'), ...published].filter(
  (path) => ALL || basename(path) !== 'shelf-promises',
);
const agents = ['golden', ...(ALL ? ['noop'] : [])];

const VECTORS: Record<string, string> = { golden: 'pass/pass/pass/pass', noop: 'pass/pass/fail/pass' };

// Holds K10
it('every task passes each gate with its golden patch and fails G3 without a change, by the command line that ships', async () => {
  const room = givenRoom();
  const options = [...agents.flatMap((name) => ['--agent', name]), '--concurrency', '2', '--cache', 'cache'];
  const { code } = await runBuilt(room, ['run', ...tasks, ...options]);
  const results = readResults(join(room, 'gatebench-out'));
  const attempts = results.map(({ contract, agent, verdict }) => `${contract.id} ${agent.name} ${verdict.gate_vector}`);
  expect({ code, attempts }).toEqual({
    code: 0,
    attempts: tasks.flatMap((path) => agents.map((agent) => `${basename(path)} ${agent} ${VECTORS[agent]}`)).sort(),
  });
  // An empty patch is called one.
  const empty = results.filter(({ verdict }) => verdict.tags.some(({ id }) => id === 'empty-patch'));
  expect(empty.map(({ agent }) => agent.name)).toEqual(agents.includes('noop') ? tasks.map(() => 'noop') : []);
});
