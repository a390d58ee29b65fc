import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommandLine } from '../../../src/cli/run_command_line.js';
import { UserError } from '../../../src/contract/input/user_error.js';
import { computeDigest } from '../../../src/record/json/compute_digest.js';
import { type Plan, planSchema } from '../../../src/record/planning/plan.js';
import { type AttemptResult, attemptResultSchema } from '../../../src/record/verdict/attempt_result.js';
import { cleanUp, givenRoom, write } from '../../given.js';
import { givenShellTask, lineChange } from '../../given_task.js';
import { where } from '../../machine.js';

/** Suites from file to report: real contracts, the real engine and sandbox. */

const room = givenRoom();
afterAll(cleanUp);

async function type(...argv: string[]) {
  const log: string[] = [];
  const error: string[] = [];
  let code: number;
  try {
    const out = {
      log: (line: string) => log.push(line),
      error: (line: string) => error.push(line),
      signal: new AbortController().signal,
      terminal: { columns: 100, colour: false },
    };
    const around = { cwd: room, search_path: process.env.PATH ?? '', user: 'tester' };
    code = await runCommandLine([...argv, '--cache', join(room, 'cache')], out, around);
  } catch (fault) {
    if (!(fault instanceof UserError)) throw fault;
    error.push(fault.text);
    code = 2;
  }
  return { code, log: log.join('\n'), error: error.join('\n') };
}

/** What is said on standard error beside the lines about contracts. */
const complaints = (error: string) => error.split('\n').filter((line) => !/contract\.yml: .*strength/.test(line));

/** A suite file in a folder of its own: its paths count from there. */
function suite(name: string, ...lines: string[]): string {
  write(join(room, 'suites'), { [`${name}.yml`]: [`schema: 1\nname: ${name}`, ...lines, ''].join('\n') });
  return join('suites', `${name}.yml`);
}
const TASKS = 'contracts: [../tasks]';
const FIXER = 'agents: [{name: fixer, agent: "patch:patches"}]';

