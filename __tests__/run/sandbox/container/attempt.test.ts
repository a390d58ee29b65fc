import { cleanUp, givenRoom } from '../../../given.js';
import { ran } from '../../../given_run.js';
import { givenShellTask, tapCheck } from '../../../given_task.js';
import { type GivenEngine, perEngine } from './given.js';

afterAll(cleanUp);

// The image has another id in every engine, since each imported it: so it says which one `auto` has to take.
describe.each(perEngine)('contracts that pin an image of %s', (name, { image }: GivenEngine) => {
  it('run in it, with its tools, beside those that pin none', async () => {
    const room = givenRoom();
    const pinned = (id: string, tools: Record<string, string>) =>
      givenShellTask(room, id, {
        contract: {
          environment: { image, tools },
          // The image has no git, the machine has.
          setup: [{ run: 'command -v git || cat /proc/self/mountinfo > made-by-setup' }],
          acceptance: [tapCheck({ run: 'test -s made-by-setup && sh hidden/check.sh "$REPORT"' })],
        },
      });
    const contracts = [
      await pinned('pinned', { bash: '>=5' }),
      await pinned('wanting', { git: '*' }),
      await givenShellTask(room, 'plain', { contract: { environment: { tools: { git: '*' } } } }),
    ];
    const { outcome, attempts } = await ran(room, { contracts, agents: ['golden', 'noop'] });
    const seen = attempts.map(({ result, status, vector }) =>
      [result.contract.id, result.sandbox.backend, result.agent.name, status, vector].join(' '),
    );
    expect(seen.sort()).toEqual([
      `pinned ${name} golden success pass/pass/pass/pass`,
      `pinned ${name} noop failure pass/pass/fail/pass`,
      'plain bubblewrap golden success pass/pass/pass/pass',
      'plain bubblewrap noop failure pass/pass/fail/pass',
      `wanting ${name} golden invalid fail/fail/fail/pass`,
      `wanting ${name} noop invalid fail/fail/fail/pass`,
    ]);
    expect(outcome.exit_code).toBe(1);
  });
});

if (perEngine.length === 0) it.skip('attempts in containers', () => {});
