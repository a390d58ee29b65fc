import { checkSchema } from '../../../../src/contract/contract_schema.js';
import { judgeCheckRun } from '../../../../src/judge/rubric/checks/check_outcome.js';
import {
  formatTestId,
  formatTestName,
  listTestFiles,
  type TestCase,
  type TestReport,
} from '../../../../src/record/tests/test_report.js';
import { type readReport, writePassingReport } from '../../../../src/run/oracle/readers/read_report.js';
import { checkRun, DIGEST, execution } from '../../../judge/rubric/given_record.js';
import { givenReport, readText } from './outline.js';
import { RECORDED } from './recorded_reports.js';

type Format = Parameters<typeof readReport>[0];
type Json = Record<string, unknown>;

/** One way in which a runner writes that a test failed: the report with each test failed in turn, and that test. */
type Way = (text: string, format: Format) => { text: string; failed: TestCase[] }[];

const read = (format: Format, text: string): TestReport => {
  const reading = readText(format, text);
  if (!reading.ok) throw new Error(reading.reason);
  return reading.report;
};

/** Replaces the n-th match of a pattern. */
function replaceNth(text: string, pattern: RegExp, n: number, put: (...groups: string[]) => string): string {
  let at = -1;
  return text.replace(pattern, (...found) => (++at === n ? put(...(found as string[])) : (found[0] as string)));
}

/** Changes each part of a text in turn. The test that it belongs to is found by what `skip` makes of it. */
const eachPart =
  (pattern: RegExp, fail: (...groups: string[]) => string, skip: (...groups: string[]) => string): Way =>
  (text, format) => {
    const before = read(format, text).tests;
    return [...text.matchAll(pattern)].flatMap((_, n) => {
      const skipped = read(format, replaceNth(text, pattern, n, skip)).tests;
      const failed = before.filter(({ outcome }, i) => outcome === 'passed' && skipped[i]?.outcome !== 'passed');
      return failed.length === 1 ? [{ text: replaceNth(text, pattern, n, fail), failed }] : [];
    });
  };

