import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readActionEnvironment } from '../../../src/action/action_environment.js';
import { readActionInputs } from '../../../src/action/action_inputs.js';
import { executeRunAction } from '../../../src/action/execute_run_action.js';
import { runStudy } from '../../../src/commands/run/run_study.js';
import { verifyRun } from '../../../src/record/storage/verify_run.js';
import { type AttemptResult, attemptResultSchema } from '../../../src/record/verdict/attempt_result.js';
import { cleanUp, givenRoom, write } from '../../given.js';
import { typeCommand } from '../../given_command_line.js';
import { givenShellTask } from '../../given_task.js';
import { where } from '../../machine.js';
import { commit, gitIn, givenHistory } from '../../workspace/given_history.js';

/** Contracts whose repository cannot be looked at stand before and after one that is sound. */

const room = givenRoom();
afterAll(cleanUp);

const type = (...argv: string[]) =>
  typeCommand(room, argv[0] === 'report' ? argv : [...argv, '--cache', join(room, 'cache')]);

const resultsIn = (out: string): AttemptResult[] =>
  readFileSync(join(room, out, 'results.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => attemptResultSchema.parse(JSON.parse(line)));
const outcomes = (out: string) =>
  Object.fromEntries(resultsIn(out).map(({ contract, verdict }) => [contract.id, verdict.status]));
const UNDECIDED = { 'a-gone': 'invalid', 'b-climbs': 'invalid', 'c-sound': 'success', 'd-torn': 'invalid' };

beforeAll(async () => {
  const climbing = givenHistory(room, 'climbing');
  commit(climbing, {
    '.gitmodules': `[submodule "x"]\n\tpath = x\n\turl = ${'../'.repeat(40)}lib\n`,
    value: 'wrong\n',
  });
  gitIn(climbing, 'update-index', '--add', '--cacheinfo', `160000,${'d'.repeat(40)},x`);
  gitIn(climbing, 'commit', '-q', '-m', 'x');
  const pins = {
    'a-gone': { git: 'file:///nowhere/at/all', commit: 'a'.repeat(40) },
    'b-climbs': { git: climbing, commit: gitIn(climbing, 'rev-parse', 'HEAD'), submodules: { x: 'd'.repeat(40) } },
    'd-torn': { archive: 'torn.tar', sha256: 'a'.repeat(64) },
  };
  for (const [id, snapshot] of Object.entries(pins)) {
    await givenShellTask(join(room, 'tasks'), id, { contract: { snapshot } });
  }
  write(join(room, 'tasks/d-torn'), { 'torn.tar': 'no archive at all' });
  await givenShellTask(join(room, 'tasks'), 'c-sound', {});
  write(join(room, 'suites'), {
    'all.yml':
      'schema: 1\nname: all\ncontracts: [../tasks]\nagents: [{name: g, agent: golden}]\ngate: {fail_on: gates}\nretries: 1\n',
  });
});

describe("a contract's fault never stops the next contract", () => {
  // Holds K2
  where('sandbox')('in a run: its attempts are undecided, with the reason in their records', async () => {
    const { code, error } = await type('run', 'tasks', '--agent', 'golden', '--trials', '2', '--out', 'out');
    expect(code).toBe(3);
    expect(outcomes('out')).toEqual(UNDECIDED);
    expect(resultsIn('out')).toHaveLength(8);
    // Each contract is looked at once, and said once.
    expect(error.match(/file:\/\/\/nowhere\/at\/all cannot be reached/g)).toHaveLength(1);
    const gone = resultsIn('out').find(({ contract }) => contract.id === 'a-gone')!;
    expect(gone.verdict.reason).toMatch(/^setup: .*snapshot\.git: .*cannot be reached/);
    const { standing, manifest } = verifyRun(join(room, 'out', gone.run));
    expect([standing, manifest!.snapshot.unavailable]).toEqual([
      'sealed',
      expect.stringContaining('cannot be reached'),
    ]);
    const climbs = resultsIn('out').find(({ contract }) => contract.id === 'b-climbs')!;
    expect(climbs.verdict.reason).toMatch(/leads above the root/);
  });

  where('sandbox')('in a suite with retries: a repository is looked for again', async () => {
    const { code } = await type('run', '--suite', 'suites/all.yml', '--out', 'out-suite');
    expect(code).toBe(3);
    const golden = resultsIn('out-suite').filter(({ agent }) => agent.kind === 'golden');
    expect(Object.fromEntries(golden.map(({ contract, verdict }) => [contract.id, verdict.status]))).toEqual(UNDECIDED);
    expect(readFileSync(join(room, 'out-suite/schedule.jsonl'), 'utf8')).toContain('"retried"');
  });

  where('sandbox')('in a plan and its shards', async () => {
    const file = 'suites/all.yml';
    const planned = await type('plan', '--suite', file, '--max-shards', '2', '--out', 'sharded/plan.json');
    expect(planned.code).toBe(0);
    for (const shard of ['1/2', '2/2']) {
      const argv = ['--plan', 'sharded/plan.json', '--shard', shard, '--out', `sharded/${shard[0]}`];
      await type('run', '--suite', file, ...argv);
    }
    const { code } = await type('report', 'sharded/1', 'sharded/2', '--plan', 'sharded/plan.json', '--out', 'merged');
    expect(code).toBe(3);
    const found = resultsIn('merged').filter(({ agent }) => agent.kind === 'golden');
    expect(Object.fromEntries(found.map(({ contract, verdict }) => [contract.id, verdict.status]))).toEqual(UNDECIDED);
  });

  where('sandbox')('in validate: it is undecided, the others are proven', async () => {
    const { code, log } = await type(
      'validate',
      'tasks',
      '--mutants',
      '1',
      '--reruns',
      '1',
      '--out',
      'proof',
      '--json',
    );
    const { proofs } = JSON.parse(log) as { proofs: { contract: string; verdict: string }[] };
    expect(Object.fromEntries(proofs.map(({ contract, verdict }) => [contract, verdict]))).toMatchObject({
      'a-gone': 'undecided',
      'b-climbs': 'undecided',
      'd-torn': expect.stringMatching(/undecided|refuted/),
    });
    expect(proofs).toHaveLength(4);
    expect([1, 3]).toContain(code);
  });

  where('sandbox')('as an Action: the check is undecided', async () => {
    const inputs = readActionInputs((name) => ({ contracts: 'tasks', agent: 'golden', out: 'out-action' })[name] ?? '');
    const environment = readActionEnvironment({ PATH: process.env.PATH ?? '', GITHUB_WORKSPACE: room });
    const out = {
      log() {},
      error() {},
      signal: new AbortController().signal,
      terminal: { columns: 80, colour: false },
    };
    const { exit_code, outputs } = await executeRunAction(inputs, environment, out, (order, to) =>
      runStudy({ ...order, cache: join(room, 'cache') }, to, room),
    );
    expect([exit_code, outputs.conclusion]).toEqual([3, 'indecisive']);
    expect(outcomes('out-action')).toEqual(UNDECIDED);
  });

  it('but a contract that is no contract is a mistake before anything starts', async () => {
    write(join(room, 'broken'), { 'contract.yml': 'schema: 1\nid: [' });
    const { code } = await type('run', 'broken', 'tasks/c-sound', '--agent', 'golden', '--out', 'out-broken');
    expect(code).toBe(2);
  });
});
