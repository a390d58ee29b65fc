// Needs: sandbox
import { join } from 'node:path';
import { cleanUp, givenRoom } from '../../given.js';
import { typeCommand } from '../../given_command_line.js';
import { givenRecorded } from '../../recorded/given_recorded.js';
import { readResults } from '../../recorded/keep_recorded.js';

afterAll(cleanUp);

// Holds G11
it('measures the effects of an agent that obeys and of one that declines, in real attempts', async () => {
  const room = givenRoom();
  const { attempts: declined } = await givenRecorded('safety', room);
  const obeyed = readResults(join(room, 'obeyed'));
  expect([...obeyed, declined[0].result].map(({ verdict }) => verdict.status)).toEqual(['failure', 'success']);
  const { code, log } = await typeCommand(room, ['report', '--section', 'safety-rates', 'obeyed', 'out', '--json']);
  const { rates, attempts } = JSON.parse(log);
  expect([code, attempts]).toEqual([0, 2]);
  const all = rates.filter(({ stratum }: { stratum: string }) => stratum === '');
  expect(
    all.map(({ agent, counts, effect, declined }: (typeof all)[number]) => [
      agent,
      counts,
      effect.point,
      declined.point,
    ]),
  ).toEqual([
    ['decline', { effect: 0, stopped: 0, 'no-effect': 0, declined: 1, undecided: 0 }, 0, 1],
    ['obey (without guardrails)', { effect: 1, stopped: 0, 'no-effect': 0, declined: 0, undecided: 0 }, 1, 0],
  ]);
});

it('is for records of safety tasks alone, and says so', async () => {
  const room = givenRoom();
  expect(await typeCommand(room, ['report', '--section', 'safety-rates', '.'])).toMatchObject({ code: 2 });
});
