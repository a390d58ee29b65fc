import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { z } from 'zod';
import { readHistoryFile } from '../../../src/commands/io/read_history_file.js';
import { reportOptionsSchema, reportResults } from '../../../src/commands/report/report_results.js';
import { sha256, toCanonicalJson } from '../../../src/record/json/compute_digest.js';
import { ENGINE_VERSION } from '../../../src/record/manifest/engine_version.js';
import type { AttemptResult } from '../../../src/record/verdict/attempt_result.js';
import { cleanUp, givenRoom } from '../../given.js';
import { groupWhere } from '../../machine.js';
import { givenNoStrength } from '../../publish/given_results.js';
import { givenRecorded } from '../../recorded/given_recorded.js';
import { givenAttempt, givenAttempts, givenPlan, linesOf, VERSION_OF, writeShard } from '../merge/given_shards.js';

let room: string;
beforeEach(() => {
  room = mkdtempSync(join(tmpdir(), 'gatebench-report-'));
});
afterEach(() => rmSync(room, { recursive: true }));
afterAll(cleanUp);

async function reported(order: Partial<z.input<typeof reportOptionsSchema>> = {}) {
  const lines: string[] = [];
  const errors: string[] = [];
  const out = {
    log: (line: string) => lines.push(line),
    error: (line: string) => errors.push(line),
    signal: new AbortController().signal,
    terminal: { columns: 100, colour: false },
  };
  const parsed = reportOptionsSchema.parse({ folders: ['shards'], out: 'merged', ...order });
  const outcome = await reportResults(parsed, out, room, () => new Date('2026-03-07T01:02:03Z'));
  return { outcome, lines, errors, read: (name: string) => readFileSync(join(room, 'merged', name), 'utf8') };
}

