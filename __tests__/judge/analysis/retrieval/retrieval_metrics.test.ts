import fc from 'fast-check';
import {
  collectRecordedReads,
  computeRetrievalMetrics,
} from '../../../../src/judge/analysis/retrieval/retrieval_metrics.js';
import { act, sight } from '../../rubric/given_acts.js';
import { givenRecord, type Said } from '../../rubric/given_record.js';

const span = (file: string, start_line: number, end_line: number) => ({ file, start_line, end_line });
const step = (
  seq: number,
  ...reads: [file: string, first: number, last: number | null][]
): Parameters<typeof computeRetrievalMetrics>[1][number] => ({
  seq,
  reads: reads.map(([file, first, last]) => ({ file, lines: { first, last } })),
});
const GOLD = [span('a', 1, 10), span('a', 8, 20), span('b', 5, 14)];
const COUNTS = new Map([
  ['a', 40],
  ['b', 100],
  ['c', 10],
]);

it('computes coverage and precision of files and lines, AUC over the steps, and redundancy', () => {
  const metrics = computeRetrievalMetrics(GOLD, [step(1, ['a', 1, 10]), step(2, ['a', 6, 15], ['c', 1, null])], COUNTS);
  // Needed: 30 lines in 2 files. Read: a 1–15 and c 1–10, of which a 6–10 twice.
  expect(metrics).toEqual({
    steps: 2,
    file: { coverage: 1 / 2, precision: 1 / 2, shared: 1, gold: 2, read: 2 },
    line: { coverage: 15 / 30, precision: 15 / 25, shared: 15, gold: 30, read: 25 },
    auc_coverage: { file: 1 / 2, line: (10 / 30 + 15 / 30) / 2 },
    redundancy: { file: 1 - 2 / 3, line: 1 - 25 / 30 },
  });
});

it('covers nothing without a step, with a precision of 1', () => {
  expect(computeRetrievalMetrics(GOLD, [], COUNTS)).toEqual({
    steps: 0,
    file: { coverage: 0, precision: 1, shared: 0, gold: 2, read: 0 },
    line: { coverage: 0, precision: 1, shared: 0, gold: 30, read: 0 },
    auc_coverage: { file: 0, line: 0 },
    redundancy: { file: 0, line: 0 },
  });
});

it('covers everything where nothing is needed', () => {
  const { file, line, auc_coverage } = computeRetrievalMetrics([], [step(1, ['a', 1, 2])], COUNTS);
  expect([file.coverage, line.coverage, auc_coverage]).toEqual([1, 1, { file: 1, line: 1 }]);
});

it('does not count paths that are no files of the repository', () => {
  expect(computeRetrievalMetrics(GOLD, [step(1, ['nowhere', 1, 5])], COUNTS)).toMatchObject({ steps: 0 });
});

it('cuts a read at the end of the file', () => {
  expect(computeRetrievalMetrics(GOLD, [step(1, ['a', 1, 9999])], COUNTS).line).toMatchObject({ read: 40, shared: 20 });
});

it('has no precision of lines where the length of a file is not known, and covers what is needed of it', () => {
  const { line, redundancy, file } = computeRetrievalMetrics(GOLD, [step(1, ['a', 1, null])], undefined);
  expect([line.shared, line.precision, line.read, redundancy.line, file.precision]).toEqual([20, null, null, null, 1]);
});

it('counts the file, and no line, of a search', () => {
  const { file, line } = computeRetrievalMetrics(GOLD, [{ seq: 1, reads: [{ file: 'a', lines: null }] }], COUNTS);
  expect([file.shared, line.shared, line.read]).toEqual([1, 0, 0]);
});

const anyFile = fc.constantFrom('a', 'b', 'c');
const anyRange = fc.tuple(anyFile, fc.integer({ min: 1, max: 50 }), fc.integer({ min: 0, max: 30 }));
const anySteps = fc.array(fc.array(anyRange, { minLength: 1, maxLength: 3 }), { maxLength: 5 });

it('stays within 0 and 1, and AUC never above the coverage that is reached in the end', () => {
  fc.assert(
    fc.property(fc.array(anyRange, { maxLength: 5 }), anySteps, (gold, steps) => {
      const spans = gold.map(([file, first, more]) => span(file, first, first + more));
      const taken = steps.map((ranges, at) =>
        step(at, ...ranges.map(([file, first, more]): [string, number, number] => [file, first, first + more])),
      );
      const { file, line, auc_coverage, redundancy } = computeRetrievalMetrics(spans, taken, COUNTS);
      for (const value of [
        file.coverage,
        file.precision!,
        line.coverage,
        line.precision!,
        redundancy.file,
        redundancy.line!,
      ])
        expect(value >= 0 && value <= 1).toBe(true);
      if (steps.length > 0) {
        expect(auc_coverage.file).toBeLessThanOrEqual(file.coverage + 1e-9);
        expect(auc_coverage.line).toBeLessThanOrEqual(line.coverage + 1e-9);
      }
    }),
  );
});

it('covers everything with a precision of 1 where exactly what is needed is read', () => {
  fc.assert(
    fc.property(fc.array(anyRange, { minLength: 1, maxLength: 5 }), (ranges) => {
      const counts = new Map([...COUNTS.keys()].map((name) => [name, 1000]));
      const spans = ranges.map(([file, first, more]) => span(file, first, first + more));
      const reads = ranges.map(([file, first, more]): [string, number, number] => [file, first, first + more]);
      const { file, line } = computeRetrievalMetrics(spans, [step(1, ...reads)], counts);
      expect([file.coverage, file.precision, line.coverage, line.precision]).toEqual([1, 1, 1, 1]);
    }),
  );
});

