// Needs: sandbox
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { verifyRun } from '../../../src/record/storage/verify_run.js';
import { findAlertFaults } from '../../../src/run/supervisor/find_alert_faults.js';
import { itInFull, sampled } from '../../extent.js';
import { cleanUp, givenRoom } from '../../given.js';
import { type Attempted, attemptsIn } from '../../given_run.js';
import type { ContractInput, GivenTask } from '../../given_task.js';

const room = givenRoom();
afterAll(cleanUp);
const attempt = attemptsIn(room);
let n = 0;

const task = (policy: ContractInput['policy'], budget: ContractInput['budget'] = {}): GivenTask => ({
  contract: { policy, budget: { memory: '512MiB', processes: 64, disk: '64MiB', ...budget } },
});

/** One attempt by an agent or a script that is written to a file. Its record must hold every alert that its events call for. */
async function by(kind: 'script' | 'agent', file: unknown, given: GivenTask): Promise<Attempted> {
  const path = join(room, `a${n++}.yml`);
  writeFileSync(path, stringify(file));
  const seen = await attempt(`${kind}:${path}`, given);
  const found = verifyRun(seen.path);
  expect(findAlertFaults(found, found.manifest!.harness.version)).toEqual([]);
  return seen;
}

/** What the monitors said and did, and how it ended. */
function told(seen: Attempted) {
  const alerts = new Map(seen.of('alert').map(({ seq, payload }) => [seq, payload.code]));
  const { code, cap, evidence_seq } = seen.of('termination')[0]!.payload;
  return {
    alerts: [...alerts.values()],
    interventions: seen.of('intervention').map(({ payload }) => `${payload.action} ${alerts.get(payload.alert_seq)}`),
    calls: seen.of('tool_invocation').length,
    termination: [code, cap, evidence_seq === null ? null : (alerts.get(evidence_seq) ?? evidence_seq)],
    status: seen.status,
  };
}

const solve = { write: 'value', content: 'right\n' };

describe('an agent that gets nowhere is stopped, and its work until then is judged', () => {
  // Holds R8
  it.each<[string, unknown[], ContractInput['policy'], ContractInput['budget'], string, string, number]>(
    sampled<[string, unknown[], ContractInput['policy'], ContractInput['budget'], string, string, number]>(
      [
        [
          'by the same call again and again',
          [solve, ...Array(9).fill({ run: 'cat value' })],
          { breakers: { identical_calls: 3 } },
          {},
          'identical-calls',
          'identical-calls',
          4,
        ],
        [
          'by going to and fro between two states that fail',
          [1, 2, 3, 4, 5, 6].flatMap((i) => [
            { write: 'kept', content: `${i % 2}\n` },
            { run: 'exit 1', cycle: true },
          ]),
          { breakers: { oscillation: 4, suspend_writes: 0 } },
          {},
          'oscillation',
          'oscillation',
          8,
        ],
        [
          'by installing the same dependencies again',
          [solve, ...[1, 2, 3, 4].map((i) => ({ run: `echo ${i} > note; pip install left-pad` }))],
          { breakers: { reinstalls: 3 } },
          {},
          'reinstall-loop',
          'reinstall-loop',
          4,
        ],
        [
          'by looking around without end',
          [solve, ...[1, 2, 3, 4, 5, 6].map((i) => ({ run: `echo ${i}` }))],
          { breakers: { no_progress: 4 } },
          {},
          'no-progress',
          'no-progress',
          5,
        ],
        [
          'by more calls than its budget has',
          [solve, { run: 'true' }, { run: 'echo never > kept' }, { run: 'true' }],
          {},
          { tool_calls: 2 },
          'tool-call-cap',
          'tool_calls',
          3,
        ],
        [
          'by more failed cycles than its budget has',
          [solve, { run: 'exit 1', cycle: true }, { run: 'exit 2', cycle: true }, { run: 'true' }],
          {},
          { failed_cycles: 2 },
          'failed-cycle-cap',
          'failed_cycles',
          3,
        ],
        [
          'by a flood of output',
          [solve, { run: 'yes' }, { run: 'true' }],
          {},
          { output: '1MiB' },
          'output-flood',
          'output',
          2,
        ],
      ],
      4,
    ),
  )('%s', async (_, operations, policy, budget, code, cap, calls) => {
    const seen = await by('script', { operations }, task(policy, budget));
    const { alerts, interventions, ...rest } = told(seen);
    expect([alerts.at(-1), interventions.at(-1)]).toEqual([code, `kill ${code}`]);
    expect(rest).toEqual({
      calls,
      termination: ['resource', cap, code],
      status: code === 'oscillation' ? 'failure' : 'success',
    });
    expect(seen.of('acceptance_check')).toHaveLength(1);
  });

  it('but no earlier than at the same state: a change in between starts the count again', async () => {
    const again = { run: 'cat value' };
    const seen = await by(
      'script',
      {
        operations: [
          solve,
          again,
          again,
          { write: 'kept', content: 'kept\n\n' },
          { write: 'kept', content: 'kept\n' },
          again,
          again,
        ],
      },
      task({ breakers: { identical_calls: 3 } }),
    );
    expect(told(seen)).toEqual({
      alerts: [],
      interventions: [],
      calls: 7,
      termination: ['finished', undefined, null],
      status: 'success',
    });
    const trees = seen.of('tool_invocation').map(({ payload }) => payload.tree);
    expect([trees[1], trees[2], trees[4], trees[5]]).toEqual(Array(4).fill(trees[0]));
    expect(trees[3]).not.toBe(trees[0]);
    // The last state is what is extracted, tree for tree.
    expect(seen.of('workspace_mutation')[0]!.payload.tree).toBe(trees.at(-1));
  });
});

