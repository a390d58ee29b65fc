import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, givenRoom } from '../../given.js';
import { ran } from '../../given_run.js';
import { givenShellTask } from '../../given_task.js';

const room = givenRoom();
afterAll(cleanUp);

it('takes no attempt over whose agent was told something else, in whatever the contract version does not bind', async () => {
  const path = await givenShellTask(join(room, 'tasks'), 'told', { contract: { title: 'Make it right' } });
  const make = async (out: string, ...reuse: string[]) => {
    const { lines, attempts } = await ran(room, {
      contracts: [path],
      agents: ['golden'],
      out: join(room, out),
      reuse: reuse.map((folder) => join(room, folder)),
    });
    const { version } = attempts[0]!.result.contract;
    return { version, id: attempts[0]!.result.attempt_id, kept: lines.some((line) => line.includes('1 kept')) };
  };
  const first = await make('first');
  expect(await make('same', 'first')).toEqual({ ...first, kept: true });
  writeFileSync(path, readFileSync(path, 'utf8').replace('Make it right', 'The fix is to write right'));
  const told = await make('other', 'first');
  expect([told.version, told.kept]).toEqual([first.version, false]);
  expect(told.id).not.toBe(first.id);
});
