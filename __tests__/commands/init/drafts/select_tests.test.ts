import { selectTests } from '../../../../src/commands/init/drafts/select_tests.js';
import type { TestCase, TestReport } from '../../../../src/record/tests/test_report.js';

/** A report of tests by name: `+` passed, `-` failed, `~` skipped. */
function report(...tests: string[]): TestReport {
  const outcomes = { '+': 'passed', '-': 'failed', '~': 'skipped' } as const;
  return {
    tests: tests.map((text): TestCase => {
      const [file, title] = text.slice(1).split(' in ').reverse() as [string, string | undefined];
      const outcome = outcomes[text[0] as '+'];
      return title === undefined ? { path: [file], outcome } : { path: [title], file, outcome };
    }),
    suite_failures: [],
  };
}
const thrice = (one: TestReport) => [one, one, one];

it('requires what begins to pass and what keeps passing', () => {
  const selection = selectTests(
    thrice(report('-fixed', '+old', '-broken', '~new later', '-skipped')),
    thrice(report('+fixed', '+old', '-broken', '+new later', '+absent before', '~skipped')),
  );
  expect(selection).toEqual({
    fail_to_pass: ['fixed', 'new later', 'absent before'],
    pass_to_pass: ['old'],
    flaky: [],
    failing: ['broken'],
  });
});

it('takes tests that do not load over the unchanged repository as failing there', () => {
  expect(selectTests(thrice(report()), thrice(report('+a', '+b'))).fail_to_pass).toEqual(['a', 'b']);
});

it('sets apart tests whose outcome differs between runs of the same files, with their rate', () => {
  const base = [report('-f', '+p', '+q'), report('-f', '-p', '+q'), report('-f', '+p', '+q')];
  const golden = [report('+f', '+p', '+q'), report('-f', '+p', '+q'), report('+f', '+p')];
  expect(selectTests(base, golden)).toEqual({
    fail_to_pass: [],
    pass_to_pass: [],
    flaky: [
      { name: 'f', golden: { passed: 2, runs: 3 }, base: { passed: 0, runs: 3 } },
      { name: 'p', golden: { passed: 3, runs: 3 }, base: { passed: 2, runs: 3 } },
      { name: 'q', golden: { passed: 2, runs: 3 }, base: { passed: 3, runs: 3 } },
    ],
    failing: [],
  });
});

it('counts a test that is reported twice as passed only if both passed', () => {
  expect(selectTests(thrice(report('+a', '-a')), thrice(report('+a', '+a'))).fail_to_pass).toEqual(['a']);
  expect(selectTests(thrice(report()), thrice(report('-a', '+a'))).failing).toEqual(['a']);
});

it('names a test by its file where titles are not unique', () => {
  const golden = report('+adds in a.js', '+adds in b.js', '+subtracts in b.js');
  const base = report('-adds in a.js', '+adds in b.js', '+subtracts in b.js');
  expect(selectTests(thrice(base), thrice(golden))).toMatchObject({
    fail_to_pass: ['a.js > adds'],
    pass_to_pass: ['b.js > adds', 'subtracts'],
  });
});

it('writes names so that nothing in them is a pattern, and leaves out tests without a name', () => {
  const golden = thrice(report('+adds 1 ?', '+a * b', '+back\\slash', '+ '));
  expect(selectTests(thrice(report()), golden).fail_to_pass).toEqual(['adds 1 \\?', 'a \\* b', 'back\\\\slash']);
});

it('writes what changes from run to run as a wildcard, unless it tells tests apart', () => {
  const golden = [
    report('+src/lib.rs - add (line 5)', '+asks 127.0.0.1:40001', '+reads /tmp/x1/a?', '+takes (3 ms)'),
    report('+src/lib.rs - add (line 7)', '+asks 127.0.0.1:40002', '+reads /tmp/x2/a?', '+takes (5 ms)'),
  ];
  expect(selectTests([report(), report()], golden)).toEqual({
    fail_to_pass: ['src/lib.rs - add (*)', 'asks 127.0.0.1*', 'reads *', 'takes*'],
    pass_to_pass: [],
    flaky: [],
    failing: [],
  });
  const rows = thrice(report('+port 8080', '-port 9090'));
  expect(selectTests(rows, rows)).toMatchObject({ pass_to_pass: ['port 8080'], failing: ['port 9090'] });
});

it('names a test by its file where its title is also one of a test that fails', () => {
  const tests = report('+adds in a.js');
  tests.tests.push({ path: ['Price', 'adds'], file: 'b.js', outcome: 'failed' });
  expect(selectTests(thrice(tests), thrice(tests)).pass_to_pass).toEqual(['a.js > adds']);
  // Without a file nothing tells them apart, so that neither is required.
  const bare = report('+adds');
  bare.tests.push({ path: ['Price', 'adds'], outcome: 'failed' });
  expect(selectTests(thrice(bare), thrice(bare))).toMatchObject({
    pass_to_pass: [],
    failing: ['Price > adds', 'adds'],
  });
});
