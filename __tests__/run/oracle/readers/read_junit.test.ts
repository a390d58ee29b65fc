import { outline, readFixture, readText } from './outline.js';

describe('JUnit XML by the runners that write it', () => {
  it('surefire: class and method, thousands separators, CDATA, a flaky test that passed, a class that could not be set up', () => {
    expect(readFixture('junit', 'surefire/surefire.xml')).toEqual({
      ok: true,
      report: {
        tests: [
          {
            path: ['com.example.WindowTest', 'slides'],
            classname: 'com.example.WindowTest',
            outcome: 'passed',
            duration_ms: 1_234_500,
          },
          {
            path: ['com.example.WindowTest', 'doesNotDrop'],
            classname: 'com.example.WindowTest',
            outcome: 'failed',
            duration_ms: 4,
            message:
              'org.opentest4j.AssertionFailedError: expected: <5> but was: <6>\n\tat com.example.WindowTest.doesNotDrop(WindowTest.java:9)',
          },
          {
            path: ['com.example.WindowTest', 'errors'],
            classname: 'com.example.WindowTest',
            outcome: 'failed',
            duration_ms: 1,
            message: 'java.lang.IllegalStateException: boom',
          },
          {
            path: ['com.example.WindowTest', 'skipped'],
            classname: 'com.example.WindowTest',
            outcome: 'skipped',
            duration_ms: 0,
          },
          {
            path: ['com.example.WindowTest', 'flaky(int)[1]'],
            classname: 'com.example.WindowTest',
            outcome: 'passed',
            flaky: true,
            duration_ms: 2,
          },
        ],
        suite_failures: [{ name: 'com.example.BrokenTest', message: 'java.lang.RuntimeException: class setup failed' }],
      },
    });
  });

  it('jest-junit: the full title is the name, the repeated classname is none', () => {
    expect(outline(readFixture('junit', 'jest/jest-junit.xml'))).toEqual([
      'passed  allows the first request (test/limiter.test.js)',
      'failed  refuses the sixth request (test/limiter.test.js)',
      'skipped is skipped (test/limiter.test.js)',
      'passed  is still to do (test/limiter.test.js)',
      'passed  window slides (test/limiter.test.js)',
      'passed  window has <b>"quotes"</b> & entities > here (test/limiter.test.js)',
      'passed  window boundary counts once (test/limiter.test.js)',
      'failed  window boundary does not drop (test/limiter.test.js)',
      'passed  window boundary adds 1 and 2 (test/limiter.test.js)',
      'passed  window boundary adds 3 and 4 (test/limiter.test.js)',
      'skipped window skipped suite is never run (test/limiter.test.js)',
      'passed  window same name (test/limiter.test.js)',
      'passed  window same name (test/limiter.test.js)',
      'passed  window is known to fail (test/limiter.test.js)',
      'failed  with a broken hook cannot run (test/hook.test.js)',
      'passed  with a broken teardown runs (test/hook.test.js)',
      "failed  Test execution failure: could be caused by test hooks like 'afterAll'. (test/hook.test.js)",
    ]);
  });

  it('mocha xunit: the suites are the classname', () => {
    expect(outline(readFixture('junit', 'mocha/mocha.xunit.xml'))).toEqual([
      'passed  allows the first request (test/limiter.test.js)',
      'failed  refuses the sixth request (test/limiter.test.js)',
      'skipped is skipped (test/limiter.test.js)',
      'skipped is still to do (test/limiter.test.js)',
      'failed  with a broken hook > "before all" hook for "cannot run" (test/hook.test.js)',
      'failed  with a broken hook per test > "before each" hook for "cannot run either" (test/hook.test.js)',
      'passed  with a broken teardown > runs (test/hook.test.js)',
      'failed  with a broken teardown > "after all" hook for "runs" (test/hook.test.js)',
      'passed  window > slides (test/limiter.test.js)',
      'passed  window > has <b>"quotes"</b> & entities > here (test/limiter.test.js)',
      'passed  window > same name (test/limiter.test.js)',
      'passed  window > same name (test/limiter.test.js)',
      'passed  window boundary > counts once (test/limiter.test.js)',
      'failed  window boundary > does not drop (test/limiter.test.js)',
      'skipped window skipped suite > is never run (test/limiter.test.js)',
    ]);
  });

  it('vitest: the file is the classname; failed files and hooks are suite failures', () => {
    expect(outline(readFixture('junit', 'vitest/vitest4.junit.xml'))).toEqual([
      'skipped with a broken hook > cannot run (test/hook.test.ts)',
      'passed  with a broken teardown > runs (test/hook.test.ts)',
      'passed  allows the first request (test/limiter.test.ts)',
      'failed  refuses the sixth request (test/limiter.test.ts)',
      'skipped is skipped (test/limiter.test.ts)',
      'skipped is still to do (test/limiter.test.ts)',
      'passed  is known to fail (test/limiter.test.ts)',
      'passed  window > slides (test/limiter.test.ts)',
      'passed  window > has <b>"quotes"</b> & entities > here (test/limiter.test.ts)',
      'passed  window > boundary > counts once (test/limiter.test.ts)',
      'failed  window > boundary > does not drop (test/limiter.test.ts)',
      'passed  window > boundary > adds 1 and 2 (test/limiter.test.ts)',
      'passed  window > boundary > adds 3 and 4 (test/limiter.test.ts)',
      'skipped window > skipped suite > is never run (test/limiter.test.ts)',
      'passed  window > same name (test/limiter.test.ts)',
      'passed  window > same name (test/limiter.test.ts)',
      'passed  leaves a rejection behind (test/unhandled.test.ts)',
      'suite   test/broken.test.ts',
      'suite   test/empty.test.ts',
      'suite   with a broken hook',
      'suite   with a broken teardown',
    ]);
  });

  it('node:test: every suite is a title, quotes are unescaped twice, a failed file is a suite failure', () => {
    expect(outline(readFixture('junit', 'node/node20.junit.xml'))).toEqual([
      'passed  before the end',
      'failed  with a broken hook > cannot run',
      'passed  allows the first request',
      'failed  refuses the sixth request',
      'skipped is skipped',
      'skipped is skipped without a reason',
      'todo    is still to do',
      'todo    fails but is to do',
      'passed  has subtests > one',
      'failed  has subtests > two > deep',
      'passed  window > slides',
      'passed  window > slides # with a hash',
      'passed  window > has <b>"quotes"</b> & entities',
      'passed  window > boundary > counts once',
      'failed  window > boundary > does not drop',
      'skipped window > skipped suite',
      'passed  all good > same name',
      'passed  all good > same name',
      'suite   test/broken.test.mjs',
      'suite   test/exit.test.mjs',
    ]);
  });

  it('pytest, read as generic JUnit', () => {
    expect(outline(readFixture('junit', 'pytest/xunit2.xml'))).toEqual([
      'failed  tests.test_broken',
      'passed  tests.test_limiter > test_allows',
      'failed  tests.test_limiter > test_refuses',
      'skipped tests.test_limiter > test_skipped',
      'todo    tests.test_limiter > test_xfail',
      'passed  tests.test_limiter > test_xpass',
      'failed  tests.test_limiter > test_xpass_strict',
      'failed  tests.test_limiter > test_setup_error',
      'failed  tests.test_limiter > test_teardown_error',
      'failed  tests.test_limiter > test_fails_twice',
      'failed  tests.test_limiter > test_fails_twice',
      'passed  tests.test_limiter.TestWindow > test_slides',
      'passed  tests.test_limiter.TestWindow > test_param[1-2]',
      'failed  tests.test_limiter.TestWindow > test_param[x/y::z-<&>"]',
      'passed  tests.test_limiter.TestWindow > test_param[\\x1b[31m-\\xfc]',
      'passed  tests.test_limiter.TestWindow.TestBoundary > test_counts_once',
      'failed  tests.test_module_fixture > test_one',
    ]);
  });
});

