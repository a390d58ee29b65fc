import { createSuiteRunner, toSuiteTestName } from '../../../src/adapters/swe_bench/create_suite_runner.js';
import type { SweBenchInstance } from '../../../src/adapters/swe_bench/swe_bench_instance.js';

const change = (path: string) => `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-a\n+b\n`;
const select = (changes: Partial<SweBenchInstance>) =>
  createSuiteRunner({
    ...{ repo: 'o/r', golden: change('src/a.js'), test_patch: change('test/a.test.js') },
    ...{ fail_to_pass: ['test/a.test.js:adds'], pass_to_pass: ['test/b.test.js'], ...changes },
  } as SweBenchInstance);

// Holds G11
describe('all tests of a repository are run, by what its patches and the names of its tests show', () => {
  it.each<[what: string, changes: Partial<SweBenchInstance>, run: RegExp, canary: RegExp | undefined]>([
    ['jest', {}, /^npx jest --silent --json --outputFile="\$REPORT"$/, /^npx jest x\.test\.js --silent/],
    ['jest', { golden: change('src/a.js') + change('fixtures/b.go') }, /^npx jest --silent/, /^npx jest x/],
    ['vitest', { repo: 'vuejs/core' }, /^npx vitest run --reporter=json/, /^npx vitest run x\.test\.js/],
    [
      'mocha',
      { repo: 'expressjs/express', fail_to_pass: ['adds'] },
      /^npx mocha .*test\/acceptance\/ --reporter tap/,
      /x\.test\.js/,
    ],
    ['go', { golden: change('a.go') }, /^go test -json -count=1 \.\/\.\.\. > "\$REPORT"$/, undefined],
    ['cargo', { golden: change('src/a.rs') }, /^cargo test > "\$REPORT" 2>&1$/, undefined],
  ])('%s', (name, changes, run, canary) => {
    const runner = select(changes)!;
    expect([runner.name, runner.run]).toEqual([name, expect.stringMatching(run)]);
    if (canary === undefined) expect(runner.createCanaryCommand).toBeUndefined();
    else expect(runner.createCanaryCommand!('x.test.js')).toMatch(canary);
  });

  it.each([[['ServerTest.Get']], [['com.example.ATest']], [['adds']], [['test/a.test.js:adds', 'unit-tests']]])(
    'none where no runner here has such names: %j',
    (fail_to_pass) => {
      expect(select({ fail_to_pass })).toBeUndefined();
    },
  );
});

it.each<[name: string, runner: Parameters<typeof toSuiteTestName>[1], becomes: string]>([
  ['test/a.test.js:adds: 1 * 2?', 'jest', 'test/a.test.js >* adds: 1 \\* 2\\?'],
  ['test/a.test.js', 'jest', 'test/a.test.js'],
  ['packages/x/__tests__/a.ts:b', 'vitest', 'packages/x/__tests__/a.ts >* b'],
  ['should add', 'mocha', '* should add'],
  ['sets the # of octets', 'mocha', '* sets the  of octets'],
  ['TestA/b', 'go', 'TestA/b'],
  ['io::test_a', 'cargo', 'io::test_a'],
])('a title stands for each test that ends like it: %s of %s', (name, runner, becomes) => {
  expect(toSuiteTestName(name, runner)).toBe(becomes);
});
