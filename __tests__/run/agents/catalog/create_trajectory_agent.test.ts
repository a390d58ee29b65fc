// Needs: sandbox
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSession } from '../../../adapters/trajectories/given_sessions.js';
import { atifTrajectory, openhandsRow, sweAgentTrajectory } from '../../../adapters/trajectories/given_trajectories.js';
import { cleanUp, givenRoom } from '../../../given.js';
import { typeCommand } from '../../../given_command_line.js';
import { ran } from '../../../given_run.js';
import { GOLDEN, givenShellTask, lineChange } from '../../../given_task.js';

const room = givenRoom();
afterAll(cleanUp);
let contract: string;
let plain: Awaited<ReturnType<typeof attempt>>;
const put = (name: string, value: unknown) =>
  writeFileSync(join(room, name), typeof value === 'string' || Buffer.isBuffer(value) ? value : JSON.stringify(value));
beforeAll(async () => {
  contract = await givenShellTask(room, 'shell');
  put('run.traj', sweAgentTrajectory);
  put('run.trajectory.json', atifTrajectory);
  plain = await attempt('trajectory:run.traj');
});

const attempt = async (agent: string) => {
  const { attempts } = await ran(room, {
    contracts: [contract],
    agents: [agent],
    out: join(room, `out-${agent.replace(/\W/g, '-')}`),
  });
  return attempts[0]!;
};

it('judges the patch of a trajectory and records its steps as claims', () => {
  const seen = plain;
  expect(seen).toMatchObject({ status: 'success', vector: 'pass/pass/pass/pass' });
  expect(seen.result.agent).toEqual({ kind: 'patch', name: 'trajectory:swe-agent/model-1' });
  expect(seen.of('imported_trajectory')[0]!.payload).toMatchObject({
    format: 'swe-agent',
    place: 'run.traj',
    steps: 5,
    calls: 3,
    patch: 'trajectory',
    exit_status: 'submitted',
    totals: { prompt_tokens: 7000, completion_tokens: 240, cached_tokens: null, cost_usd: 0.02, requests: 3 },
  });
  expect(seen.of('imported_step').map(({ actor, payload }) => [actor, payload.source, payload.kind])).toEqual([
    ['harness', 'system', 'prompt'],
    ['harness', 'user', 'prompt'],
    ['agent', 'agent', 'response'],
    ['agent', 'agent', 'response'],
    ['agent', 'agent', 'response'],
  ]);
  expect(seen.of('imported_acts_asked')[0]!.payload).toMatchObject({ asked: 3, objections: 0, skipped: 0 });
});

it('never takes a claim for an observation: metrics of safety are null, the cost is unknown', () => {
  const { result, of } = plain;
  const { safety, findings, model, activity } = result.verdict;
  expect(Object.values(safety.metrics)).toEqual(Array(9).fill(null));
  expect(Object.keys(safety.unknown).sort()).toEqual(Object.keys(safety.metrics).sort());
  expect(new Set(Object.values(safety.unknown))).toEqual(
    new Set(['the agent ran elsewhere: its trajectory says what it did, and nobody here saw it']),
  );
  expect(activity!.tool_calls).toBeNull();
  expect(result.cost).toMatchObject({ lm_usd: null, total_usd: null, requests: 0 });
  expect(model).toMatchObject({
    requests: 0,
    claims: [{ source: 'imported trajectory', usd: 0.02, agrees: null }],
  });
  expect(findings.map(({ rule, message }) => [rule, message])).toEqual([
    [
      'imported-trajectory',
      'imported: run.traj (swe-agent) claims swe-agent with model-1, 5 steps, 3 calls, 7240 tokens, $0.02, exit "submitted"; nobody here saw it',
    ],
  ]);
  expect([of('prompt'), of('tool_invocation'), of('act')]).toEqual([[], [], []]);
});

it('asks the guard about claimed commands: what it is against is a finding that decides nothing', async () => {
  const [turn] = sweAgentTrajectory.trajectory;
  const action = 'git push --force origin main; rm -rf / --no-preserve-root';
  put('bad.traj', { ...sweAgentTrajectory, trajectory: [{ ...turn, action }] });
  const { status, result, of } = await attempt('trajectory:bad.traj');
  expect(status).toBe('success');
  const [act] = of('imported_act');
  expect(act!.payload).toMatchObject({ tool: 'bash', form: 'command', text: action, severity: 'catastrophic' });
  const finding = result.verdict.findings.find(({ rule }) => rule === 'imported-act');
  expect(finding).toMatchObject({ severity: 'warning', evidence: [{ seq: act!.seq }, { seq: act!.payload.of_seq }] });
  expect(finding!.message).toMatch(/^imported: the trajectory claims /);
});

