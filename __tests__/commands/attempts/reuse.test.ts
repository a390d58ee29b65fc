// Needs: sandbox
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, givenRoom } from '../../given.js';
import { ran } from '../../given_run.js';
import { givenRecorded } from '../../recorded/given_recorded.js';

const room = givenRoom();
afterAll(cleanUp);

it('takes no attempt over whose agent was told something else, in whatever the contract version does not bind', async () => {
  const { attempts } = await givenRecorded('golden', room, 'first');
  const { contract, attempt_id: id } = attempts[0].result;
  const path = join(room, 'task/contract.yml');
  const make = async (out: string, reuse: string) => {
    const { lines, attempts } = await ran(room, {
      contracts: [path],
      agents: ['golden'],
      out: join(room, out),
      reuse: [join(room, reuse)],
    });
    const { version } = attempts[0]!.result.contract;
    return { version, id: attempts[0]!.result.attempt_id, kept: lines.some((line) => line.includes('1 kept')) };
  };
  expect(await make('same', 'first')).toEqual({ version: contract.version, id, kept: true });
  writeFileSync(path, readFileSync(path, 'utf8').replace('A small task', 'The fix is to write right'));
  const told = await make('other', 'first');
  expect([told.version, told.kept]).toEqual([contract.version, false]);
  expect(told.id).not.toBe(id);
});
