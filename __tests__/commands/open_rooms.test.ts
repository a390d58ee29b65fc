import { cleanUp, givenRoom } from '../given.js';
import { ran } from '../given_run.js';
import { givenShellTask } from '../given_task.js';

afterEach(cleanUp);

describe('what a run cannot give is refused before the first attempt', () => {
  it('a network of single hosts: an agent that was promised one must not be judged without it', async () => {
    const room = givenRoom();
    const contract = await givenShellTask(room, 'online', {
      contract: { policy: { network: { allow: ['example.org'] } } },
    });
    await expect(ran(room, { contracts: [contract], agents: ['noop'] })).rejects.toMatchObject({
      message: expect.stringMatching(/online\/contract\.yml:\d+ {2}policy\.network: this version cannot/),
      remedy: 'Write `network: deny`.',
    });
  });
});
