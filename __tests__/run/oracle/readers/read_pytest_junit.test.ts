import { evaluateRequiredTests } from '../../../../src/record/tests/evaluate_required_tests.js';
import { resolveRequiredNames } from '../../../../src/record/tests/required_names.js';
import { listTestAliases, type TestCase } from '../../../../src/record/tests/test_report.js';
import { readReport } from '../../../../src/run/oracle/readers/read_report.js';
import { outline, readFixture, readText } from './outline.js';

describe('pytest --junit-xml', () => {
  it('xunit1: collection errors are suite failures, setup and teardown errors fail the test, xfail is a todo', () => {
    expect(outline(readFixture('pytest-junit', 'pytest/xunit1.xml'))).toEqual([
      'passed  test_allows (tests/test_limiter.py)',
      'failed  test_refuses (tests/test_limiter.py)',
      'skipped test_skipped (tests/test_limiter.py)',
      'todo    test_xfail (tests/test_limiter.py)',
      'passed  test_xpass (tests/test_limiter.py)',
      'failed  test_xpass_strict (tests/test_limiter.py)',
      'failed  test_setup_error (tests/test_limiter.py)',
      'failed  test_teardown_error (tests/test_limiter.py)',
      'failed  test_fails_twice (tests/test_limiter.py)',
      'passed  TestWindow > test_slides (tests/test_limiter.py)',
      'passed  TestWindow > test_param[1-2] (tests/test_limiter.py)',
      'failed  TestWindow > test_param[x/y::z-<&>"] (tests/test_limiter.py)',
      'passed  TestWindow > test_param[\\x1b[31m-\\xfc] (tests/test_limiter.py)',
      'passed  TestWindow > TestBoundary > test_counts_once (tests/test_limiter.py)',
      'failed  test_one (tests/test_module_fixture.py)',
      'suite   tests/test_broken.py',
    ]);
  });

  it('xunit2: the file follows from the naming conventions', () => {
    expect(outline(readFixture('pytest-junit', 'pytest/xunit2.xml'))).toEqual([
      'passed  test_allows (tests/test_limiter.py)',
      'failed  test_refuses (tests/test_limiter.py)',
      'skipped test_skipped (tests/test_limiter.py)',
      'todo    test_xfail (tests/test_limiter.py)',
      'passed  test_xpass (tests/test_limiter.py)',
      'failed  test_xpass_strict (tests/test_limiter.py)',
      'failed  test_setup_error (tests/test_limiter.py)',
      'failed  test_teardown_error (tests/test_limiter.py)',
      'failed  test_fails_twice (tests/test_limiter.py)',
      'passed  TestWindow > test_slides (tests/test_limiter.py)',
      'passed  TestWindow > test_param[1-2] (tests/test_limiter.py)',
      'failed  TestWindow > test_param[x/y::z-<&>"] (tests/test_limiter.py)',
      'passed  TestWindow > test_param[\\x1b[31m-\\xfc] (tests/test_limiter.py)',
      'passed  TestWindow > TestBoundary > test_counts_once (tests/test_limiter.py)',
      'failed  test_one (tests/test_module_fixture.py)',
      'suite   tests.test_broken',
    ]);
  });

  it('counts a test that fails in its body and in teardown once, with both messages', () => {
    const reading = readFixture('pytest-junit', 'pytest/xunit1.xml');
    const twice = reading.ok ? reading.report.tests.filter(({ path }) => path[0] === 'test_fails_twice') : [];
    expect(twice).toEqual([
      {
        path: ['test_fails_twice'],
        file: 'tests/test_limiter.py',
        classname: 'tests.test_limiter',
        outcome: 'failed',
        duration_ms: 0,
        message: expect.stringMatching(/assert False[\s\S]*failed on teardown with "RuntimeError: teardown failed"/),
      },
    ]);
  });

  it('answers to the node ids of both families', () => {
    for (const family of ['xunit1', 'xunit2']) {
      const reading = readFixture('pytest-junit', `pytest/${family}.xml`);
      const aliases = reading.ok ? reading.report.tests.flatMap((test) => [...listTestAliases(test).keys()]) : [];
      expect(aliases).toEqual(
        expect.arrayContaining([
          'tests/test_limiter.py::test_allows',
          'tests/test_limiter.py::TestWindow::test_param[1-2]',
          'tests/test_limiter.py::TestWindow::TestBoundary::test_counts_once',
        ]),
      );
    }
  });

  it.each([
    [
      'unittest in a module without the prefix',
      'app.views.ViewTests',
      'test_get',
      'passed  ViewTests > test_get (app/views.py)',
    ],
    ['a tests package', 'app.tests.ViewTests', 'test_get', 'passed  ViewTests > test_get (app/tests.py)'],
    [
      'a module in a tests package',
      'app.tests.test_views.ViewTests',
      'test_get',
      'passed  ViewTests > test_get (app/tests/test_views.py)',
    ],
    ['a function in a module of any name', 'pkg.checks', 'test_get', 'passed  test_get (pkg/checks.py)'],
  ])('xunit2, %s', (_, classname, name, expected) => {
    const xml = `<testsuites><testsuite name="pytest"><testcase classname="${classname}" name="${name}"/></testsuite></testsuites>`;
    expect(outline(readText('pytest-junit', xml))).toEqual([expected]);
  });

  it('is readable without any test', () => {
    expect(readText('pytest-junit', '<testsuites><testsuite name="pytest" tests="0"/></testsuites>')).toEqual({
      ok: true,
      report: { tests: [], suite_failures: [] },
    });
  });

  const report = (classname: string) =>
    `<testsuites><testsuite><testcase classname="${classname}" name="test_now"/></testsuite></testsuites>`;
  const locate = (classname: string, ...files: string[]) => {
    const bytes = new TextEncoder().encode(report(classname));
    const reading = readReport('pytest-junit', bytes, '/work', undefined, (path) => files.includes(path));
    return reading.ok ? reading.report.tests : reading.reason;
  };

  it('finds the file of a test among the files that exist, whatever its class is called', () => {
    expect(locate('t.unit.test_app.test_App', 't/unit/test_app.py')).toEqual([
      {
        path: ['test_App', 'test_now'],
        file: 't/unit/test_app.py',
        classname: 't.unit.test_app.test_App',
        outcome: 'passed',
      },
    ]);
    expect(locate('checks.a.TestB', 'checks/a/TestB.py')).toMatchObject([{ file: 'checks/a/TestB.py' }]);
  });

  it.each([[[]], [['t/test_app.py', 't/test_app/test_App.py']]])(
    'says that it guesses where none or several exist: %j',
    (files) => {
      const found = locate('t.test_app.test_App', ...files);
      expect(found).toMatchObject([{ file: 't/test_app/test_App.py', file_guessed: true }]);
      const guessed = { tests: found as TestCase[], suite_failures: [] };
      for (const name of ['t/test_app.py', 't/test_app.py::*', 't/test_app.py::test_App::test_now']) {
        const required = resolveRequiredNames({ fail_to_pass: [name], pass_to_pass: [], quarantine: [] });
        expect(evaluateRequiredTests(required, guessed)).toMatchObject([{ standing: 'passed' }]);
      }
    },
  );

  it.each(['pytest-junit', 'junit'] as const)('finds an inherited test in the file of its class: %s', (format) => {
    const xml =
      '<testsuite><testcase classname="tests.test_child.TestChild" name="test_a" file="tests/base.py"><failure/></testcase></testsuite>';
    const reading = readReport(format, new TextEncoder().encode(xml), '/work', undefined, () => false);
    for (const name of ['tests/test_child.py', 'tests/test_child.py::TestChild::test_a', 'tests/test_child.py::*']) {
      const required = resolveRequiredNames({ fail_to_pass: [name], pass_to_pass: [], quarantine: [] });
      const found = reading.ok ? evaluateRequiredTests(required, reading.report) : [];
      expect(found).toMatchObject([{ standing: 'failed' }]);
    }
  });
});
