import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { computeFileDigest } from '../../../src/commands/io/write_attestation.js';
import { beginMergedResults } from '../../../src/commands/merge/begin_merged_results.js';
import { mergeResults } from '../../../src/commands/merge/merge_results.js';
import type { MergeOptions } from '../../../src/commands/merge/merged_results.js';
import { toCanonicalJson } from '../../../src/record/json/compute_digest.js';
import { ENGINE_VERSION } from '../../../src/record/manifest/engine_version.js';
import type { AttemptResult } from '../../../src/record/verdict/attempt_result.js';
import { givenConditions } from '../../publish/given_results.js';
import { givenAttempt, givenAttempts, givenPlan, linesOf, VERSION_OF, writeShard } from './given_shards.js';

let room: string;
beforeEach(() => {
  room = mkdtempSync(join(tmpdir(), 'gatebench-merge-'));
});
afterEach(() => rmSync(room, { recursive: true }));

const merge = async (order: Partial<MergeOptions> = {}) => {
  const shown: AttemptResult[] = [];
  const merged = mergeResults({ folders: ['shards'], out: 'merged', ...order }, room, (result) => shown.push(result));
  const { path } = await beginMergedResults(merged, join(room, 'merged')).finish();
  merged.reader.close();
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, merged.attempts.length);
  return { ...merged, shown, lines, ids: merged.attempts.map(({ trial }) => trial.attempt_id) };
};
const shard = (n: number, files: Parameters<typeof writeShard>[1]) =>
  writeShard(join(room, 'shards', `shard-${n}`), files);
const refusal = async (order: Partial<MergeOptions> = {}) => {
  try {
    await merge(order);
  } catch (error) {
    return (error as Error).message;
  }
  return undefined;
};

describe('shards become one list of results', () => {
  it('in the order of the plan, however the folders lie, with nothing changed', async () => {
    const plan = givenPlan({ trials: 2, shards: 3 });
    writeShard(join(room, 'shards/x/y/gatebench-3'), { plan, results: givenAttempts(plan, 3) });
    writeShard(join(room, 'shards/1'), { plan, results: givenAttempts(plan, 1) });
    writeShard(join(room, 'shards/x/2'), { plan, results: givenAttempts(plan, 2) });
    const { ids, lines, shown, missing, warnings, shards, arms } = await merge();
    expect(ids).toEqual(plan.attempts.map(({ attempt_id }) => attempt_id));
    expect(`${lines.join('\n')}\n`).toBe(linesOf(givenAttempts(plan)));
    expect(shown).toHaveLength(8);
    expect({ missing, warnings, arms: arms.map(({ id }) => id) }).toEqual({
      missing: [],
      warnings: [],
      arms: ['codex', 'noop'],
    });
    expect(shards).toEqual([
      { shard: 1, planned: 3, found: 3 },
      { shard: 2, planned: 3, found: 3 },
      { shard: 3, planned: 2, found: 2 },
    ]);
  });

  it('with --verify, a plan, and on demand, without lines whose records did not come along', async () => {
    const plan = givenPlan();
    shard(1, { plan, results: givenAttempts(plan) });
    const { ids, missing, unverified, warnings } = await merge({ verify: true, allow_missing_records: true });
    expect({ ids, missing: missing.length, unverified }).toEqual({
      ids: [],
      missing: plan.attempts.length,
      unverified: plan.attempts.length,
    });
    expect(warnings).toContain(
      `${plan.attempts.length} attempts without a record beside the line: not verified, and no result`,
    );
  });

  it('takes a shard that is there twice once', async () => {
    const plan = givenPlan();
    shard(1, { plan, results: givenAttempts(plan, 1) });
    shard(11, { plan, results: givenAttempts(plan, 1) });
    shard(2, { plan, results: givenAttempts(plan, 2) });
    expect(await merge()).toMatchObject({
      ids: plan.attempts.map(({ attempt_id }) => attempt_id),
      repeated: 2,
      missing: [],
    });
  });

  it('names both places when an attempt has two results', async () => {
    const plan = givenPlan();
    shard(1, { plan, results: givenAttempts(plan, 1) });
    shard(2, { plan, results: [...givenAttempts(plan, 2), givenAttempt('a', 'codex', 1, { wall: 1 })] });
    expect(await refusal()).toBe(
      'shards/shard-2/results.jsonl:3  attempt a-codex-1 of a is also at shards/shard-1/results.jsonl:1, with another result',
    );
  });

  it('knows a shard that is missing, one that is torn, and attempts that nobody planned', async () => {
    const plan = givenPlan({ tasks: ['a', 'b', 'c'], shards: 3 });
    shard(1, { plan, results: [...givenAttempts(plan, 1), givenAttempt('a', 'other')] });
    shard(2, { plan, results: givenAttempts(plan, 2).slice(0, 1) });
    const { missing, warnings, unplanned, shown, arms } = await merge();
    expect(missing.map(({ attempt_id }) => attempt_id)).toEqual(['b-codex-1', 'c-codex-1', 'c-noop-1']);
    expect(warnings).toEqual([
      'no result of shard 3/3',
      'shard 2/3 has 1 of 2 attempts',
      '1 attempt in no plan: kept, and counted nowhere',
    ]);
    expect([unplanned.map(({ trial }) => trial.attempt_id), shown.length]).toEqual([['a-other-1'], 3]);
    expect(arms.map(({ id }) => id)).toEqual(['codex', 'noop', 'other']);
  });

  it('has a plan that is named, for folders without one, and says so when there is none', async () => {
    const plan = givenPlan();
    shard(1, { results: givenAttempts(plan, 1) });
    writeShard(room, { plan });
    expect((await merge({ plan: 'plan.json' })).missing).toHaveLength(2);
    expect(await merge()).toMatchObject({
      missing: [],
      warnings: ['no plan in the folder: what is missing cannot be known'],
    });
  });

  it('does not take its own earlier report for a shard', async () => {
    const plan = givenPlan();
    shard(1, { plan, results: givenAttempts(plan) });
    writeShard(join(room, 'shards/report'), { plan, results: [givenAttempt('a', 'codex', 1, { wall: 1 })] });
    expect((await merge({ out: 'shards/report' })).ids).toHaveLength(4);
  });
});