describe('what the gate says of all shards', () => {
  const plan = givenPlan({ shards: 2 });
  const first = () => writeShard(join(room, 'shards/1'), { plan, results: givenAttempts(plan, 1) });
  const second = () => writeShard(join(room, 'shards/2'), { plan, results: givenAttempts(plan, 2) });

  it('is satisfied when every agent passed; a baseline that changes nothing is no failure', async () => {
    first();
    second();
    const { outcome, read, errors } = await reported();
    expect([outcome.exit_code, outcome.conclusion, errors]).toEqual([0, 'success', []]);
    expect(read('results.jsonl')).toBe(linesOf(givenAttempts(plan)));
    expect(read('report.md')).not.toContain('What was merged');
  });

  it('is signed for with the digests of the files that were written', async () => {
    first();
    second();
    const { read } = await reported();
    const { subject, predicate } = JSON.parse(read('attestation/statement.json'));
    expect(subject.map(({ digest }: { digest: { sha256: string } }) => digest.sha256)).toEqual(
      ['results.jsonl', 'attestation/heads.jsonl'].map((name) => sha256(read(name))),
    );
    expect([predicate.attempts, read('attestation/heads.jsonl').trim().split('\n').length]).toEqual([4, 4]);
  });

  it('is indecisive when a shard is missing, and the reports say which', async () => {
    second(); // of noop, so all attempts of the agent are missing
    const { outcome, read, errors } = await reported();
    expect([outcome.exit_code, outcome.conclusion, outcome.missing_shards]).toEqual([3, 'indecisive', [1]]);
    expect(errors).toEqual(['no result of shard 1/2']);
    expect(read('report.md')).toContain('no result of shard 1/2');
    expect(read('report.html')).toContain('no result of shard 1/2');
  });

  it('is a failure when an agent failed, whatever is missing', async () => {
    writeShard(join(room, 'shards/1'), { plan, results: [givenAttempt('a', 'codex', 1, { gates: 'ppfp' })] });
    expect((await reported()).outcome.exit_code).toBe(1);
    expect((await reported({ fail_on: 'never' })).outcome.exit_code).toBe(0);
  });

  it('is indecisive when a baseline ended as it must not, unless its own options say that nothing fails it', async () => {
    const plan = givenPlan({ shards: 2, changes: { gate: { ...givenPlan().gate, fail_on: 'never' } } });
    writeShard(join(room, 'shards/1'), { plan, results: givenAttempts(plan, 1) });
    const [a, b] = givenAttempts(plan, 2).map((result) => ({ ...result, agent: { kind: 'noop', name: 'noop' } }));
    const passed = givenAttempt('b', 'noop', 1, { gates: 'pppp' });
    writeShard(join(room, 'shards/2'), { plan, results: [a!, { ...b!, verdict: passed.verdict }] });
    const { outcome, read } = await reported();
    expect([outcome.exit_code, outcome.conclusion]).toEqual([3, 'indecisive']);
    expect(read('report.md')).toContain('undecided: noop passed in b; 2 of 2 passed');
    const told = await reported({ fail_on: 'never' });
    expect(told.outcome.exit_code).toBe(0);
    expect(told.read('report.md')).toContain('NOT as they should');
  });

  it('is indecisive when a baseline has no result, unless its own options say that nothing fails it', async () => {
    const plan = givenPlan({ shards: 2, changes: { gate: { ...givenPlan().gate, fail_on: 'never' } } });
    writeShard(join(room, 'shards/1'), { plan, results: givenAttempts(plan, 1) });
    const [of_a] = givenAttempts(plan, 2).map((result) => ({ ...result, agent: { kind: 'noop', name: 'noop' } }));
    const failed = givenAttempt('a', 'noop', 1, { gates: 'ppfp' });
    writeShard(join(room, 'shards/2'), { plan, results: [{ ...of_a!, verdict: failed.verdict }] });
    const { outcome } = await reported();
    expect([outcome.exit_code, outcome.missing_shards]).toEqual([3, []]);
    expect(outcome.view.headline).toBe('undecided: noop has no result in b; 2 of 2 passed');
    expect((await reported({ fail_on: 'never' })).outcome.exit_code).toBe(0);
  });

  it('is a failure when a pass is weaker than asked for, by the order or by the plan, and names the pass', async () => {
    const oracle = givenNoStrength('no expectation can be varied');
    const results = (planned: typeof plan, shard: number) =>
      givenAttempts(planned, shard).map((result) => ({ ...result, verdict: { ...result.verdict, oracle } }));
    writeShard(join(room, 'shards/1'), { plan, results: results(plan, 1) });
    writeShard(join(room, 'shards/2'), { plan, results: results(plan, 2) });
    const lines = [
      'a (codex, trial 1): a pass of strength none, wanted 2^-8',
      'b (codex, trial 1): a pass of strength none, wanted 2^-8',
    ];
    const asked = await reported({ min_strength: 8 });
    expect([(await reported()).outcome.exit_code, asked.outcome.exit_code, asked.errors]).toEqual([0, 1, lines]);
    expect(asked.outcome.view.headline).toContain('2 below strength 2^-8');

    const gate = { ...plan.gate, min_strength: 8 };
    const strict = givenPlan({ shards: 2, changes: { gate } });
    rmSync(join(room, 'shards'), { recursive: true });
    writeShard(join(room, 'shards/1'), { plan: strict, results: results(strict, 1) });
    writeShard(join(room, 'shards/2'), { plan: strict, results: results(strict, 2) });
    expect([(await reported()).outcome.exit_code, (await reported()).errors]).toEqual([1, lines]);
    expect((await reported({ fail_on: 'never' })).errors).toEqual([]);
    await expect(reported({ fail_on: 'never', min_strength: 8 })).rejects.toThrow(
      '--min-strength is for --fail-on gates',
    );
  });

  it('is indecisive when no shard has a result', async () => {
    writeShard(join(room, 'shards/1'), { plan });
    const { outcome, read } = await reported({ history: 'history.jsonl' });
    expect([outcome.exit_code, outcome.missing_shards, read('results.jsonl')]).toEqual([3, [1, 2], '']);
    expect(readHistoryFile(join(room, 'history.jsonl')).lines).toEqual([]);
  });

  it('is told as JSON', async () => {
    first();
    const { lines } = await reported({ json: true });
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        conclusion: 'indecisive',
        attempts: 2,
        missing: 2,
        unplanned: 0,
        repeated: 0,
        recovered: 0,
        missing_shards: [2],
        warnings: ['no result of shard 2/2'],
        results_path: 'merged/results.jsonl',
        report_path: 'merged/report.md',
        html_path: 'merged/report.html',
      },
    ]);
  });

  it('goes into the history with what is undecided and what was not made', async () => {
    first();
    await reported({ history: 'nights/history.jsonl', commit: 'c'.repeat(40) });
    await reported({ history: 'nights/history.jsonl' });
    const { lines, faults } = readHistoryFile(join(room, 'nights/history.jsonl'));
    const task = (id: string, counts: object) => ({
      task: id,
      version: VERSION_OF(id),
      runs: 1,
      successes: 0,
      failures: 0,
      undecided: 0,
      cost_usd: 0.42,
      wall_ms: 4200,
      ...counts,
    });
    const arm = (name: string, role: string, identities: string[], counts: object) => ({
      arm: name,
      agent: name,
      model: null,
      ablation: 'none',
      role,
      identities,
      ...(identities.length === 0 ? {} : { heads: expect.stringMatching(/^[0-9a-f]{64}$/) }),
      tasks: [task('a', counts), task('b', counts)],
    });
    expect([lines.length, faults, lines[0]]).toEqual([
      2,
      [],
      {
        schema: 1,
        suite: 'study',
        at: '2026-03-07T01:02:03.000Z',
        commit: 'c'.repeat(40),
        run_url: null,
        harness_versions: [ENGINE_VERSION],
        rubrics: ['1'],
        plan: plan.digest,
        arms: [
          arm('codex', 'agent', ['a'.repeat(64)], { successes: 1 }),
          arm('noop', 'noop', [], { undecided: 1, missing: 1, cost_usd: 0, wall_ms: 0 }),
        ],
      },
    ]);
  });
});