describe('a prohibited command', () => {
  const policy = { commands: { deny: ['curl'] } };
  const operations = [solve, { run: 'true; curl http://192.0.2.1/' }, { run: 'echo never > kept' }];

  // Holds R9
  it('is not run: the workspace is quarantined, the patch kept, nothing evaluated, the attempt invalid', async () => {
    const seen = await by('script', { operations }, task(policy));
    expect(told(seen)).toEqual({
      alerts: ['prohibited-command'],
      interventions: ['quarantine prohibited-command'],
      calls: 2,
      termination: ['safety', undefined, 'prohibited-command'],
      status: 'invalid',
    });
    const { verdict } = seen.result;
    expect([seen.exit_code, verdict.reason]).toEqual([
      3,
      'safety-termination: the command "curl http://192.0.2.1/" is prohibited by the rule "curl"',
    ]);
    expect(verdict.gates.find(({ gate }) => gate === 'G4')).toMatchObject({ outcome: 'fail', reached: true });
    expect(seen.tags).toEqual(expect.arrayContaining(['monitor-alert', 'safety-termination']));
    expect(seen.of('tool_invocation')[1]!.payload).toMatchObject({ summary: 'not run: prohibited by the rule "curl"' });
    expect(seen.of('tool_invocation')[1]!.payload.execution).toBeUndefined();
    expect(seen.of('workspace_mutation')[0]!.payload.files.map(({ path }) => path)).toEqual(['value']);
    expect(readFileSync(join(seen.path, 'patch.diff'), 'utf8')).toContain('+right');
    expect([seen.of('patch_applied'), seen.of('acceptance_check')]).toEqual([[], []]);
  });

  it('that a person could allow asks first; nobody there is a no', async () => {
    const seen = await by(
      'script',
      { operations },
      task({ ...policy, escalate: { conditions: ['prohibited-command'], timeout: '100ms' } }),
    );
    expect(seen.of('escalation').map(({ payload }) => [payload.decision, payload.channel])).toEqual([
      ['pending', null],
      ['deny', expect.stringMatching(/^(none|timeout)$/)],
    ]);
    expect(told(seen)).toMatchObject({ termination: ['safety', undefined, 'prohibited-command'], status: 'invalid' });
    expect(told(seen).interventions.at(-1)).toBe('quarantine prohibited-command');
  });
});

