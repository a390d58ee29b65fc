// Needs: nothing
import { cleanUp, givenRoom } from '../../given.js';
import { ran } from '../../given_run.js';
import { givenShellTask } from '../../given_task.js';

afterEach(cleanUp);

describe('what a run cannot give is refused before the first attempt', () => {
  it('recorded responses that are not there: an agent that was promised them must not be judged without them', async () => {
    const room = givenRoom();
    const contract = await givenShellTask(room, 'online', {
      contract: { policy: { network: { allow: ['example.org'], stubs: 'stubs.jsonl' } } },
    });
    await expect(ran(room, { contracts: [contract], agents: ['noop'] })).rejects.toMatchObject({
      message: expect.stringMatching(
        /online\/contract\.yml:\d+ {2}policy\.network\.stubs: "stubs\.jsonl" does not exist/,
      ),
      remedy: 'Record it once: gatebench run --record-stubs.',
    });
  });
});