const CASE = /<testcase\b([^>]*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g;
const inCase = (child: string, more = '') =>
  eachPart(
    CASE,
    (_, attributes = '', body = '') => `<testcase${attributes}${more}>${body}${child}</testcase>`,
    (_, attributes = '', body = '') => `<testcase${attributes}>${body}<skipped/></testcase>`,
  );

/** Everything that passed may be what a report counts without showing it. */
const onlyCounted =
  (change: (text: string) => string): Way =>
  (text, format) => {
    const changed = change(text);
    return changed === text
      ? []
      : [{ text: changed, failed: read(format, text).tests.filter(({ outcome }) => outcome === 'passed') }];
  };

const addOne = (pattern: RegExp) => (text: string) =>
  text.replace(pattern, (_, before, count, after = '') => `${before}${Number(count) + 20}${after}`);

const XML: Record<string, Way> = {
  'a failure': inCase('<failure message="expected 1">at x</failure>'),
  'a failure without text': inCase('<failure/>'),
  'an error': inCase('<error type="E"/>'),
  'an element of another spelling': inCase('<Failure/>'),
  'a repeated run that failed again': inCase('<rerunFailure message="again"/>'),
  'a status': inCase('', ' status="failed"'),
  'a result': inCase('', ' result="failure"'),
  'a count of failures': onlyCounted(addOne(/(<testsuites?\b[^>]*\sfailures=")(\d+)(")/)),
  'a count of errors': onlyCounted(addOne(/(<testsuites?\b[^>]*\serrors=")(\d+)(")/)),
};

/** Changes the JSON of a report once for each object that `pick` finds in it. */
const eachObject =
  (
    pick: (report: Json) => Json[],
    fail: (one: Json, report: Json) => void,
    skip: (one: Json, report: Json) => void,
  ): Way =>
  (text, format) => {
    const before = read(format, text).tests;
    const change = (n: number, by: (one: Json, report: Json) => void) => {
      const report = JSON.parse(text) as Json;
      by(pick(report)[n]!, report);
      return JSON.stringify(report);
    };
    return pick(JSON.parse(text) as Json).flatMap((_, n) => {
      const skipped = read(format, change(n, skip)).tests;
      const failed = before.filter(({ outcome }, i) => outcome === 'passed' && skipped[i]?.outcome !== 'passed');
      return failed.length === 1 ? [{ text: change(n, fail), failed }] : [];
    });
  };

const assertions = (report: Json) =>
  (report.testResults as Json[]).flatMap(({ assertionResults }) => (assertionResults ?? []) as Json[]);
const setStatus = (status: string, more: Json = {}) =>
  eachObject(
    assertions,
    (one) => Object.assign(one, { status }, more),
    (one) => Object.assign(one, { status: 'pending' }),
  );

const JEST: Record<string, Way> = {
  'a status': setStatus('failed', { failureMessages: ['expected 1'] }),
  'a status without a message': setStatus('failed', { failureMessages: [] }),
  'a status that nobody knows': setStatus('broken'),
  'a count': onlyCounted(addOne(/("numFailedTests":\s*)(\d+)/)),
  'its file': (text, format) =>
    (JSON.parse(text) as { testResults: Json[] }).testResults.flatMap((_, n) => {
      const report = JSON.parse(text) as { testResults: Json[]; success?: boolean };
      const file = report.testResults[n]!;
      Object.assign(file, { status: 'failed', message: '● Test suite failed to run\n\n  afterAll' });
      report.success = false;
      const failed = read(format, text).tests.filter(
        (test) => test.outcome === 'passed' && String(file.name).endsWith(test.file ?? '?'),
      );
      return failed.length > 0 ? [{ text: JSON.stringify(report), failed }] : [];
    }),
};

const mochaTests = (report: Json) =>
  (report.tests as Json[]).filter(({ fullTitle, file }) =>
    [report.failures, report.pending].every(
      (list) => !(list as Json[]).some((other) => other.fullTitle === fullTitle && other.file === file),
    ),
  );
const throwIn = (err: unknown) =>
  eachObject(
    mochaTests,
    (one, report) => {
      one.err = err;
      (report.failures as Json[]).push({ ...one });
      (report.stats as { failures: number; passes: number }).failures++;
      (report.stats as { failures: number; passes: number }).passes--;
    },
    (one, report) => {
      delete one.duration;
      (report.pending as Json[]).push({ ...one });
    },
  );

const MOCHA: Record<string, Way> = {
  'an error': throwIn({ message: 'x', stack: 'Error: x\n at y' }),
  'an error without text': throwIn({}),
  'an error whose message is an object': throwIn({ message: { a: 1 } }),
  'a string': throwIn('thrown'),
  nothing: throwIn(null),
  'a hook of its suite': eachObject(
    mochaTests,
    (one, report) => {
      const suite = String(one.fullTitle).slice(0, -String(one.title).length);
      const title = `"after each" hook for "${one.title}"`;
      (report.failures as Json[]).push({ ...one, title, fullTitle: `${suite}${title}`, err: { message: 'x' } });
      (report.stats as { failures: number }).failures++;
    },
    (one, report) => {
      delete one.duration;
      (report.pending as Json[]).push({ ...one });
    },
  ),
};

const TAP_POINT = /^( *)ok (\d+)(.*)$/gm;
const TAP: Record<string, Way> = {
  'a point': eachPart(
    TAP_POINT,
    (_, indent, n, rest) => `${indent}not ok ${n}${rest}`,
    (_, indent, n, rest) => `${indent}ok ${n}${rest} # SKIP`,
  ),
  'a count': onlyCounted((text) => text.replace(/^(# fail +)(\d+)$/m, (_, before, n) => `${before}${Number(n) + 30}`)),
  'a plan': onlyCounted((text) => text.replace(/^1\.\.(\d+)$/m, (_, n) => `1..${Number(n) + 1}`)),
  'a bail-out': onlyCounted((text) => `${text.trimEnd()}\nBail out! database is gone\n`),
};

const EVENTS: Record<string, Way> = {
  'an event': eachPart(
    /"type":"test:pass","data":\{/g,
    () => '"type":"test:fail","data":{',
    () => '"type":"test:pass","data":{"skip":true,',
  ),
};

const GO: Record<string, Way> = {
  'an event': eachPart(
    /"Action":"pass"(,[^\n]*"Test":)/g,
    (_, rest) => `"Action":"fail"${rest}`,
    (_, rest) => `"Action":"skip"${rest}`,
  ),
  'no end': (text, format) =>
    read(format, text)
      .tests.filter(({ outcome }) => outcome === 'passed')
      .map((test) => {
        const name = `"Test":"${test.path.join('/')}"`;
        const lines = text.split('\n');
        const kept = lines.filter((line) => !line.includes(name));
        return { text: `{"Action":"run","Package":"${test.classname}",${name}}\n${kept.join('\n')}`, failed: [test] };
      }),
  'the end of its package': (text, format) =>
    [...text.matchAll(/"Action":"pass","Package":"([^"]+)"(?!,"Test")/g)].flatMap(({ 0: whole, 1: name, index }) => {
      const failed = read(format, text).tests.filter((test) => test.classname === name && test.outcome === 'passed');
      const changed = text.slice(0, index) + whole.replace('pass', 'fail') + text.slice(index + whole.length);
      return failed.length > 0 ? [{ text: changed, failed }] : [];
    }),
};

/** The ways of a format, by what a recorded report is. */
function listWays(format: Format, text: string): Record<string, Way> {
  const start = text.trimStart()[0];
  if (start === '<') return XML;
  if (format === 'go-test-json') return GO;
  if (format === 'mocha-json') return MOCHA;
  if (format === 'node-test' && start === '{') return EVENTS;
  return start === '{' ? JEST : TAP;
}

/** Every spelling in which a contract may require a test. */
function listSpellings(test: TestCase): string[] {
  const file = test.file_guessed ? undefined : test.file;
  return [
    formatTestId(test),
    formatTestName(test),
    // Holds K5
    test.path.at(-1)!,
    ...(file ? listTestFiles(test).filter((one) => /[./]/.test(one)) : []),
  ].filter((name) => name.trim() !== '');
}

function judge(format: Format, required: string[], report: TestReport): string {
  const declared = checkSchema.parse({ id: 'unit', run: 'test', report: format, fail_to_pass: required });
  const reading = { state: 'read' as const, report, artifact: DIGEST, bytes: 1 };
  const run = checkRun({ execution: execution({ exit_code: 1 }), report: reading });
  return judgeCheckRun(declared, run).outcome;
}

const CASES = RECORDED.flatMap(([name, formats]) => formats.map((format) => [format, name] as const));

describe('a test that a runner calls failed never passes, whatever else failed', () => {
  it.each(CASES)('%s: %s', (format, name) => {
    const text = new TextDecoder().decode(givenReport(name));
    const passes: string[] = [];
    let tried = 0;
    for (const [way, write] of Object.entries(listWays(format, text))) {
      for (const changed of write(text, format)) {
        const reading = readText(format, changed.text);
        if (!reading.ok) continue;
        for (const test of changed.failed)
          for (const spelling of listSpellings(test)) {
            tried++;
            if (judge(format, [spelling], reading.report) === 'pass') passes.push(`${way}: ${spelling}`);
          }
      }
    }
    expect(passes).toEqual([]);
    expect(tried).toBeGreaterThan(0);
  });

  const FORMATS = [...new Set(CASES.map(([format]) => format))];
  it.each(FORMATS)('%s, where nothing else failed', (format) => {
    const text = writePassingReport(format, ['price > adds', 'price > rounds']);
    const whole = format === 'go-test-json' ? `${text}{"Action":"pass","Package":"all"}\n` : text;
    const passes = Object.entries(listWays(format, whole)).flatMap(([way, write]) =>
      write(whole, format).flatMap((changed) => {
        const reading = readText(format, changed.text);
        if (!reading.ok) return [];
        const required = [...new Set(changed.failed.map(formatTestId))];
        return required.filter((id) => judge(format, [id], reading.report) === 'pass').map((id) => `${way}: ${id}`);
      }),
    );
    expect(passes).toEqual([]);
  });
});
