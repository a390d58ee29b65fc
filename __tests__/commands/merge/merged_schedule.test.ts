import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reportOptionsSchema, reportResults } from '../../../src/commands/report/report_results.js';
import type { ScheduleLine } from '../../../src/record/planning/plan.js';
import { givenAttempts, givenPlan, writeShard } from './given_shards.js';

let room: string;
beforeEach(() => {
  room = mkdtempSync(join(tmpdir(), 'gatebench-schedules-'));
});
afterEach(() => rmSync(room, { recursive: true }));

const at = '2026-01-01T00:00:00.000Z';
const plan = givenPlan({ shards: 2 });
const idsOf = (shard: number) => plan.attempts.filter((each) => each.shard === shard).map((each) => each.attempt_id);
const [[a, b], [c]] = [idsOf(1), idsOf(2)] as [[string, string], [string, string]];
const opened = (resumed: boolean): ScheduleLine => ({
  type: 'opened',
  at,
  resumed,
  attempts: 2,
  width: 1,
  spent_usd: 0,
});
const retried = (attempt_id: string, reason: string, which = 1): ScheduleLine => ({
  type: 'retried',
  at,
  attempt_id,
  try: which,
  reason,
});

/** An output folder of a shard with its schedule; texts are lines as they are. */
function shard(folder: string, of: number, schedule: readonly (ScheduleLine | string | Buffer)[]): void {
  writeShard(join(room, 'shards', folder), { plan, results: givenAttempts(plan, of) });
  const bytes = schedule.map((line) =>
    Buffer.isBuffer(line) ? line : Buffer.from(typeof line === 'string' ? line : JSON.stringify(line)),
  );
  const text = Buffer.concat(bytes.flatMap((line) => [line, Buffer.from('\n')]));
  writeFileSync(join(room, 'shards', folder, 'schedule.jsonl'), text);
}

async function reported() {
  const errors: string[] = [];
  const out = {
    log: () => {},
    error: (line: string) => errors.push(line),
    signal: new AbortController().signal,
    terminal: { columns: 100, colour: false },
  };
  const outcome = await reportResults(reportOptionsSchema.parse({ folders: ['shards'], out: 'merged' }), out, room);
  const markdown = readFileSync(join(room, 'merged/report.md'), 'utf8');
  const section = /### What was planned and what is there\n\n(.*?)(?=\n###|\n\|)/s.exec(markdown)?.[1];
  return { outcome, errors, markdown, said: section?.split('\n').filter((line) => /^- |^Why|^No/.test(line)) };
}

describe('report says what the schedules of all shards say', () => {
  it('what was tried again, copied, lost and not begun, of all shards together', async () => {
    shard('1', 1, [
      opened(false),
      retried(a, 'of a run that was begun anew'),
      opened(false),
      retried(a, 'model-outage'),
      opened(true),
      retried(a, 'harness-error', 2),
      { type: 'lost', at, attempt_id: b, try: 1, cost_usd: 0.25 },
    ]);
    shard('2', 2, [opened(false), { type: 'reused', at, attempt_id: c, head: 'h', from: 'before', saved_usd: 0.5 }]);
    writeShard(join(room, 'shards/1'), { results: givenAttempts(plan, 1).slice(0, 1) });
    const last: ScheduleLine = { type: 'not_begun', at, attempt_id: b, reason: 'total_usd' };
    writeFileSync(join(room, 'shards/1/schedule.jsonl'), `${JSON.stringify(last)}\n{"type":"clo`, { flag: 'a' });
    const { said, errors } = await reported();
    expect(said).toEqual([
      '- 1 attempt not begun: the envelope of the suite was used up',
      '- 1 attempt tried again, 2 times together, for faults of the machine or the network; every try is kept, and what it cost is counted: harness-error; model-outage',
      '- 1 attempt copied from earlier runs, where they had cost &#36;0.50; that counts into no envelope',
      '- 1 try lost with a process that was killed; &#36;0.25 at most, counted as spent',
      'Why is what 2 schedules of shards say; nothing else depends on it. 1 line of them could not be read and counts for nothing.',
    ]);
    expect(errors).toEqual(['shard 1/2 has 1 of 2 attempts']);
  });

  it('a shard that was downloaded twice says everything once', async () => {
    for (const folder of ['1', 'again/1']) shard(folder, 1, [opened(false), retried(a, 'model-outage')]);
    shard('2', 2, [opened(false)]);
    expect((await reported()).said![0]).toMatch(/^- 1 attempt tried again, 1 time together/);
  });

  it('nothing, where every attempt has a result of its first try; and what is not known, where no schedule came', async () => {
    for (const own of [1, 2]) shard(`${own}`, own, [opened(false)]);
    expect((await reported()).said).toBeUndefined();
    rmSync(join(room, 'shards/2'), { recursive: true });
    rmSync(join(room, 'shards/1/schedule.jsonl'));
    expect((await reported()).said).toEqual([
      'No schedule was handed over: why attempts are missing, or were tried again, is not known.',
    ]);
  });
});