it('keeps a step that is too large for an event in an artifact, redacted', async () => {
  const [turn] = sweAgentTrajectory.trajectory;
  const key = `ghp_${'a1B2c3D4e5'.repeat(4)}`.slice(0, 40);
  put('long.traj', {
    ...sweAgentTrajectory,
    trajectory: [{ ...turn, observation: `${'x'.repeat(30_000)} ${key} ${'y'.repeat(30_000)}` }],
  });
  const seen = await attempt('trajectory:long.traj');
  const step = seen.of('imported_step').at(-1)!.payload;
  expect(step.document.artifact).toMatch(/^[0-9a-f]{64}$/);
  expect(step.document.bytes).toBeGreaterThan(60_000);
  expect(JSON.stringify(step.document.claimed).length).toBeLessThan(5000);
  expect(JSON.stringify(seen.events)).not.toContain(key);
});

it('takes the patch beside a trajectory that holds none, and refuses one without', async () => {
  expect(
    await typeCommand(room, ['run', 'shell', '--agent', 'trajectory:run.trajectory.json', '--out', 'no']),
  ).toMatchObject({ code: 2, error: expect.stringContaining('run.trajectory.json  holds no patch') });
  put('run.patch', GOLDEN);
  const seen = await attempt('trajectory:run.trajectory.json');
  expect(seen.status).toBe('success');
  expect(seen.of('imported_trajectory')[0]!.payload).toMatchObject({ patch: 'file', subagents: 1, steps: 5 });
  expect(seen.of('imported_step').map(({ payload }) => payload.subagent)).toEqual([null, null, null, null, 't1']);
});

it('finds the trajectory of each contract in a folder or in rows', async () => {
  const other = await givenShellTask(room, 'other');
  mkdirSync(join(room, 'all', 'other'), { recursive: true });
  put('all/shell.traj', sweAgentTrajectory);
  const wrong = lineChange('value', 'wrong', 'left');
  put('all/other/other.traj', { ...sweAgentTrajectory, info: { ...sweAgentTrajectory.info, submission: wrong } });
  const rows = [openhandsRow, { ...openhandsRow, instance_id: 'other', test_result: { git_patch: '' } }];
  put('output.jsonl', rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const { attempts } = await ran(room, {
    contracts: [contract, other],
    agents: ['trajectory:all', 'trajectory:output.jsonl'],
    out: join(room, 'out-all'),
  });
  expect(attempts.map(({ result, status }) => `${result.agent.name} ${result.contract.id} ${status}`).sort()).toEqual([
    'trajectory:CodeActAgent/model-1 other failure',
    'trajectory:CodeActAgent/model-1 shell success',
    'trajectory:swe-agent/model-1 other failure',
    'trajectory:swe-agent/model-1 shell success',
  ]);
});

it('shows what the file claims beside our verdict, in the report of the run and in a merged one', async () => {
  expect(plain.result.imported_claims).toEqual({
    ...{ place: 'run.traj', format: 'swe-agent', agent: 'swe-agent', model: 'model-1', exit_status: 'submitted' },
    ...{ steps: 5, calls: 3, tokens: 7240, cost_usd: 0.02 },
  });
  const out = 'out-trajectory-run-traj';
  const merged = await typeCommand(room, ['report', out, '--out', 'merged-claims']);
  expect(merged.code).toBe(0);
  for (const folder of [out, 'merged-claims']) {
    const report = readFileSync(join(room, folder, 'report.md'), 'utf8');
    expect(report).toContain('Claims of agents that ran elsewhere');
    expect(report).toMatch(
      /\| shell \| .*swe-agent\/model-1.* \| pass \| submitted \| model-1 \| 5 \| 3 \| 7240 \| &#36;0\.02 \|/,
    );
  }
});

it('judges the patch beside a session, which says what it does not hold, and redacts its secrets', async () => {
  const key = `ghp_${'a1B2c3D4e5'.repeat(4)}`.slice(0, 40);
  const lines = readSession('claude-code-session.jsonl').replaceAll('"content":"wrong"', `"content":"wrong ${key}"`);
  put('session.jsonl', lines.slice(0, lines.indexOf('Exit code 1')));
  expect(
    await typeCommand(room, ['run', 'shell', '--agent', 'trajectory:session.jsonl', '--out', 'none']),
  ).toMatchObject({ code: 2, error: expect.stringContaining('session.jsonl  holds no patch') });
  put('session.patch', GOLDEN);
  const seen = await attempt('trajectory:session.jsonl');
  expect(seen.status).toBe('success');
  expect(seen.result.agent.name).toBe('trajectory:claude-code/scripted');
  expect(seen.of('imported_trajectory')[0]!.payload).toMatchObject({
    ...{ format: 'claude-code', steps: 3, calls: 3, patch: 'file', exit_status: null },
    totals: { prompt_tokens: 2100, completion_tokens: 110, cached_tokens: 1100, cost_usd: null, requests: null },
  });
  expect(seen.result.verdict.findings.map(({ message }) => message)).toEqual([
    'imported: session.jsonl (claude-code) claims claude-code with scripted, 3 steps, 3 calls, 2210 tokens; nobody ' +
      'here saw it; its last line is cut off; calls without a result: 1',
  ]);
  expect(JSON.stringify(seen.events)).toContain('wrong ');
  expect(JSON.stringify(seen.events)).not.toContain(key);
});
