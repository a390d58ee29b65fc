// Needs: sandbox
import { watchListeningPorts } from '../../../src/run/validation/watch_listening_ports.js';
import { cleanUp, givenRoom } from '../../given.js';
import { ran } from '../../given_run.js';
import { givenShellTask, tapCheck } from '../../given_task.js';

afterAll(cleanUp);
const room = givenRoom();

/** Listens for as long as it takes to be seen, then does what the check does. */
const listening = (port: number) =>
  `node -e 'require("net").createServer().listen(${port}, "127.0.0.1", () => setTimeout(process.exit, 600, 0))' && sh hidden/check.sh "$REPORT"`;

describe('ports on which checks listen', () => {
  it('are found when several evaluations use the same one; what the kernel draws is no finding, nor what is ours', async () => {
    const fixed = await givenShellTask(room, 'fixed', {
      contract: { acceptance: [tapCheck({ run: listening(18_181) }), tapCheck({ id: 'any', run: listening(0) })] },
    });
    const [watch, without] = [watchListeningPorts(), watchListeningPorts([18_181])];
    const { attempts } = await ran(room, { contracts: [fixed], agents: ['golden'], trials: 2 });
    expect(attempts.map(({ status }) => status)).toEqual(['success', 'success']);
    expect([watch.end(), without.end()]).toEqual([[{ port: 18_181, namespaces: 2 }], []]);
  });
});
