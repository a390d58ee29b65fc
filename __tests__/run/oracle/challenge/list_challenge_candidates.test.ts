import type { OracleFile } from '../../../../src/contract/loaded_contract.js';
import type { CheckReading } from '../../../../src/run/oracle/challenge/check_reading.js';
import { findFailureLines } from '../../../../src/run/oracle/challenge/failure_line.js';
import { listChallengeCandidates } from '../../../../src/run/oracle/challenge/list_challenge_candidates.js';

const hidden = (files: Record<string, string>) => ({
  oracle_files: Object.entries(files).map(
    ([path, content]) => ({ path, content: Buffer.from(content), sha256: '', executable: false }) as OracleFile,
  ),
});
const failed = (message: string, output = ''): CheckReading => ({
  check: 'unit',
  wall_ms: 1,
  readable: true,
  tests: new Map([['t', 'failed']]),
  cases: [{ path: ['t'], outcome: 'failed', message }],
  output,
});

const THREE = `def test_three():
    assert seconds("2m") == 1200
    assert seconds("1h30m") == 5400
    assert seconds("45") == 4500
`;
const PATH = 'tests/test_three.py';

describe('candidates for wrong expectations', () => {
  it('change a value rather than turn round the assertion that has one', () => {
    const shell = '[ "$(seconds 1h30m)" = "5400" ]\ntold $? "hours and minutes add up"\n';
    for (const [path, content] of Object.entries({ 'check.sh': shell, [PATH]: THREE })) {
      const plain = listChallengeCandidates(hidden({ [path]: content })).filter(({ marked }) => !marked);
      expect(plain.length).toBeGreaterThan(0);
      expect(plain.filter(({ text }) => /!|not|</.test(text))).toEqual([]);
    }
  });

  it('turn an assertion round that has no value, and mark it', () => {
    const content = 'def test_it():\n    assert valid("1h30m")\n';
    expect(listChallengeCandidates(hidden({ [PATH]: content })).every(({ marked }) => marked)).toBe(true);
  });

  it('begin with two values of the assertion at which the unchanged repository fails', () => {
    const files = hidden({ [PATH]: THREE });
    const lines = (failures: { file: string; line: number }[]) =>
      listChallengeCandidates(files, failures)
        .filter(({ marked }) => !marked)
        .map(({ line }) => line);
    expect(lines([{ file: PATH, line: 3 }]).slice(0, 2)).toEqual([3, 3]);
    expect(new Set(lines([{ file: PATH, line: 3 }]))).toEqual(new Set([2, 3, 4]));
    expect(new Set(lines([]).slice(0, 3))).toEqual(new Set([2, 3, 4]));
    expect(lines([{ file: 'other.py', line: 3 }])).toEqual(lines([]));
  });

  it('find the value below the line that a failure names', () => {
    const content =
      'def test_it():\n    assert seconds("2m") == 1200\n    assert (\n        seconds("1h")\n        == 3600\n    )\n';
    const [first] = listChallengeCandidates(hidden({ [PATH]: content }), [{ file: PATH, line: 3 }]);
    expect(first).toMatchObject({ line: 5 });
  });

  it('know the places of one assertion as one, and begin with a place of each', () => {
    const content =
      'def test_it():\n    assert make() == [\n        11,\n        22,\n        33,\n    ]\n    assert one() == 1\n    a(); assert f() == 5; assert g() == 6\n';
    const plain = listChallengeCandidates(hidden({ [PATH]: content })).filter(({ marked }) => !marked);
    expect(new Set(plain.map(({ places }) => places))).toEqual(new Set([4]));
    expect(new Set(plain.slice(0, 4).map(({ assertion }) => assertion)).size).toBe(4);
  });

  it('take no other assertion further down for the one that failed', () => {
    const content =
      'def test_it():\n    value = parse("1h")\n    assert value == 3600\n    assert parse("2h") == 7200\n';
    const candidates = listChallengeCandidates(hidden({ [PATH]: content }), [{ file: PATH, line: 2 }]);
    expect(candidates.length).toBeGreaterThan(0);
    expect(candidates.filter(({ at_failure }) => at_failure)).toEqual([]);
  });
});

describe('lines at which tests failed', () => {
  const files = hidden({ [PATH]: THREE, 'hidden/a.test.js': '', 'hidden/b/a.test.js': '' });
  it.each([
    ['tests/test_three.py:3: AssertionError', [{ file: PATH, line: 3 }]],
    ['File "/work/tests/test_three.py", line 3, in test_three', [{ file: PATH, line: 3 }]],
    ['at TestContext.<anonymous> (file:///work/hidden/a.test.js:7:10)', [{ file: 'hidden/a.test.js', line: 7 }]],
    ['at /work/hidden/b/a.test.js:7:10', [{ file: 'hidden/b/a.test.js', line: 7 }]],
    ['at a.test.js:7', []],
    ['at /work/src/duration.js:3:4 of 12:30', []],
  ])('are read from %j', (message, lines) => {
    expect(findFailureLines([failed(message)], files)).toEqual(lines);
    expect(findFailureLines([failed('', message)], files)).toEqual(lines);
  });

  it('are read from no output of a run in which all passed', () => {
    const passed = { ...failed('', 'tests/test_three.py:3: warning'), tests: new Map([['t', 'passed' as const]]) };
    expect(findFailureLines([passed], files)).toEqual([]);
  });
});
