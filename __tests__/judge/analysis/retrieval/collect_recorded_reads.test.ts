import { collectRecordedReads } from '../../../../src/judge/analysis/retrieval/collect_recorded_reads.js';
import { act, sight } from '../../rubric/given_acts.js';
import { givenRecord, type Said } from '../../rubric/given_record.js';

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