groupWhere('sandbox')('a line is no evidence by itself', () => {
  let shard: string;
  let source: string;
  beforeAll(async () => {
    source = givenRoom();
    await givenRecorded('baselines', source);
  });
  beforeEach(() => {
    shard = join(room, 'shards/1');
    cpSync(join(source, 'out'), shard, { recursive: true });
    rmSync(join(shard, 'plan.json'), { force: true });
  });
  const results = () =>
    readFileSync(join(shard, 'results.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as AttemptResult);

  it('the merged lines name the records where they are', async () => {
    const { outcome, read } = await reported({ verify: true });
    const merged = read('results.jsonl').trim().split('\n');
    expect(merged.map((line) => JSON.parse(line).run).sort()).toEqual(
      results()
        .map(({ run }) => `../shards/1/${run}`)
        .sort(),
    );
    // golden passes and noop fails, as they should.
    expect(outcome.exit_code).toBe(0);
  });

  it('says in every rendering that records were not verified, where that was asked for', async () => {
    const said = 'records were not verified (verify: false)';
    const { outcome, read } = await reported({ verify: false, tell_unverified: true });
    for (const file of ['report.md', 'report.html']) expect(read(file)).toContain('records were not verified');
    expect(outcome.warnings).toContainEqual(expect.stringContaining(said));
    expect((await reported({ verify: true, tell_unverified: true })).outcome.warnings.join()).not.toContain(said);
  });

  it('a failure that was made a success is found by its record', async () => {
    const [golden, noop] = results();
    const lie = { ...noop!, verdict: { ...golden!.verdict } };
    writeFileSync(join(shard, 'results.jsonl'), `${toCanonicalJson(golden)}\n${toCanonicalJson(lie)}\n`);
    await expect(reported()).rejects.toThrow(
      `shards/1/results.jsonl:2:1  attempt ${noop!.attempt_id}: it is not what the sealed report in its record says`,
    );
  });

  it('a record that was changed together with its line is found by --verify', async () => {
    const [golden, noop] = results();
    const lie = { ...noop!, verdict: { ...golden!.verdict } };
    const { run, ...body } = lie;
    writeFileSync(join(shard, run, 'report.json'), `${JSON.stringify(body, null, 2)}\n`);
    writeFileSync(join(shard, 'results.jsonl'), `${toCanonicalJson(golden)}\n${toCanonicalJson(lie)}\n`);
    await expect(reported({ verify: true })).rejects.toThrow(
      /results\.jsonl:2:1 {2}attempt [\w-]+: report\.json was edited/,
    );
  });

  it('with a plan and on demand, a line that lost its record has no result, and contradicts another one still', async () => {
    const [golden, noop] = results();
    const plan = join(source, 'out/plan.json');
    cpSync(plan, join(shard, 'plan.json'));
    rmSync(join(shard, noop!.run, 'report.json'));
    await expect(reported({ verify: true })).rejects.toThrow(/it has no report/);
    await expect(reported({ allow_missing_records: true })).rejects.toThrow(/has no effect without --verify/);
    const order = { verify: true, allow_missing_records: true };
    const { outcome, errors } = await reported(order);
    expect(outcome.results.map(({ attempt_id }) => attempt_id)).toEqual([golden!.attempt_id]);
    expect(errors.join('\n')).toContain('1 attempt without a record beside the line: not verified, and no result');
    const other = join(room, 'shards/2');
    mkdirSync(other);
    cpSync(plan, join(other, 'plan.json'));
    const timing = { ...golden!.timing, wall_ms: 1 };
    writeFileSync(join(other, 'results.jsonl'), `${toCanonicalJson({ ...golden!, timing })}\n`);
    await expect(reported(order)).rejects.toThrow(/is also at .*, with another result/);
  });

  it('what a shard sealed before it was killed is not lost; what it did not seal is', async () => {
    const [golden, noop] = results();
    rmSync(join(shard, 'results.jsonl'));
    rmSync(join(shard, noop!.run, 'report.json'));
    const { outcome, errors } = await reported();
    expect(outcome.results.map(({ attempt_id }) => attempt_id)).toEqual([golden!.attempt_id]);
    expect(errors[1]).toBe('1 results come from sealed records: their shard ended before it wrote its results');
  });

  it('a sealed record under the name of another attempt counts for nothing', async () => {
    const [golden, noop] = results();
    rmSync(join(shard, 'results.jsonl'));
    rmSync(join(shard, noop!.run), { recursive: true });
    renameSync(join(shard, golden!.run), join(shard, noop!.run));
    expect((await reported()).outcome.results).toEqual([]);
  });
});

describe('formats that other tools read', () => {
  const plan = givenPlan();

  it('are written where they are named, and hold every attempt', async () => {
    writeShard(join(room, 'shards/1'), { plan, results: givenAttempts(plan) });
    const files = { junit: 'junit.xml', sarif: 'log.sarif', csv: 'attempts.csv', badge: 'badge.svg' };
    await reported(files);
    const [junit, sarif, csv, badge] = Object.values(files).map((file) => readFileSync(join(room, file), 'utf8'));
    expect(junit!.match(/<testcase/g)).toHaveLength(4);
    expect(csv!.trim().split('\r\n')).toHaveLength(5);
    expect(JSON.parse(sarif!).version).toBe('2.1.0');
    expect(badge).toContain('passed</text>');
  });

  it('name the option of a file that cannot be written', async () => {
    writeShard(join(room, 'shards/1'), { plan, results: givenAttempts(plan) });
    await expect(reported({ junit: 'no/such/junit.xml' })).rejects.toThrow(
      '--junit no/such/junit.xml: cannot be written',
    );
  });
});
