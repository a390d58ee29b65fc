import { checkSchema } from '../../../src/contract/contract_schema.js';
import { evaluateChallengeRound } from '../../../src/record/checks/evaluate_challenge_round.js';
import { resolveRequiredNames } from '../../../src/record/tests/evaluate_required_tests.js';
import type { TestCase } from '../../../src/record/tests/test_report.js';
import { execution } from '../../judge/rubric/given_record.js';

type RoundExpectation = Parameters<typeof evaluateChallengeRound>[2];

const file = 'tests/test_a.py';
const check = (fail_to_pass: string[], quarantine: string[] = []) =>
  checkSchema.parse({
    id: 'unit',
    run: 'true',
    report: 'junit',
    fail_to_pass,
    quarantine: quarantine.map((test) => ({ test, reason: 'r', owner: 'o', expires: '2099-01-01' })),
  });

const round = (outcomes: Record<string, TestCase['outcome']>, expected: Partial<RoundExpectation>) => {
  const tests = Object.entries(outcomes).map(([name, outcome]): TestCase => ({ path: [name], outcome, file }));
  const failing = Object.values(outcomes).includes('failed');
  return evaluateChallengeRound(
    execution({ exit_code: failing ? 1 : 0 }),
    { state: 'read', report: { tests, suite_failures: [] }, artifact: 'a'.repeat(64), bytes: 1 },
    {
      check: 'unit',
      pool: [{ check: 'unit', test: 'wrong', also: [], variants: 1, counts: true }],
      wrong: new Set(['wrong']),
      required: resolveRequiredNames(check([file])),
      narrow: false,
      ...expected,
    },
  );
};

describe('in a challenge round exactly the tests with wrong expectations fail', () => {
  it.each<[string, Parameters<typeof round>, ReturnType<typeof evaluateChallengeRound>]>([
    [
      'a file holds when nothing else in it fails',
      [{ wrong: 'failed', a: 'passed', b: 'skipped' }, {}],
      { kind: 'held' },
    ],
    ['a file is lost with another test', [{ wrong: 'failed', a: 'failed' }, {}], { kind: 'failed', tests: [file] }],
    [
      'a pattern is lost with one test of it',
      [{ wrong: 'failed', a1: 'passed', a2: 'skipped' }, { required: resolveRequiredNames(check(['a*'])) }],
      { kind: 'failed', tests: ['a*'] },
    ],
    [
      'a test in quarantine may do what it will',
      [{ wrong: 'failed', a: 'failed' }, { required: resolveRequiredNames(check([file, 'a'], ['a'])) }],
      { kind: 'held' },
    ],
    [
      'a required test may be absent from a narrower command only',
      [{ wrong: 'failed' }, { required: resolveRequiredNames(check(['gone', 'wrong'])), narrow: true }],
      { kind: 'held' },
    ],
    [
      'and not from the whole',
      [{ wrong: 'failed' }, { required: resolveRequiredNames(check(['gone', 'wrong'])) }],
      { kind: 'failed', tests: ['gone'] },
    ],
  ])('%s', (_, args, standing) => {
    expect(round(...args)).toEqual(standing);
  });
});