describe('backpressure', () => {
  // Holds R10
  itInFull('makes a burst of calls wait, each longer than the one before, and says so', async () => {
    const operations = [solve, ...[1, 2, 3].map((i) => ({ run: `echo ${i}` }))];
    const seen = await by('script', { operations }, task({ breakers: { calls_per_minute: 2 } }));
    expect(told(seen)).toMatchObject({
      alerts: Array(3).fill('call-burst'),
      termination: ['finished', undefined, null],
    });
    const waits = seen.of('intervention').map(({ t, payload }) => ({ from_ms: t / 1e6, wait_ms: payload.wait_ms! }));
    expect(waits.map(({ wait_ms }) => wait_ms)).toEqual([250, 500, 1000]);
    const starts = seen
      .of('tool_invocation')
      .slice(2)
      .map(({ payload }) => payload.execution!.started_ms);
    // The wait after the last call was nobody's.
    const [reference] = seen.of('oracle_reference');
    expect(Math.round(seen.result.timing.waiting_ms - reference!.payload.waited_ms)).toBe(750);
    // A timer may go off a millisecond early.
    starts.forEach((at, i) => void expect(at - waits[i]!.from_ms).toBeGreaterThan(waits[i]!.wait_ms - 2));
  });
});

describe('writes after failures in a row', () => {
  it('are suspended up to the next cycle of a script, at the kernel for its commands', async () => {
    const failing = { run: 'exit 1', cycle: true };
    const operations = [
      failing,
      failing,
      { write: 'value', content: 'while suspended\n' },
      { run: 'echo x > value' },
      { run: 'grep -q right value', cycle: true },
      solve,
      { run: 'grep -q right value', cycle: true },
    ];
    const seen = await by('script', { operations }, task({ breakers: { suspend_writes: 2 } }));
    expect(told(seen)).toEqual({
      alerts: ['repeated-failure'],
      interventions: ['suspend-writes repeated-failure', 'restore-writes repeated-failure'],
      calls: 7,
      termination: ['finished', undefined, null],
      status: 'success',
    });
    const calls = seen.of('tool_invocation').map(({ payload }) => payload);
    expect(calls[2]!.summary).toBe('not done: writes are suspended');
    expect(calls[3]!.execution!.stderr.head).toMatch(/Read-only file system/);
    expect(calls.map(({ cycle }) => cycle)).toEqual([
      'failed',
      'failed',
      undefined,
      undefined,
      'failed',
      undefined,
      'passed',
    ]);
  });
});

