import { selectEvents } from '../../../src/record/events/select_events.js';
import { cleanUp, givenRoom } from '../../given.js';
import { attemptsIn, ran, summary } from '../../given_run.js';
import { givenShellTask } from '../../given_task.js';
import { where } from '../../machine.js';

const room = givenRoom();
afterAll(cleanUp);
const attempt = attemptsIn(room);
const TRACED = { contract: { policy: { evidence: 'trace' } } } as const;

describe('a contract with `evidence: trace`', () => {
  where('sandbox', 'strace')(
    'has a trace after every command of agent and evaluation, and findings that name the command',
    async () => {
      const seen = await attempt('command:echo right > value; echo x > /etc/evil; mkdir /usr/evil; true', TRACED);
      expect(summary(seen)).toMatchObject({ exit_code: 0, status: 'success', tags: ['refused-write'] });
      const commands = seen.events.filter(({ payload }) => 'execution' in payload && payload.execution);
      const traces = seen.of('refused_operations');
      expect(traces.map(({ payload }) => [payload.of_seq, payload.complete])).toEqual(
        commands.map(({ seq }) => [seq, true]),
      );
      const programs = seen.of('executed_programs');
      expect(programs.map(({ payload }) => [payload.of_seq, payload.complete])).toEqual(
        commands.map(({ seq }) => [seq, true]),
      );
      const [call] = seen.of('tool_invocation');
      expect(seen.result.verdict.findings).toEqual([
        {
          rule: 'refused-write',
          severity: 'warning',
          message: '2 writes refused: openat /etc/evil (EROFS) (and 1 more)',
          evidence: [{ seq: call!.seq }, { seq: traces[0]!.seq }],
        },
      ]);
      expect(selectEvents(seen.events, 'setup')[0]!.payload.outcome).toBe('ready');
    },
  );

  where('sandbox', 'strace')('sees what the code of the patch tries while it is tested', async () => {
    const seen = await attempt('command:echo right > value', {
      ...TRACED,
      hidden: {
        'check.sh':
          'echo "1..2\nok 1 - the value is right\nok 2 - the rest is kept" > "$1"; echo x > /usr/evil; true\n',
      },
    });
    expect(seen.tags).toContain('refused-write');
  });

  it('is refused without a sandbox that traces', async () => {
    const contract = await givenShellTask(room, 'untraced', TRACED);
    const order = { contracts: [contract], agents: ['noop'], sandbox: 'none', unsafe: true } as const;
    await expect(ran(room, { ...order, contracts: [contract], agents: ['noop'] })).rejects.toMatchObject({
      message: expect.stringContaining('trace: strace (here: not given)'),
      remedy: expect.stringContaining('evidence: counters'),
    });
  });
});