describe('a schedule is what another job says', () => {
  it('changes no result, whatever stands in it', async () => {
    const hostile = '<script>alert(1)</script> | `x` @everyone\u202e\u001b[31m'.padEnd(100_000, '!');
    shard('1', 1, [
      opened(false),
      retried(a, hostile),
      'null',
      '[]',
      '{"type":"retried"}',
      JSON.stringify({ type: 'lost', at, attempt_id: a, try: 1, cost_usd: -1e9 }),
      JSON.stringify({ type: 'reused', at, attempt_id: a, head: 'h', from: 'x', saved_usd: -5 }),
      JSON.stringify({ type: 'retried', at, attempt_id: b, try: 1e6, reason: 'often' }),
      retried('not-planned', 'nobody asked'),
      { type: 'not_begun', at, attempt_id: a, reason: 'total_usd' },
    ]);
    shard('2', 2, [opened(false)]);
    const { outcome, said, markdown } = await reported();
    expect([outcome.exit_code, outcome.missing]).toEqual([0, 0]);
    expect(said).toEqual([
      expect.stringMatching(/^- 1 attempt tried again, 1 time together, .*alert.*…$/),
      'Why is what 2 schedules of shards say; nothing else depends on it. 6 lines of them could not be read and count for nothing.',
    ]);
    expect(said![0]!.length).toBeLessThan(1000);
    expect(markdown).not.toMatch(/<script>|nobody asked|often|\u202e|\u001b/);
  });

  it('that is no text is named, and what it had said before stands', async () => {
    const cut = Buffer.from([0x7b, 0xc3]);
    shard('1', 1, [opened(false), retried(a, 'model-outage'), cut, retried(b, 'model-outage')]);
    shard('2', 2, [opened(false)]);
    const { outcome, said, errors } = await reported();
    expect([outcome.exit_code, said![0]]).toEqual([0, expect.stringMatching(/^- 1 attempt tried again/)]);
    expect(errors).toEqual([
      'shards/1/schedule.jsonl:3:1  the line is not UTF-8; what it says after that counts for nothing',
    ]);
  });

  it('that is a link is refused, and one that is a folder is none', async () => {
    shard('1', 1, [opened(false)]);
    writeShard(join(room, 'shards/2'), { plan, results: givenAttempts(plan, 2) });
    mkdirSync(join(room, 'shards/2/schedule.jsonl'));
    expect((await reported()).outcome.exit_code).toBe(0);
    rmSync(join(room, 'shards/2/schedule.jsonl'), { recursive: true });
    symlinkSync('/etc/passwd', join(room, 'shards/2/schedule.jsonl'));
    await expect(reported()).rejects.toThrow('shards/2/schedule.jsonl is a link');
  });
});
