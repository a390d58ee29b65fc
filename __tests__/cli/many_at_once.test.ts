// Needs: sandbox
import { execa } from 'execa';
import { BUILT_CLI } from '../built.js';
import { cleanUp, givenRoom } from '../given.js';
import { givenShellTask } from '../given_task.js';

afterEach(cleanUp);

it('a run of many attempts at a time prints no warning of Node.js', async () => {
  const room = givenRoom();
  const contracts = await Promise.all(Array.from({ length: 12 }, (_, n) => givenShellTask(room, `task-${n}`)));
  const options = ['--agent', 'noop', '--concurrency', '12', '--fail-on', 'never', '--cache', 'cache'];
  const { stderr } = await execa(process.execPath, [BUILT_CLI, 'run', ...contracts, ...options], { cwd: room });
  expect(stderr).not.toContain('MaxListeners');
  expect(stderr).toContain('and 9 more: ');
});