describe('results of different questions are refused', () => {
  it.each<[what: string, changes: Parameters<typeof givenPlan>[0], says: string]>([
    ['another seed', { changes: { seed: 8 } }, 'seed 8, not 7'],
    [
      'another version of a contract',
      { changes: { tasks: givenPlan().tasks.map((t) => ({ ...t, version: 'f'.repeat(64) })) } },
      'a has version ffffffffffff, not a00000000000',
    ],
    ['other attempts', { tasks: ['a'] }, '2 attempts, not 4'],
    [
      'other arms',
      { changes: { arms: givenPlan().arms.map((arm) => ({ ...arm, model: 'm' })) } },
      'it differs in arms',
    ],
  ])('a plan with %s', async (_what, changes, says) => {
    const plan = givenPlan();
    shard(1, { plan, results: givenAttempts(plan, 1) });
    shard(2, { plan: givenPlan(changes), results: givenAttempts(plan, 2) });
    expect(await refusal()).toBe(`shards/shard-2/plan.json is another plan than shards/shard-1/plan.json: ${says}`);
  });

  it('a plan that was changed after it was made', async () => {
    shard(1, { plan: { ...givenPlan(), trials: 9 }, results: [] });
    expect(await refusal()).toBe(
      'shards/shard-1/plan.json:1:1  the plan was changed after it was made: its digest is not that of its content',
    );
  });

  // Holds K7
  it('versions of one contract, unless that is said', async () => {
    shard(1, { results: [givenAttempt('a', 'codex')] });
    shard(2, { results: [givenAttempt('a', 'codex', 2, { version: 'f'.repeat(64) })] });
    expect(await refusal()).toBe('results of different versions of a contract: a (a00000000000, ffffffffffff)');
    expect(await merge({ allow_mixed_versions: true })).toMatchObject({
      warnings: [
        'no plan in the folders: what is missing cannot be known',
        'a was tried in 2 versions of its contract',
      ],
      mixed: { versions: new Map([['a', [VERSION_OF('a'), 'f'.repeat(64)]]]) },
    });
  });

  // Holds K7
  it('briefings of one contract, unless that is said', async () => {
    const told = (trial: number, briefing: string) => {
      const result = givenAttempt('a', 'codex', trial);
      return { ...result, configuration: { ...result.configuration, conditions: { ...givenConditions, briefing } } };
    };
    shard(1, { results: [told(1, 'a'.repeat(64))] });
    shard(2, { results: [told(2, 'b'.repeat(64))] });
    expect(await refusal()).toBe('results of different briefings of a contract: a (aaaaaaaaaaaa, bbbbbbbbbbbb)');
    expect((await merge({ allow_mixed_versions: true })).warnings).toContain(
      'a was told to agents in 2 different briefings',
    );
  });

  it('a line whose status is not what its gates say', async () => {
    const plan = givenPlan();
    const [first, ...rest] = givenAttempts(plan);
    const failed = { ...first!.verdict, status: 'failure' as const };
    shard(1, { plan, results: [{ ...first!, verdict: failed }, ...rest] });
    expect(await refusal()).toContain(
      'results.jsonl:1:1  its status failure is not what its gates say, pass/pass/pass/pass',
    );
  });

  it.each([
    ['with a plan', { verify: true }, true],
    ['without a plan, though missing records are allowed', { verify: true, allow_missing_records: true }, false],
  ])('with --verify, lines without the records that could be looked at, %s', async (_, order, planned) => {
    const plan = givenPlan();
    shard(1, { ...(planned ? { plan } : {}), results: givenAttempts(plan) });
    expect(await refusal(order)).toContain('its record is not beside it, so that nothing could be verified');
  });

  it('a line that says it is an attempt which the plan has otherwise', async () => {
    const plan = givenPlan();
    shard(1, { plan, results: [givenAttempt('b', 'codex', 1, { attempt: 'a-codex-1' })] });
    expect(await refusal()).toBe(
      'shards/shard-1/results.jsonl:1  attempt a-codex-1 is trial 1 of a in the plan, not trial 1 of b',
    );
  });

  it('versions of gatebench and of the rubric are said', async () => {
    const result = givenAttempt('b', 'codex');
    shard(1, {
      results: [
        givenAttempt('a', 'codex'),
        { ...result, harness_version: '9.0.0', verdict: { ...result.verdict, rubric: '2' } },
      ],
    });
    expect((await merge()).warnings.slice(1)).toEqual([
      `results of different versions of gatebench: ${ENGINE_VERSION}, 9.0.0`,
      'results of different rubrics: 1, 2',
    ]);
  });
});