const planIn = (file: string): Plan => planSchema.parse(JSON.parse(readFileSync(join(room, file), 'utf8')));
const resultsIn = (out: string): AttemptResult[] =>
  readFileSync(join(room, out, 'results.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => attemptResultSchema.parse(JSON.parse(line)));

beforeAll(async () => {
  for (const [id, tier] of [
    ['easy', 1],
    ['hard', 2],
  ] as const)
    await givenShellTask(join(room, 'tasks'), id, { contract: { metadata: { tier, strata: { area: id } } } });
  const right = lineChange('value', 'wrong', 'right');
  write(join(room, 'suites'), {
    'patches/easy.patch': right,
    'patches/hard.patch': lineChange('value', 'wrong', 'guessed'),
    'easy-only/easy.yml': 'operations: [{run: "true"}]\n',
  });
});

describe('a suite', () => {
  // Holds G6
  where('sandbox')(
    'is run with one command: plan, records, analysis, and a gate that baselines and ablated arms do not decide',
    async () => {
      const file = suite(
        'whole',
        TASKS,
        FIXER,
        'baselines: {noop: true, golden: true}',
        'ablations: {listed: [[guardrails]]}',
        'budget: {run_usd: 0.5}',
        'concurrency: 2',
        'gate: {fail_on: gates}',
      );
      const { code } = await type('run', '--suite', file, '--out', 'out-whole');
      // `hard` is guessed wrong by the agent under test.
      expect(code).toBe(1);
      const plan = planIn('out-whole/plan.json');
      expect(plan.arms.map(({ id, role, agent }) => [id, role, agent])).toEqual([
        ['fixer', 'agent', 'patch:patches'],
        ['fixer -guardrails', 'agent', 'patch:patches'],
        ['noop', 'noop', 'noop'],
        ['golden', 'golden', 'golden'],
      ]);
      expect(plan.gate.arms).toEqual(['fixer']);
      const results = resultsIn('out-whole');
      expect(results.map(({ attempt_id }) => attempt_id)).toEqual(plan.attempts.map(({ attempt_id }) => attempt_id));
      expect(results.every(({ configuration }) => configuration.caps?.usd === 0.5)).toBe(true);
      const analysis = JSON.parse(readFileSync(join(room, 'out-whole/analysis.json'), 'utf8'));
      expect([analysis.name, analysis.plan, analysis.attempts]).toEqual(['whole', plan.digest, 8]);
      const kept = await type('run', '--suite', file, '--out', 'out-whole', '--resume', '--dry-run');
      expect(kept.log).toContain('8 attempts of these need not be made');
    },
  );

  // Holds G7
  where('sandbox')('passes its gate although noop fails, and judges only the arms that it names', async () => {
    const agents =
      'agents: [{name: good, agent: "patch:../tasks/easy/golden.patch"}, {name: bad, agent: "patch:patches"}]';
    const file = suite('named', TASKS, agents, 'concurrency: 2', 'gate: {fail_on: gates, arms: [good]}');
    expect((await type('run', '--suite', file, '--out', 'out-named')).code).toBe(0);
    expect(resultsIn('out-named').filter(({ verdict }) => verdict.status === 'failure')).toHaveLength(3);
  });

  where('sandbox')('is undecided where golden does not pass, though no agent fails it', async () => {
    const broken = { golden: lineChange('value', 'wrong', 'guessed') };
    for (const [id, task] of [['sound', {}] as const, ['broken', broken] as const])
      await givenShellTask(join(room, 'baselines'), id, task);
    const agents = 'agents: [{name: good, agent: "patch:../baselines/sound/golden.patch"}]';
    const file = suite('unsound', 'contracts: [../baselines]', agents, 'baselines: {golden: true}', 'concurrency: 2');
    const { code, log } = await type('run', '--suite', file, '--out', 'out-unsound');
    expect([code, log]).toEqual([3, expect.stringContaining('undecided: golden failed in broken; 2 of 2 passed')]);
    const report = readFileSync(join(room, 'out-unsound/report.md'), 'utf8');
    expect(report).toMatch(/required test failed: the value is right.*golden.* in .*broken/);
    expect((await type('run', '--suite', file, '--out', 'out-unsound', '--resume', '--fail-on', 'gates')).code).toBe(3);
  });

  where('sandbox')('is undecided where the envelope leaves golden without a result', async () => {
    const baselines = 'baselines: {golden: true}';
    const file = suite('spent', TASKS, FIXER, baselines, 'gate: {fail_on: never}', 'budget: {total_wall: 1ms}');
    const { code, log } = await type('run', '--suite', file, '--out', 'out-spent');
    expect([code, log]).toEqual([3, expect.stringContaining('undecided: golden has no result in 2 contracts')]);
  });

  it('says the same attempts as a run without a suite, where nothing differs', async () => {
    const file = suite(
      'same',
      TASKS,
      'agents: [{name: g, agent: golden}]',
      'baselines: {noop: false}',
      'order: listed',
    );
    const ids = (log: string) => JSON.parse(log).attempts.map((one: { attempt_id: string }) => one.attempt_id);
    const { log } = await type('run', '--suite', file, '--dry-run', '--json');
    expect(ids(log)).toEqual(ids((await type('run', 'tasks', '--agent', 'golden', '--dry-run', '--json')).log));
  });
});

describe('plan', () => {
  it('writes the same plan for the same suite, with every attempt in exactly one shard, and runs are held to it', async () => {
    const file = suite('sharded', TASKS, FIXER, 'baselines: {golden: true}', 'trials: 2');
    const { log } = await type('plan', '--suite', file, '--max-shards', '3', '--out', 'a/plan.json', '--json');
    await type('plan', '--suite', file, '--max-shards', '3', '--out', 'b/plan.json');
    const plan = planIn('a/plan.json');
    expect(readFileSync(join(room, 'b/plan.json'), 'utf8')).toBe(readFileSync(join(room, 'a/plan.json'), 'utf8'));
    const { digest, ...body } = plan;
    expect(computeDigest(body)).toBe(digest);
    const { matrix } = JSON.parse(log);
    expect(matrix.include).toEqual(
      ['1/3', '2/3', '3/3'].map((shard) => ({ shard, attempts: 4, expected_minutes: null })),
    );
    const legs = ['1/3', '2/3', '3/3'].map((shard) =>
      type('run', '--suite', file, '--plan', 'a/plan.json', '--shard', shard, '--dry-run', '--json'),
    );
    const made = (await Promise.all(legs)).flatMap((leg) => JSON.parse(leg.log).attempts);
    expect(made.map((one) => one.attempt_id).sort()).toEqual(plan.attempts.map((one) => one.attempt_id).sort());
    const other = await type('run', '--suite', file, '--plan', 'a/plan.json', '--shard', '1/2');
    expect([other.code, other.error]).toEqual([2, expect.stringContaining('--shard 1/2: a/plan.json has 3 shards')]);
  });

  where('sandbox')('has no more shards than attempts, and takes durations from earlier results', async () => {
    const file = suite('timed', TASKS, 'agents: [{name: g, agent: golden}]', 'baselines: {noop: false}');
    await type('run', '--suite', file, '--out', 'out-timed');
    const options = ['--max-shards', '9', '--durations', 'out-timed', '--reuse', 'out-timed', '--json'];
    const planned = await type('plan', '--suite', file, ...options);
    expect(planned.error).toBe('');
    const outcome = JSON.parse(planned.log);
    expect(outcome.matrix.include.map((leg: { shard: string }) => leg.shard)).toEqual(['1/2', '2/2']);
    expect(outcome.reusable.sort()).toEqual(
      resultsIn('out-timed')
        .map(({ attempt_id }) => attempt_id)
        .sort(),
    );
    const timed = new Map(resultsIn('out-timed').map((one) => [one.attempt_id, Math.round(one.timing.wall_ms)]));
    for (const { attempt_id, expected_ms } of planIn('plan.json').attempts)
      expect(expected_ms).toBe(timed.get(attempt_id));
  });

  it('draws its order as NumPy does: RandomState(20260307).permutation(10) of the sorted tasks', async () => {
    for (const id of 'abcdefghij') await givenShellTask(join(room, 'ten'), id);
    await type('plan', '--suite', suite('ten', 'contracts: [../ten]'), '--out', 'ten.json');
    expect(planIn('ten.json').attempts.map(({ task }) => task)).toEqual([...'eiajfhgbcd']);
  });

  where('sandbox')(
    'is judged by what the command line says, where that differs from the gate that was planned',
    async () => {
      const file = suite('gated', TASKS, FIXER, 'gate: {fail_on: gates}');
      await type('plan', '--suite', file, '--out', 'gated.json');
      const run = (...flags: string[]) =>
        type('run', '--suite', file, '--plan', 'gated.json', '--out', 'gated', '--resume', ...flags);
      expect((await run()).code).toBe(1);
      const never = await run('--fail-on', 'never');
      expect([never.code, never.log]).toEqual([0, expect.stringContaining('(report only)')]);
      // And the other way round: nobody can be spared a gate by an older plan.
      const spared = suite('spared', TASKS, FIXER, 'gate: {fail_on: never}');
      await type('plan', '--suite', spared, '--out', 'spared.json');
      const all = ['run', '--suite', spared, '--plan', 'spared.json', '--out', 'spared', '--resume'];
      expect([(await type(...all)).code, (await type(...all, '--fail-on', 'gates')).code]).toEqual([0, 1]);
    },
  );

  it('is refused where it was made for something else, with what differs', async () => {
    const lines = [TASKS, FIXER, 'baselines: {noop: false}'];
    await type('plan', '--suite', suite('moving', ...lines), '--out', 'moving.json');
    const refused = async () => (await type('run', '--suite', 'suites/moving.yml', '--plan', 'moving.json')).error;
    writeFileSync(join(room, 'suites/patches/easy.patch'), lineChange('value', 'wrong', 'other'));
    expect(await refused()).toContain('arm "fixer": its agent, models, steering, caps or rules are not those');
    writeFileSync(join(room, 'suites/patches/easy.patch'), lineChange('value', 'wrong', 'right'));
    suite('moving', ...lines, 'retries: 3');
    expect(await refused()).toMatch(
      /moving\.json is the plan of something else:\n {2}text of the suite: \w{12}, here /,
    );
    writeFileSync(
      join(room, 'moving.json'),
      readFileSync(join(room, 'moving.json'), 'utf8').replace('"trials":1', '"trials":2'),
    );
    expect(await refused()).toContain('moving.json:1:1  the plan was changed after it was made');
    suite('moving', ...lines);
    await type('plan', '--suite', 'suites/moving.yml', '--out', 'moving.json');
    const { digest: _, ...plan } = planIn('moving.json');
    const lenient = { ...plan, gate: { ...plan.gate, coverage_floor: 0 } };
    writeFileSync(join(room, 'moving.json'), JSON.stringify({ ...lenient, digest: computeDigest(lenient) }));
    expect(await refused()).toContain('coverage floor: 0, here 1');
  });
});

describe('a suite that cannot be meant so is refused with its place', () => {
  it.each<[string, string[], string]>([
    ['paths', ['contracts: [../none/*]'], 'suites/paths.yml:3  contracts.0: no contract matches "../none/*"'],
    [
      'ids',
      ['contracts: {paths: [../tasks], ids: [esay]}'],
      'contracts.ids: no contract has "esay" – did you mean "easy"?',
    ],
    [
      'area',
      ['contracts: {paths: [../tasks], strata: {aera: [x]}}'],
      'no contract has a stratum "aera" – did you mean "area"?',
    ],
    [
      'none',
      ['contracts: {paths: [../tasks], exclude: [../tasks]}'],
      'suites/none.yml:3  contracts: the selection leaves no contract of 0',
    ],
    [
      'strata',
      [TASKS, 'analysis: {strata: [size]}'],
      'suites/strata.yml:4  analysis.strata: no contract has a stratum "size"',
    ],
    [
      'weights',
      [TASKS, 'concurrency: {width: 2, weights: {herd: 2}}'],
      'no contract of this suite has the id "herd" – did you mean "hard"?',
    ],
    [
      'minutes',
      [TASKS, 'baselines: {human: {patches: patches, minutes: {easy: 5}}}'],
      'nothing says how long people worked on hard',
    ],
    ['twins', [TASKS, 'agents: [{name: a, agent: noop}]'], 'arms "a" and "noop" are alike'],
    [
      'script',
      [TASKS, 'agents: [{name: s, agent: "script:easy-only"}]'],
      'suites/script.yml:4  agents.0: tasks/hard/contract.yml: easy-only has no hard.yml',
    ],
    [
      'agent',
      [TASKS, 'agents: [{name: s, agent: godlen}]'],
      'suites/agent.yml:4  agents.0: unknown agent "godlen" – did you mean "golden"?',
    ],
    [
      'twice',
      [TASKS, FIXER, 'ablations: {leave_one_out: [audit], listed: [[audit]]}'],
      'ablations.listed.0: "audit" is switched off by ablations.leave_one_out.0 already',
    ],
  ])('%s', async (name, lines, expected) => {
    const { code, error } = await type('run', '--suite', suite(name, ...lines), '--out', 'out-refused');
    expect([code, error]).toEqual([2, expect.stringContaining(expected)]);
    expect(existsSync(join(room, 'out-refused'))).toBe(false);
  });

  it('and so is what the suite says itself, on the command line beside it', async () => {
    const { code, error } = await type('run', '--suite', suite('beside', TASKS), '--trials', '3', '--agent', 'golden');
    expect([code, error]).toEqual([2, expect.stringContaining('--agent, --trials beside the suite suites/beside.yml')]);
  });

  it('a store of originals inside of the output folder', async () => {
    const file = suite('stored', TASKS, FIXER, 'models: {restricted_store: ../out-stored/originals}');
    const { code, error } = await type('run', '--suite', file, '--out', 'out-stored');
    expect([code, error]).toEqual([2, expect.stringContaining('Name a folder apart from it')]);
  });

  it('an ablation over contracts that use no coordination is a warning', async () => {
    const file = suite('idle', TASKS, FIXER, 'ablations: {leave_one_out: all}');
    expect((await type('run', '--suite', file, '--dry-run')).error).toContain(
      'no contract of this suite declares coordination',
    );
  });

  it('envelopes that do not hold all attempts are said before anything is run', async () => {
    const upstreams = 'upstreams: ["http://127.0.0.1:9"]';
    const agents = `agents: [{name: asking, agent: loop, ${upstreams}, model: gpt-5}, {name: other, agent: loop, ${upstreams}, model: gpt-5-mini}]`;
    const file = suite('dear', TASKS, agents, 'budget: {total_usd: 2, run_usd: 0.75}', 'order: listed');
    const { log, error } = await type('run', '--suite', file, '--dry-run');
    expect(complaints(error)).toEqual([]);
    expect(log.split('\n').filter((line) => /^(arm|envelopes|\d+ attempts?)/.test(line))).toEqual([
      'arm asking: 2 attempts, model gpt-5, at most 1.50 USD',
      'arm other: 2 attempts, model gpt-5-mini, at most 1.50 USD',
      'arm noop: 2 attempts',
      'envelopes: 2.00 USD in all, 0.75 USD an attempt',
      expect.stringMatching(/^2 attempts would not be begun if all others cost their ceiling: hard-/),
      '6 attempts, at most 1 at a time, at most 3.00 USD; nothing was run',
    ]);
  });
});
