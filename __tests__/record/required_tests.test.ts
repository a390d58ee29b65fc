import { checkSchema } from '../../src/contract/schema.js';
import { requiredTests } from '../../src/record/required_tests.js';
import type { TestReport } from '../../src/record/test_report.js';

const check = (fail_to_pass: string[], pass_to_pass: string[] = []) =>
  checkSchema.parse({ id: 'unit', run: 'true', report: 'tap', fail_to_pass, pass_to_pass });

const report = (...tests: [string[], TestReport['tests'][number]['outcome']][]): TestReport => ({
  tests: tests.map(([path, outcome]) => ({ path, outcome })),
  suite_failures: [],
});

describe('a required test', () => {
  it('is found by its name, whatever the white space in the title: names are read off printed logs', () => {
    expect(
      requiredTests(
        check(['watch > takes the proxy as first argument', 'spans two lines'], ['two  blanks ']),
        report(
          [['watch', 'takes the proxy as first argument '], 'passed'],
          [['spans\n  two lines'], 'failed'],
          [['two blanks'], 'passed'],
        ),
      ),
    ).toEqual([
      { name: 'watch > takes the proxy as first argument', list: 'fail_to_pass', standing: 'passed' },
      { name: 'spans two lines', list: 'fail_to_pass', standing: 'failed' },
      { name: 'two  blanks ', list: 'pass_to_pass', standing: 'passed' },
    ]);
  });

  it('must have passed in every test that its name stands for', () => {
    expect(
      requiredTests(
        check(['counts', 'counts once', 'gone']),
        report([['a', 'counts'], 'passed'], [['b', 'counts '], 'skipped']),
      ),
    ).toEqual([
      { name: 'counts', list: 'fail_to_pass', standing: 'skipped' },
      { name: 'counts once', list: 'fail_to_pass', standing: 'missing' },
      { name: 'gone', list: 'fail_to_pass', standing: 'missing' },
    ]);
  });
});