describe('what another job hands over is hostile', () => {
  const good = () => toCanonicalJson(givenAttempt('a', 'codex'));
  it.each<[what: string, content: () => string | Buffer, says: string]>([
    ['a line that is cut off', () => `${good()}\n${good().slice(0, 500)}`, ':2:501  the line is cut off'],
    ['other text', () => `${good()}\n<html>\n`, ':2:1  the line is not JSON from here on'],
    ['a NUL', () => `${good().slice(0, 20)}\0${good().slice(20)}\n`, ':1:21  the line is not JSON from here on'],
    ['bytes that are no text', () => Buffer.from([0x22, 0xff, 0xfe, 0x22]), ':1:1  the line is not UTF-8'],
    ['JSON of something else', () => '{"status":"success"}\n', ':1:1  is no result: schema: Invalid input: expected 1'],
    ['a list', () => '[]\n', ':1:1  is no result: the line: Invalid input: expected object, received array'],
    [
      'another form of a result',
      () => `{"harness_version":"9.0.0"}\n`,
      `:1:1  made by another version (gatebench 9.0.0; this is ${ENGINE_VERSION})`,
    ],
    [
      'a counterfactual score',
      () => good().replace('{', '{"counterfactual":{},'),
      ':1:1  is scored under other terms than those it was made under (counterfactual): it is no result',
    ],
    ['a million brackets', () => '['.repeat(1_000_000), ':1:1000001  the line is cut off'],
    ['a line without end', () => `"${'x'.repeat(17 * 1024 * 1024)}"`, ':1:1  the line is longer than 16 MiB'],
  ])('%s is one error with its place', async (_what, content, says) => {
    shard(1, { results: '' });
    writeFileSync(join(room, 'shards/shard-1/results.jsonl'), content());
    expect(await refusal()).toBe(`shards/shard-1/results.jsonl${says}`);
  });

  it('a byte order mark, empty lines, line ends of another system and lines of 300 kB are read', async () => {
    const long = givenAttempt('b', 'codex', 1, { why: 'x'.repeat(300_000) });
    shard(1, { results: `\uFEFF${good()}\r\n\r\n  \n${toCanonicalJson(long)}` });
    expect((await merge()).lines).toEqual([good(), toCanonicalJson(long)]);
  });

  it('a record that is said to be elsewhere is not looked for there', async () => {
    const line = toCanonicalJson(givenAttempt('a', 'codex', 1, { run: '../../../etc' }));
    shard(1, { results: `${line}\n` });
    expect(await merge()).toMatchObject({
      lines: [toCanonicalJson(givenAttempt('a', 'codex'))],
      shown: [{ run: 'runs/a-codex-1' }],
    });
  });

  it('links are not followed, and records are no folders of results', async () => {
    shard(1, { results: [givenAttempt('a', 'codex')] });
    mkdirSync(join(room, 'elsewhere'));
    writeShard(join(room, 'elsewhere'), { results: [givenAttempt('b', 'codex')] });
    symlinkSync(join(room, 'elsewhere'), join(room, 'shards/linked'));
    const record = writeShard(join(room, 'shards/shard-1/other/record'), { results: [givenAttempt('c', 'codex')] });
    for (const name of ['manifest.json', 'events.jsonl']) writeFileSync(join(record, name), '');
    expect((await merge()).ids).toEqual(['a-codex-1']);
    symlinkSync(join(room, 'elsewhere/results.jsonl'), join(room, 'shards/results.jsonl'));
    expect(await refusal()).toBe('shards/results.jsonl is a link, which no artifact of ours holds');
  });

  it.each([
    ['nowhere', 'nowhere does not exist'],
    ['file', 'file is not a folder'],
    ['empty', 'empty has no results.jsonl, plan.json or runs/ in or below it'],
  ])('%s is a mistake', async (name, says) => {
    writeFileSync(join(room, 'file'), '');
    mkdirSync(join(room, 'empty'));
    expect(await refusal({ folders: [name] })).toBe(says);
  });
});

