// Needs: sandbox
import { join } from 'node:path';
import { cleanUp, givenRoom, write } from '../../given.js';
import { typeCommand } from '../../given_command_line.js';
import { GOLDEN, givenShellTask } from '../../given_task.js';

afterAll(cleanUp);

describe('report --section consistency', () => {
  it('says how often all attempts of an agent at a task succeed', async () => {
    const room = givenRoom();
    const contracts = [await givenShellTask(room, 'one'), await givenShellTask(room, 'two')];
    write(room, { 'fix.patch': GOLDEN, 'bad.patch': GOLDEN.replaceAll('right', 'worse') });
    const agents = ['--agent', 'patch:fix.patch', '--agent', 'patch:bad.patch', '--trials', '2'];
    const place = ['--out', 'out', '--concurrency', '2', '--fail-on', 'never', '--cache', join(room, 'cache')];
    expect((await typeCommand(room, ['run', ...contracts, ...agents, ...place])).code).toBe(0);
    const { code, log } = await typeCommand(room, ['report', 'out', '--section', 'consistency', '--json']);
    const { consistency, unread } = JSON.parse(log);
    expect([code, unread]).toEqual([0, 0]);
    const hal = (rate: number) => ({ pass_at_1: rate, pass_hat_k: rate, consistency_gap: 0, run_variance: 0 });
    expect(consistency).toMatchObject([
      { arm: 'patch:fix.patch', k: 2, hal: hal(1), hal_tasks: 2 },
      { arm: 'patch:bad.patch', k: 2, hal: hal(0), hal_tasks: 2 },
    ]);
    const shown = await typeCommand(room, ['report', 'out', '--section', 'consistency']);
    expect(shown.log).toMatch(/^CONSISTENCY$/m);
  });

  it('is refused where no task was attempted twice', async () => {
    const room = givenRoom();
    const contract = await givenShellTask(room, 'one');
    const place = ['--out', 'out', '--fail-on', 'never', '--cache', join(room, 'cache')];
    await typeCommand(room, ['run', contract, '--agent', 'golden', ...place]);
    const { code, error } = await typeCommand(room, ['report', 'out', '--section', 'consistency']);
    expect([code, error]).toEqual([2, expect.stringContaining('no task was attempted twice by the same agent')]);
  });
});