const collect = (...events: Said[]) => collectRecordedReads(givenRecord({ events }));
const call = (tool: string, given: unknown, refused?: true): Said => ({
  type: 'tool_invocation',
  actor: 'agent',
  payload: { tool, arguments: given, summary: '', ...(refused ? { refused } : {}) },
});
const filesRead = (...events: Said[]) => collect(...events).steps.map(({ reads }) => reads.map(({ file }) => file));

it('takes one step for each command that reads, in the order of the record', () => {
  const { steps, gaps } = collect(
    act(1, { commands: ['cat /work/src/a.ts', 'head -n 3 ./b.ts'] }),
    act(2, { commands: ['npm test'] }),
    act(3, { road: 'traffic', commands: ['sed -n 2,4p src/a.ts'] }),
  );
  expect(steps.map(({ reads }) => reads)).toEqual([
    [
      { file: 'src/a.ts', lines: { first: 1, last: null } },
      { file: 'b.ts', lines: { first: 1, last: 3 } },
    ],
    [{ file: 'src/a.ts', lines: { first: 2, last: 4 } }],
  ]);
  expect(gaps).toEqual([]);
});

it('takes the calls of tools that show a file, with their lines', () => {
  const { steps } = collect(
    call('Read', { file_path: '/work/a.ts', offset: 11, limit: 10 }),
    call('view_file', { path: 'b.ts', start_line: 5, end_line: 9 }),
    call('str_replace_based_edit_tool', { command: 'view', path: '/work/c.ts', view_range: [3, -1] }),
    call('str_replace_based_edit_tool', { command: 'create', path: '/work/d.ts' }),
    call('write', { path: 'e.ts' }),
    call('Read', { nothing: 1 }),
    call('Read', 'text'),
  );
  expect(steps.flatMap(({ reads }) => reads)).toEqual([
    { file: 'a.ts', lines: { first: 11, last: 20 } },
    { file: 'b.ts', lines: { first: 5, last: 9 } },
    { file: 'c.ts', lines: { first: 3, last: null } },
  ]);
});

it('takes the calls of an imported trajectory as it states them, wherever its image had the repository', () => {
  const step = (claimed: unknown, artifact?: string): Said => ({
    type: 'imported_step',
    actor: 'agent',
    payload: {
      ...{ subagent: null, step: 1, source: 'agent', kind: 'response', calls: 1 },
      document: { sha256: '0'.repeat(64), bytes: 1, claimed, ...(artifact ? { artifact } : {}) },
    },
  });
  const asks = (function_name: unknown, given: unknown) => ({ tool_calls: [{ function_name, arguments: given }] });
  const { steps, gaps } = collect(
    step(asks('bash', { command: 'cd /testbed && cat "src/a.ts" | head -n 5; grep -n "x y" /testbed/src/b.ts' })),
    step(
      asks('str_replace_editor', { command: 'view', path: '/workspace/django__django__3.0/c.py', view_range: [2, 4] }),
    ),
    step(asks('str_replace_editor', { command: 'create', path: '/testbed/d.py', file_text: 'cat e.py' })),
    step(asks('bash', { command: 'cat /etc/passwd' })),
    ...[null, 'text', { tool_calls: 7 }, { tool_calls: [null, 1] }, asks(1, {}), asks('bash', null)].map((odd) =>
      step(odd),
    ),
    step(asks('bash', { command: 'cat f.py' }), '1'.repeat(64)),
  );
  expect(steps.map(({ reads }) => reads)).toEqual([
    [
      { file: 'src/a.ts', lines: { first: 1, last: 5 } },
      { file: 'src/b.ts', lines: null },
    ],
    [{ file: 'c.py', lines: { first: 2, last: 4 } }],
    [{ file: 'f.py', lines: { first: 1, last: null } }],
  ]);
  expect(gaps).toEqual([
    'trajectory: what it says that was read, and nobody saw',
    'trajectory: long commands of 1 steps are cut',
  ]);
});

it('leaves out what was refused, and what lies outside of the repository', () => {
  expect(
    filesRead(
      act(1, { commands: ['cat a.ts'] }),
      sight(1, 'refused'),
      call('Read', { path: 'a.ts' }, true),
      act(2, { commands: ['cat /etc/hosts ../x .git/config b.ts'] }),
    ),
  ).toEqual([['b.ts']]);
});

it('takes the programs of an agent that is one command, and says where they were not watched', () => {
  const programs: Said = {
    type: 'executed_programs',
    stage: 'write',
    payload: {
      ...{ of_seq: 1, source: 'strace', total: 2, distinct: 2, complete: true },
      programs: [
        { argv: ['cat', 'a.ts'], count: 1 },
        { argv: ['ls'], count: 1 },
      ],
    },
  };
  const unobserved: Said = {
    type: 'road_unobserved',
    payload: { road: 'program', stage: 'write', because: 'no strace' },
  };
  const events = [act(1, { commands: ['agent a.ts'] }), programs, unobserved];
  const record = givenRecord({ events, manifest: (one) => ({ ...one, agent: { ...one.agent, kind: 'command' } }) });
  const { steps, gaps } = collectRecordedReads(record);
  expect(steps.map(({ reads }) => reads.map(({ file }) => file))).toEqual([['a.ts']]);
  expect(gaps).toEqual(['program: no strace']);
});