it('the digest of the merged file is that of its bytes, also where it is longer than the buffer', async () => {
  const results = ['a', 'b', 'c'].map((task) => givenAttempt(task, 'codex', 1, { why: task.repeat(3_000_000) }));
  shard(1, { results });
  const merged = mergeResults({ folders: ['shards'], out: 'merged' }, room);
  const { path, sha256 } = await beginMergedResults(merged, join(room, 'merged')).finish();
  merged.reader.close();
  expect(readFileSync(path, 'utf8') === linesOf(results)).toBe(true);
  expect(sha256).toBe(computeFileDigest(path));
});

it('says in which conditions attempts at one task differ, and what only some records say', async () => {
  const first = givenAttempt('a', 'codex');
  const second = { ...givenAttempt('a', 'noop'), seed: 8, sandbox: { backend: 'none', isolated: false } };
  shard(1, { results: [{ ...first, configuration: { ...first.configuration, conditions: givenConditions } }] });
  shard(2, { results: [second] });
  const { warnings } = await merge();
  expect(warnings).toContain('not comparable without a word: seed differs at one task: 7, 8');
  expect(warnings).toContain('not comparable without a word: sandbox backend differs at one task: bubblewrap, none');
  expect(warnings).toContain('not comparable without a word: network policy differs at one task: deny, unknown');
});
