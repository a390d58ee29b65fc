import { join } from 'node:path';
import { cleanUp, givenRoom } from '../../../given.js';
import { ran } from '../../../given_run.js';
import { givenShellTask, tapCheck } from '../../../given_task.js';

const room = givenRoom();
afterAll(cleanUp);

describe('setup', () => {
  it('runs once for all trials and both stages, and again in no later process', async () => {
    const contract = await givenShellTask(room, 'setup-once', {
      contract: {
        setup: [{ run: 'sleep 0.05; date +%N > made-by-setup; cat made-by-setup' }],
        acceptance: [tapCheck({ run: 'cat made-by-setup; sh hidden/check.sh "$REPORT"' })],
      },
    });
    const order = {
      contracts: [contract],
      agents: ['golden', 'command:cat made-by-setup'],
      trials: 2,
      concurrency: 4,
      out: join(room, 'out/setup-once'),
    };
    const first = await ran(room, order);
    const second = await ran(room, order);
    const setups = [...first.attempts, ...second.attempts].map((seen) => seen.of('setup')[0]!.payload);
    expect(setups.map(({ reused, steps }) => `${reused} ${steps.length}`).sort()).toEqual([
      'false 1',
      ...Array(7).fill('true 0'),
    ]);
    expect([...first.attempts, ...second.attempts].filter(({ result }) => result.timing.setup_ms > 0)).toHaveLength(1);
    const made = setups.find(({ reused }) => !reused)!.steps[0]!.stdout.head;
    for (const seen of [...first.attempts, ...second.attempts])
      expect(seen.of('acceptance_check')[0]!.payload.execution!.stdout.head).toContain(made);
  });

  it("is not the agent's to change for others: each works in a copy", async () => {
    const contract = await givenShellTask(room, 'setup-copy', {
      contract: {
        setup: [{ run: 'echo pristine > made' }],
        acceptance: [tapCheck({ run: 'cat made; sh hidden/check.sh "$REPORT"' })],
      },
    });
    const { attempts } = await ran(room, {
      contracts: [contract],
      agents: ['command:echo spoilt > made; echo right > value'],
      trials: 2,
      concurrency: 1,
      out: join(room, 'out/setup-copy'),
    });
    expect(attempts.map((seen) => seen.of('acceptance_check')[0]!.payload.execution!.stdout.head)).toEqual([
      'pristine\n',
      'pristine\n',
    ]);
    expect(attempts.map(({ status }) => status)).toEqual(['success', 'success']);
  });
});
