// Needs: sandbox
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatAttemptLine } from '../../../../src/commands/attempts/format_attempt_line.js';
import { sampled } from '../../../extent.js';
import { cleanUp, givenRoom } from '../../../given.js';
import { ran } from '../../../given_run.js';
import { type ContractInput, givenShellTask } from '../../../given_task.js';
import { has, where } from '../../../machine.js';

const room = givenRoom();
afterAll(cleanUp);
let n = 0;

async function work(command: string, budget: ContractInput['budget'] = {}) {
  const id = `c${n++}`;
  const contract = await givenShellTask(room, id, {
    contract: { budget: { memory: '512MiB', processes: 64, ...budget } },
  });
  const { attempts } = await ran(room, {
    contracts: [contract],
    agents: [`command:${command}`],
    out: join(room, 'out', id),
  });
  const [seen] = attempts;
  const invocation = seen!.of('tool_invocation')[0]!;
  return {
    seen: seen!,
    invocation,
    execution: invocation.payload.execution!,
    termination: seen!.of('termination')[0]!.payload,
  };
}

// Holds A1
describe('a command as an agent', () => {
  it('is recorded with its command line, its end and its usage', async () => {
    const { execution, invocation, termination } = await work('echo out; echo err >&2; exit 4');
    expect({
      ...execution,
      usage: typeof execution.usage.wall_ms,
      started_ms: 0,
      ended_ms: 0,
      stdout: execution.stdout.head,
      stderr: execution.stderr.head,
    }).toEqual({
      command: 'echo out; echo err >&2; exit 4',
      started_ms: 0,
      ended_ms: 0,
      cause: 'exit',
      exit_code: 4,
      signal: null,
      timeout_ms: expect.any(Number),
      usage: 'number',
      network_attempts: 0,
      // Control groups count them, which an ordinary user may not have.
      forks_refused: has('root') ? 0 : execution.forks_refused,
      stdout: 'out\n',
      stderr: 'err\n',
    });
    // What is left of the wall clock when it starts.
    expect(Math.round(execution.timeout_ms / 10_000)).toBe(180);
    expect(invocation.payload.summary).toBe('exit 4');
    expect(termination).toEqual({ code: 'finished', rationale: 'the agent finished', evidence_seq: null });
  });

  where('root').each<[string, string, ContractInput['budget'], string]>(
    sampled<[string, string, ContractInput['budget'], string]>(
      [
        ['memory', 'echo right > value; x=aaaaaaaaaaaaaaaa; while :; do x=$x$x; done', { memory: '24MiB' }, 'memory'],
        ['output', 'echo right > value; yes', { output: '1MiB' }, 'output'],
        ['time on the processor', 'echo right > value; while :; do :; done', { cpu: '300ms' }, 'cpu'],
        [
          'room on disk',
          'echo right > value; while :; do head -c 1000000 /dev/zero >> big; done',
          { disk: '4MiB' },
          'disk',
        ],
        ['time', 'echo right > value; sleep 30', { wall: '500ms' }, 'wall'],
      ],
      2,
    ),
  )('is stopped when its %s is used up; its work until then is judged', async (_, command, budget, cap) => {
    const { seen, invocation, termination } = await work(command, budget);
    expect({ ...termination, rationale: typeof termination.rationale }).toEqual({
      code: 'resource',
      cap,
      rationale: 'string',
      evidence_seq: invocation.seq + 1,
    });
    const [alert] = seen.of('alert');
    expect([alert!.seq, alert!.payload.stage]).toEqual([invocation.seq + 1, 'write']);
    expect(seen.of('intervention').map(({ payload }) => [payload.action, payload.alert_seq])).toEqual([
      ['kill', alert!.seq],
    ]);
    expect(termination.rationale.length).toBeGreaterThan(10);
    expect(seen.of('workspace_mutation')[0]!.payload.files.map(({ path }) => path)).toContain('value');
    expect(seen.of('patch_applied')[0]!.payload.outcome).toBe('applied');
  });

  it('that is ended by a signal of its own has finished', async () => {
    const { termination, execution } = await work('echo right > value; kill -SEGV $$');
    expect([termination.code, execution.cause, execution.signal]).toEqual(['finished', 'signal', 'SIGSEGV']);
  });

  it('has its attempts to reach the network counted', async () => {
    const { seen, execution } = await work(
      'for i in 1 2 3; do bash -c "echo x > /dev/udp/192.0.2.1/53"; done; echo right > value; true',
    );
    expect(execution.network_attempts).toBeGreaterThan(0);
    expect(seen.result.verdict.findings.map(({ rule, severity }) => `${rule} ${severity}`)).toEqual([
      'recorded-act warning',
      'network-attempt warning',
    ]);
    expect(seen.status).toBe('success');
  });

  it('whose output is not text is kept byte for byte', async () => {
    const { seen, execution } = await work("printf '\\377\\000\\376'; printf 'a\\033[31mb' >&2");
    expect([execution.stdout.bytes, execution.stdout.artifact]).toEqual([3, execution.stdout.sha256]);
    expect(seen.of('tool_invocation')).toHaveLength(1);
  });
});

describe('an agent that never started says nothing about an agent', () => {
  it.each<[string, string, RegExp]>([
    ['no such program', 'no-such-agent --print', /^agent-not-started: exit status 127: .*no-such-agent.*not found$/],
    ['a file that cannot be executed', './kept', /^agent-not-started: exit status 126: .*[Pp]ermission denied$/],
  ])('is invalid: %s', async (_, line, reason) => {
    const { seen } = await work(line);
    expect([seen.status, seen.result.verdict.reason]).toEqual(['invalid', expect.stringMatching(reason)]);
    expect(seen.tags).toContain('agent-not-started');
    const log = readFileSync(join(seen.path, '..', '..', 'schedule.jsonl'), 'utf8');
    expect(log).not.toContain('retried');
  });

  it('is judged where it changed something, and where it ended otherwise; both are told', async () => {
    const { seen: changed } = await work('echo right > value; no-such-tool');
    expect([changed.status, changed.result.verdict.agent_exit]).toEqual([
      'success',
      { seq: expect.any(Number), exit_code: 127, signal: null, stderr_tail: [expect.stringContaining('no-such-tool')] },
    ]);
    const { seen: failed } = await work('for i in 1 2 3 4 5 6 7; do echo "line $i" >&2; done; exit 1');
    expect([failed.status, failed.result.verdict.agent_exit]).toMatchObject([
      'failure',
      { exit_code: 1, stderr_tail: ['line 3', 'line 4', 'line 5', 'line 6', 'line 7'] },
    ]);
    expect((await work('true')).seen.result.verdict.agent_exit).toBeNull();
  });

  it('says so in the line of the attempt', async () => {
    const { seen } = await work('echo right > value; echo "no key" >&2; exit 3');
    expect(formatAttemptLine(seen.result)).toMatch(/ · agent ended with exit status 3: no key$/);
  });
});