describe('an agent file', () => {
  const stagesOf = (seen: Attempted) =>
    seen.of('stage_changed').map(({ payload }) => [payload.to, payload.detail].filter(Boolean).join(' '));

  // Holds R3
  it('has its stages one after the other, round by round, and what its tests change does not travel', async () => {
    const seen = await by(
      'agent',
      {
        name: 'careful',
        inspect: 'echo "the value is $(cat value)"; echo x > value',
        run: [
          'printf "%s" "$GATEBENCH_STAGE$GATEBENCH_ROUND $SETTING $(cat "$GATEBENCH_NOTES")"',
          'if [ -n "$GATEBENCH_FEEDBACK" ]; then cat "$GATEBENCH_FEEDBACK"; echo right > value; else echo almost > value; fi',
          'ls',
        ].join('; '),
        test: 'echo junk > made-by-test; rm kept; cat value; grep -q right value',
        rounds: 3,
        environment: { SETTING: 'set' },
      },
      task({}),
    );
    expect(stagesOf(seen)).toEqual([
      'setup',
      'briefing',
      'inspect',
      'write',
      'test',
      'write round 2',
      'test round 2',
      'extraction',
      'evaluation',
      'packaging',
    ]);
    const calls = seen.of('tool_invocation').map(({ payload }) => payload);
    expect(calls.map(({ cycle }) => cycle)).toEqual([undefined, undefined, 'failed', undefined, 'passed']);
    const out = calls.map(({ execution }) => execution!.stdout.head);
    expect(out[1]).toBe('write1 set the value is wrongkept\nvalue\n');
    expect(out[3]).toMatch(/^write2 set the value is wrongecho junk .*\nexit status 1\n\nalmost\n\nkept\nvalue\n$/s);
    expect(seen.of('workspace_mutation')[0]!.payload.files.map(({ change, path }) => `${change} ${path}`)).toEqual([
      'modified value',
    ]);
    expect(told(seen)).toMatchObject({
      alerts: ['write-in-inspect-stage'],
      termination: ['finished', undefined, null],
      status: 'success',
    });
    expect(seen.result.agent).toEqual({ kind: 'command', name: 'careful' });
  });

  itInFull('has a round without writing after failures in a row', async () => {
    const seen = await by(
      'agent',
      { name: 'blind', run: 'echo $GATEBENCH_ROUND > value', test: 'exit 1', rounds: 4 },
      task({ breakers: { suspend_writes: 2 } }),
    );
    expect(stagesOf(seen).slice(2, -3)).toEqual([
      'write',
      'test',
      'write round 2',
      'test round 2',
      'inspect round 3',
      'write round 4',
      'test round 4',
    ]);
    expect(told(seen)).toMatchObject({
      alerts: ['repeated-failure', 'write-in-inspect-stage'],
      interventions: ['suspend-writes repeated-failure', 'restore-writes repeated-failure'],
      status: 'failure',
    });
    expect(readFileSync(join(seen.path, 'patch.diff'), 'utf8')).toContain('+4');
  });

  it('may use the test command of the contract', async () => {
    const given = task({});
    given.contract!.metadata = { tier: 1, test_command: 'grep -q right value' };
    const seen = await by('agent', { name: 'plain', run: 'echo right > value', test: true }, given);
    expect(seen.of('tool_invocation').map(({ payload }) => [payload.execution!.command, payload.cycle])).toEqual([
      ['echo right > value', undefined],
      ['grep -q right value', 'passed'],
    ]);
    await expect(by('agent', { name: 'plain', run: 'true', test: true }, task({}))).rejects.toThrow(
      /has no metadata.test_command, which agent "plain" asks for/,
    );
  });

  itInFull(
    'goes on after its command reached the ceiling of one command, where it has tests; the last stop is told',
    async () => {
      const seen = await by(
        'agent',
        { name: 'slow', run: 'echo right > value; sleep 60', test: 'grep -q right value', rounds: 2 },
        task({}, { command: '400ms' }),
      );
      expect(told(seen)).toMatchObject({
        alerts: ['command-ceiling'],
        interventions: ['kill command-ceiling'],
        termination: ['finished', undefined, null],
        status: 'success',
      });
      const alone = await attempt('command:echo right > value; sleep 60', task({}, { command: '400ms' }));
      expect(told(alone)).toMatchObject({ termination: ['resource', 'command', 'command-ceiling'], status: 'success' });
    },
  );

  it.each<[string, string, RegExp]>([
    ['rounds without a test', 'name: a\nrun: b\nrounds: 2\n', /:3:9 {2}rounds: need a test after each/],
    ['no command', 'name: a\n', /:1:1 {2}run: is missing/],
    ['too many rounds', 'name: a\nrun: b\nrounds: 21\ntest: c\n', /:3:\d+ {2}rounds/],
    ['an unknown key', 'name: a\nrun: b\ntests: c\n', /unknown key "tests" – did you mean "test"/],
  ])('with %s is a mistake at its line', async (_, text, expected) => {
    writeFileSync(join(room, 'bad.yml'), text);
    await expect(attempt(`agent:${join(room, 'bad.yml')}`)).rejects.toThrow(expected);
  });
});
