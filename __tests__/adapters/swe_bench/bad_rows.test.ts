import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { isRejectedTask, readAdapterOutcome } from '../../../src/adapters/benchmark_adapter.js';
import { sweBenchAdapter } from '../../../src/adapters/swe_bench/swe_bench_adapter.js';
import { cleanUp, givenRoom } from '../../given.js';
import { lineChange } from '../../given_task.js';

afterAll(cleanUp);

/** Rows of every dialect that become tasks. */
const CLASSIC = {
  ...{ instance_id: 'axios__axios-1', repo: 'axios/axios', base_commit: 'c'.repeat(40), version: '1' },
  ...{ patch: lineChange('lib/a.js', 'a', 'b'), test_patch: lineChange('test/unit/a.js', 'a', 'b') },
  ...{ problem_statement: 'Wrong.', hints_text: 'x', created_at: '2022-11-27 10:00:00', image: 'a/b:latest' },
  ...{ FAIL_TO_PASS: ['a'], PASS_TO_PASS: ['b'], log_parser: 'parse_log_tap', eval_type: 'pass_and_fail' },
  ...{
    eval_script: "npm i\n: '>>>>> Start Test Output'\nnpx mocha a -R tap\n: '>>>>> End Test Output'",
    difficulty: 'x',
  },
};
const ROWS: Record<string, Record<string, unknown>> = {
  'swe-bench': CLASSIC,
  'multi-swe-bench': {
    ...{ org: 'vuejs', repo: 'core', number: 1, base: { sha: 'c'.repeat(40) }, fix_patch: CLASSIC.patch },
    ...{ test_patch: lineChange('a/__tests__/b.spec.ts', 'a', 'b'), resolved_issues: [{ title: 'T', body: 'B' }] },
    ...{ f2p_tests: { a: {} }, p2p_tests: { b: {} }, language: 'TypeScript' },
  },
  'swe-bench-pro': {
    ...{ ...CLASSIC, fail_to_pass: "['a']", pass_to_pass: "['b']", repo_language: 'js', requirements: 'r' },
    ...{ interface: 'i', selected_test_files_to_run: "['test/unit/a.js']", before_repo_set_cmd: 'x' },
  },
  'swe-polybench': {
    ...CLASSIC,
    F2P: "['a']",
    P2P: '[]',
    test_command: 'npx mocha -R tap',
    language: 'js',
    Dockerfile: 'x',
  },
  'swe-smith': {
    ...CLASSIC,
    FAIL_TO_PASS: ['t/test_a.py::b'],
    log_parser: undefined,
    image_name: 'x',
    test_patch: undefined,
  },
};

/** Reads a row between two good ones. */
async function readBetween(fields: unknown, dialect: string) {
  const path = join(givenRoom(), 'rows.jsonl');
  const good = JSON.stringify(ROWS[dialect]);
  writeFileSync(path, `${good}\n${JSON.stringify(fields)}\n${good}\n`);
  const outcomes = [];
  for await (const outcome of sweBenchAdapter.readTasks(path, { dialect }))
    outcomes.push(readAdapterOutcome(outcome, 'swe-bench'));
  return outcomes;
}

// Holds G11
describe.each(Object.entries(ROWS))('a row of %s', (dialect, good) => {
  it('is read', async () => {
    expect((await readBetween(good, dialect)).filter(isRejectedTask)).toEqual([]);
  });

  it('has one clear line for any field that is missing, mistyped or encoded once more, and stops no other row', async () => {
    const odd = fc.oneof(
      fc.constantFrom(
        undefined,
        null,
        '',
        '\0',
        'a\0b',
        '../../x',
        '[',
        '{}',
        '[[1]]',
        'None',
        '\ud800',
        0,
        -1,
        {},
        [],
      ),
      fc.jsonValue({ maxDepth: 2 }),
      fc.string(),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...Object.keys(good)), odd, fc.nat(2), async (name, value, encodings) => {
        let text = value;
        for (let i = 0; i < encodings && text !== undefined; i++) text = JSON.stringify(text);
        const outcomes = await readBetween({ ...good, [name]: text }, dialect);
        expect(outcomes).toHaveLength(3);
        expect([isRejectedTask(outcomes[0]!), isRejectedTask(outcomes[2]!)]).toEqual([false, false]);
        const [, middle] = outcomes;
        expect(middle!.place).toMatch(/^rows\.jsonl:2/);
        if (isRejectedTask(middle!)) expect(middle.reason).toMatch(/^[^\n]{1,400}$/);
      }),
      { numRuns: 60 },
    );
  });
});

it.each<[what: string, changes: Record<string, unknown>, reason: RegExp]>([
  [
    'the name of a property for a parser',
    { log_parser: 'constructor', eval_script: ": '>>>>> Start Test Output'\nmake\n: '>>>>> End Test Output'" },
    /^its tests \(constructor\) have no runner/,
  ],
  ['a NUL byte in a text', { problem_statement: 'a\0b' }, /^problem_statement has a NUL byte$/],
  ['a NUL byte in a name', { FAIL_TO_PASS: ['a\0b'] }, /^FAIL_TO_PASS has a NUL byte$/],
  ['a number among names', { PASS_TO_PASS: '["a", 1]' }, /^PASS_TO_PASS holds a number, not only names$/],
])('rejects a row with %s', async (_, changes, reason) => {
  const [, outcome] = await readBetween({ ...CLASSIC, ...changes }, 'swe-bench');
  expect(outcome).toMatchObject({ id: 'axios__axios-1', reason: expect.stringMatching(reason) });
});

it('keeps names that are encoded twice', async () => {
  const twice = JSON.stringify(JSON.stringify(['x']));
  const [, outcome] = await readBetween({ ...CLASSIC, FAIL_TO_PASS: twice }, 'swe-bench');
  expect(outcome).toMatchObject({ contract: { acceptance: [{ fail_to_pass: ['x'] }] } });
});
