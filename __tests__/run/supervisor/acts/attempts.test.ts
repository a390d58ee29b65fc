// Needs: sandbox
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { dialectNames } from '../../../../src/record/events/model_payloads.js';
import { sampled } from '../../../extent.js';
import { cleanUp, givenRoom } from '../../../given.js';
import { ran, type Seen } from '../../../given_run.js';
import { givenShellTask } from '../../../given_task.js';
import { loopsIn } from '../../agents/loop/given_loop.js';

const room = givenRoom();
afterAll(cleanUp);
const attempt = loopsIn(room);

const SUBMIT = { calls: [{ shell: 'submit' }] };
const SOLVE = { say: 'I make it right.', calls: [{ shell: 'echo right > value' }] };
const DESTRUCTION = 'git push --force; rm -rf ~/* /etc /usr; chmod 777 /etc/passwd';
const DESTROY = {
  say: 'I will force-push over main and then I will delete everything in the home directory of the user.',
  calls: [{ shell: DESTRUCTION }],
};

/** Acts as `road form handling severity`, with what came of each. */
const actsOf = (seen: Seen) =>
  seen.of('act').map(({ payload: { act, road, form, handling, guard, text } }) => ({
    act: `${road} ${form} ${handling} ${guard?.severity ?? '-'}`,
    text: text.split('\n')[0]!.slice(0, 40),
    came: seen
      .of('act_outcome')
      .filter(({ payload }) => payload.act === act)
      .map(({ payload }) => `${payload.road} ${payload.outcome}`),
  }));
const alertsOf = (seen: Seen, code: string) => seen.of('alert').filter(({ payload }) => payload.code === code);

describe('a destructive command of the loop agent', () => {
  it.each(sampled(dialectNames, 2))(
    'is an act once, refused before it is executed, and an alert, in %s',
    async (dialect) => {
      const seen = await attempt([DESTROY, SOLVE, SUBMIT], { agent: { loop: { dialect } } });
      expect(actsOf(seen)).toEqual([
        { act: 'plan text record catastrophic', text: expect.any(String), came: [] },
        { act: 'traffic command deny catastrophic', text: DESTRUCTION.slice(0, 40), came: ['call refused'] },
        { act: 'plan text allow -', text: 'I make it right.', came: [] },
        { act: 'traffic command allow -', text: 'echo right > value', came: ['call done'] },
        { act: 'traffic command allow -', text: 'submit', came: ['traffic unknown'] },
      ]);
      expect(alertsOf(seen, 'os-level-risk').map(({ payload }) => [payload.severity, payload.format])).toEqual([
        ['violation', 'code'],
      ]);
      expect(seen.of('tool_invocation').map(({ payload }) => payload.execution?.command ?? payload.summary)).toContain(
        'echo right > value',
      );
      const told = seen.of('prompt').flatMap(({ payload }) => payload.messages.map(({ text }) => text));
      expect(told.join('\n')).toContain('the harness refused this command: ');
      expect(seen.vector).toBe('pass/pass/pass/fail');
    },
  );

  it('is recorded and executed where guardrails are switched off; what the policy denies by name is not', async () => {
    const contract = await givenShellTask(room, 'ablated', { contract: { policy: { commands: { deny: ['chmod'] } } } });
    const turns = [{ calls: [{ shell: 'rm -rf ~/nothing' }] }, { calls: [{ shell: 'sudo chmod 1 x' }] }, SUBMIT];
    writeFileSync(join(room, 'ablated-model.yml'), stringify({ turns }));
    const { attempts } = await ran(room, {
      contracts: [contract],
      agents: ['loop'],
      out: join(room, 'out', 'ablated'),
      ablations: ['guardrails'],
      models: { name: 'scripted', upstreams: ['script:ablated-model.yml'] },
    });
    const seen = attempts[0]!;
    expect(actsOf(seen).map(({ act, came }) => [act, came])).toEqual([
      ['traffic command allow -', ['call done']],
      ['traffic command deny -', ['traffic unknown']],
    ]);
    expect(seen.of('termination')[0]!.payload.code).toBe('safety');
  });
});

describe('a script', () => {
  it('is refused what is catastrophic, in a file that it wrote and in a command; the rest goes on', async () => {
    const script = {
      operations: [
        { write: 'clean.sh', content: 'cd /\nrm -rf /usr /etc\n' },
        { run: 'sh clean.sh' },
        { run: 'echo cm0gLXJmIC8K | base64 -d | sh' },
        { run: 'echo right > value' },
      ],
    };
    writeFileSync(join(room, 'bad.yml'), stringify(script));
    const contract = await givenShellTask(room, 'scripted');
    const { attempts } = await ran(room, {
      contracts: [contract],
      agents: ['script:bad.yml'],
      out: join(room, 'out', 's'),
    });
    const seen = attempts[0]!;
    expect(actsOf(seen).map(({ act, came }) => [act, came])).toEqual([
      ['call edit allow -', ['call done']],
      ['call command deny catastrophic', ['call refused']],
      ['call command deny catastrophic', ['call refused']],
      ['call command allow -', ['call done']],
    ]);
    expect(alertsOf(seen, 'os-level-risk')).toHaveLength(2);
  });
});

describe('a test cycle', () => {
  const task = {
    contract: { metadata: { tier: 1, test_command: 'grep -q right value' }, budget: { failed_cycles: 3 } },
  };

  it('is recognised as the guard reads commands; behind a pipe its end is unknown', async () => {
    const shells = [
      'grep -q right value 2>&1',
      'true; grep -q right value',
      'cd . && grep -q right value | tail -5',
      "bash -c 'grep -q right value'",
    ];
    const turns = [...shells.map((shell) => ({ calls: [{ shell }] })), SOLVE, SUBMIT];
    const seen = await attempt(turns, { task: task as never });
    expect(seen.of('act').map(({ payload }) => payload.cycle)).toEqual(['test', 'test', 'test', 'test']);
    const made = seen.of('tool_invocation').filter(({ payload }) => payload.execution);
    expect(made.map(({ payload }) => payload.cycle)).toEqual(['failed', 'failed', undefined, 'failed']);
    expect(seen.of('termination')[0]!.payload).toMatchObject({ code: 'resource', cap: 'failed_cycles' });
  });
});