describe('JUnit XML without a known writer', () => {
  it.each([
    [
      'nested suites are titles, the outermost one is when there is no classname',
      '<testsuites><testsuite name="a"><testsuite name="b"><testcase name="t"/></testsuite><testcase name="u"/></testsuite></testsuites>',
      ['passed  a > u', 'passed  b > t'],
    ],
    ['a suite may be the root', '<testsuite name="s"><testcase name="t"/></testsuite>', ['passed  s > t']],
    [
      'entities and character references',
      '<testsuite><testcase name="&lt;&amp;&#65;&#x42;&quot;"/></testsuite>',
      ['passed  <&AB"'],
    ],
    ['an error of the suite itself', '<testsuite name="s"><error message="boom"/></testsuite>', ['suite   s']],
    [
      'failures that are counted and not shown',
      '<testsuite name="s" failures="2"><testcase name="t"/></testsuite>',
      ['passed  s > t', 'suite   s'],
    ],
    [
      'failure wins over skipped',
      '<testsuite><testcase name="t"><skipped/><failure/></testcase></testsuite>',
      ['failed  t'],
    ],
    ['a test that was not run', '<testsuite><testcase name="t" status="notrun"/></testsuite>', ['skipped t']],
    [
      'the file of the suite',
      '<testsuite name="s" file="/work/a/b.rb"><testcase name="t"/></testsuite>',
      ['passed  s > t (a/b.rb)'],
    ],
    ['no tests', '<testsuites/>', []],
    [
      'vitest: a describe block is a suite failure only when it failed',
      '<testsuite name="a.test.ts"><testcase classname="a.test.ts" name="d"/><testcase classname="a.test.ts" name="d &gt; t"/></testsuite>',
      ['passed  d (a.test.ts)', 'passed  d > t (a.test.ts)'],
    ],
    [
      'mocha-junit-reporter: full title as name, title as classname',
      '<testsuite name="window"><testcase name="window boundary counts once" classname="counts once"/></testsuite>',
      ['passed  window boundary > counts once'],
    ],
    [
      'go-junit-report: package and test',
      '<testsuite name="example.com/x"><testcase classname="x" name="TestA/b"/></testsuite>',
      ['passed  x > TestA/b'],
    ],
  ])('%s', (_, xml, expected) => {
    expect(outline(readText('junit', xml))).toEqual(expected);
  });

  it('joins the message attribute and the text, and keeps 2,000 characters', () => {
    const failure = `<failure message="said">${'x'.repeat(3000)}</failure>`;
    expect(readText('junit', `<testsuite><testcase name="t" time="0.5">${failure}</testcase></testsuite>`)).toEqual({
      ok: true,
      report: {
        tests: [{ path: ['t'], outcome: 'failed', duration_ms: 500, message: `said\n${'x'.repeat(1995)}` }],
        suite_failures: [],
      },
    });
  });

  it.each([
    ['<testsuites><testsuite>', 'not a well-formed XML report: <testsuite> is not closed (line 1)'],
    [
      '<testsuites>\n</testsuite>',
      'not a well-formed XML report: </testsuite> where </testsuites> was expected (line 2)',
    ],
    ['noise <testsuites/>', 'not a well-formed XML report: there is text outside the root element (line 1)'],
    ['<testsuites a=b/>', 'not a well-formed XML report: a tag is malformed (line 1)'],
    ['<testsuites><![CDATA[', 'not a well-formed XML report: "]]>" is missing (line 1)'],
    ['<testsuites/><html/>', 'the root element is <html>, not <testsuites> or <testsuite>'],
    ['<html></html>', 'the root element is <html>, not <testsuites> or <testsuite>'],
    [
      '<!DOCTYPE lolz [<!ENTITY lol "lol">]><testsuites/>',
      'not a well-formed XML report: it declares a DOCTYPE or entities, which no test runner does (line 1)',
    ],
    [
      `${'<testsuite>'.repeat(201)}${'</testsuite>'.repeat(201)}`,
      'not a well-formed XML report: it nests deeper than 200 levels (line 1)',
    ],
  ])('refuses %.40s', (xml, reason) => {
    expect(readText('junit', xml)).toEqual({ ok: false, reason });
  });

  it('takes 200 levels, and a DOCTYPE that is only text', () => {
    const deep = `${'<testsuite>'.repeat(199)}<testcase name="t"/>${'</testsuite>'.repeat(199)}`;
    expect(outline(readText('junit', deep))).toEqual(['passed  t']);
    const page = '<testsuite><system-out><![CDATA[<!DOCTYPE html>]]></system-out><!-- <!ENTITY --></testsuite>';
    expect(outline(readText('junit', page))).toEqual([]);
  });

  const one = (body: string, counts = '') =>
    readText('junit', `<testsuite name="s"${counts}><testcase name="a">${body}</testcase></testsuite>`);

  it.each([
    ['in an attribute', '<testsuite><testcase name="a" status="Failed"/></testsuite>'],
    ['as its result', '<testsuite><testcase name="a" result="error"/></testsuite>'],
    ['as no success', '<testsuite><testcase name="a" success="False"/></testsuite>'],
    ['in an element of its own', '<testsuite><testcase name="a"><assertionFailure/></testcase></testsuite>'],
    ['by a failed repetition', '<testsuite><testcase name="a"><rerunError/></testcase></testsuite>'],
    [
      'beside an expected failure',
      '<testsuite><testcase name="a"><skipped type="pytest.xfail"/><error/></testcase></testsuite>',
    ],
  ])('takes a test for failed that is called so %s', (_, xml) => {
    expect(outline(readText('junit', xml))).toEqual(['failed  a']);
  });

  it.each(['flakyFailure', 'flakyError'])('counts a test with <%s> as passed on a retry', (element) => {
    for (const counts of ['', ' failures="0"', ' failures="1"', ' errors="1" failures="0"']) {
      const reading = one(`<${element} message="x"/>`, counts);
      expect(reading.ok && reading.report).toEqual({
        tests: [{ path: ['s', 'a'], outcome: 'passed', flaky: true }],
        suite_failures: [],
      });
    }
  });

  it.each([
    ['</testcase><testcase name="b"><failure/>', ' failures="2"', 'it counts 2 failures and shows 1'],
    ['<failure/><error/>', ' failures="1" errors="1"', undefined],
    ['<failure/><failure/>', ' failures="2"', undefined],
    ['<failure/><failure/>', ' failures="3"', 'it counts 3 failures and shows 1'],
  ])('%s with%s: %s', (body, counts, contradiction) => {
    const reading = one(body, counts);
    expect(reading.ok && reading.report.contradiction).toBe(contradiction);
  });

  it('reads several documents one after another, each with its declaration', () => {
    const document = (name: string) => `<?xml version="1.0"?>\n<testsuite><testcase name="${name}"/></testsuite>\n`;
    expect(outline(readText('junit', document('a') + document('b')))).toEqual(['passed  a', 'passed  b']);
  });
});
