import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { REPORT_FORMATS } from '../../../../src/contract/contract_schema.js';
import { testReportSchema } from '../../../../src/record/tests/test_report.js';
import { readReport, writePassingReport } from '../../../../src/run/oracle/readers/read_report.js';
import { itInFull } from '../../../extent.js';
import { givenReport, outline, readText } from './outline.js';
import { RECORDED } from './recorded_reports.js';

type TestReportFormat = Parameters<typeof readReport>[0];
/** Printed logs have tests of their own: `logs/read_printed_log.test.ts`. */
const FORMATS = REPORT_FORMATS.filter((format) => format !== 'exit-code' && format !== 'log');
const MAX_REPORT_BYTES = 32 * 2 ** 20;

const CASES = RECORDED.flatMap(([name, formats]) => formats.map((format) => [format, name] as const));

/** A reading that fits the record: the schema holds, and there is nothing in it that drives a terminal or breaks canonical JSON. */
function expectFit(reading: ReturnType<typeof readReport>): void {
  if (!reading.ok) expect(reading).toEqual({ ok: false, reason: expect.stringMatching(/./) });
  else {
    testReportSchema.parse(reading.report);
    const strings = JSON.stringify(reading.report);
    expect(strings).not.toMatch(/\\u001b|\\u0000|\\ud[89a-f]/i);
    for (const { path, message } of reading.report.tests) {
      for (const text of [...path, message ?? '']) expect(text.length).toBeLessThanOrEqual(2_000);
    }
  }
}

describe('every format that names tests has a reader', () => {
  it('and a recorded report', () => {
    expect(FORMATS.filter((format) => !CASES.some(([recorded]) => recorded === format))).toEqual([]);
  });

  it('and is named in the docs of contracts', () => {
    const docs = readFileSync(new URL('../../../../docs/contracts.md', import.meta.url), 'utf8');
    const [listed] = /^- `report`: .*$/m.exec(docs)!;
    expect(REPORT_FORMATS.filter((format) => !listed.includes(`\`${format}\``))).toEqual([]);
  });

  it.each(FORMATS)('%s, which takes a report that it writes itself', (format) => {
    expect(outline(readText(format, writePassingReport(format, ['adds', 'suite > subtracts']))).slice(0, 2)).toEqual([
      expect.stringMatching(/^passed .*adds/),
      expect.stringMatching(/^passed .*subtracts/),
    ]);
  });

  it.each(CASES)('%s reads %s', (format, name) => {
    const reading = readReport(format, givenReport(name), '/work');
    expect(reading.ok).toBe(true);
    expectFit(reading);
  });

  it('leaves file names alone outside the root', () => {
    const text = '1..1\nok 1 - /elsewhere/a.test.js > t\n';
    expect(outline(readText('tap', text))).toEqual(['passed  t (/elsewhere/a.test.js)']);
  });
});

describe('garbage is unreadable, with a reason, in every format', () => {
  it.each(FORMATS)('%s', (format) => {
    const garbage = {
      nothing: '',
      blank: ' \n\t\n',
      'a page': '<!DOCTYPE html><html><body>502</body></html>',
      'XML of another kind': '<coverage line-rate="1"/>',
      'JSON of another kind': '{"coverage": 1}',
      'a number': '42',
      null: 'null',
      prose: 'Segmentation fault (core dumped)\n',
      'an entity bomb':
        '<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "b"><!ENTITY c "&a;&a;">]><testsuites>&c;</testsuites>',
      'brackets only': '['.repeat(100_000),
      'braces only': '{"a":'.repeat(100_000),
      'tags only': '<testsuite>'.repeat(100_000),
      'escapes only': '\x1b['.repeat(100_000),
      'NULs only': '\0'.repeat(100_000),
    };
    const readable = Object.entries(garbage).filter(([, text]) => readText(format, text).ok);
    expect(readable).toEqual([]);
    const binary = Uint8Array.from({ length: 4096 }, (_, i) => (i * 7919) % 256);
    expect(readReport(format, binary, '/work').ok).toBe(false);
  });

  it('refuses more than 32 MiB before it looks', () => {
    expect(readReport('tap', new Uint8Array(MAX_REPORT_BYTES + 1), '/work')).toEqual({
      ok: false,
      reason: 'the report has 33554433 bytes, more than 33554432',
    });
  });

  itInFull('refuses more than 200,000 tests', () => {
    const xml = `<testsuite>${'<testcase name="t"/>'.repeat(200_001)}</testsuite>`;
    expect(readText('junit', xml)).toEqual({ ok: false, reason: 'the report names more than 200000 tests' });
  });

  it('joins what is deeper than 200 titles', () => {
    const event = { Action: 'pass', Package: 'p', Test: Array.from({ length: 300 }, (_, i) => i).join('/') };
    const reading = readText('go-test-json', `${JSON.stringify(event)}\n{"Action":"pass","Package":"p"}\n`);
    const path = reading.ok ? reading.report.tests[0]?.path : [];
    expect([path?.length, path?.[198], path?.[199]?.slice(0, 15)]).toEqual([200, '198', '199 > 200 > 201']);
  });

  it.each([
    ['one processing instruction', `<?xml ${'? '.repeat(2 ** 20)}?><testsuites/>`, 'junit', []],
    ['a tag of white space', `<testsuites ${' '.repeat(2 ** 21)}/>`, 'junit', []],
    ['diagnostics without end', `1..1\nok 1 - a\n  ---\n${'  a: b\n'.repeat(2 ** 18)}`, 'tap', ['passed  a']],
    ['one line', `1..1\nok 1 - ${'a'.repeat(2 ** 21)}`, 'tap', [`passed  ${'a'.repeat(2_000)}`]],
  ] as const)('takes 2 MiB of %s in stride', (_, text, format, expected) => {
    expect(outline(readText(format, text))).toEqual(expected);
  });
});

describe('what terminals and encodings leave in a report is taken out', () => {
  const bom = '\ufeff';

  it('colours, links, NULs and a byte-order mark around TAP', () => {
    const tap = `${bom}\x1b[32mTAP version 13\x1b[0m\n1..\x001\n\x1b[1;31mnot ok\x1b[0m 1 - \x1b]8;;http://x\x07a\x1b]8;;\x1b\\\n`;
    expect(outline(readText('tap', tap))).toEqual(['failed  a']);
  });

  it('colours that are escaped inside JSON and XML', () => {
    const assertion = {
      title: '\u001b[31ma\u001b[0m\u0000',
      status: 'failed',
      failureMessages: ['\u001b[1mboom\u001b[22m'],
    };
    const json = JSON.stringify({ testResults: [{ name: '/work/a.js', assertionResults: [assertion] }] });
    const expected = { path: ['a'], outcome: 'failed', message: 'boom' };
    expect(readText('jest-json', json)).toEqual({
      ok: true,
      report: { tests: [{ ...expected, file: 'a.js' }], suite_failures: [] },
    });
    const xml =
      '<testsuite><testcase name="&#27;[31ma&#x1b;[0m&#0;"><failure>&#27;[1mboom</failure></testcase></testsuite>';
    expect(readText('junit', xml)).toEqual({ ok: true, report: { tests: [expected], suite_failures: [] } });
  });

  it('broken UTF-8 and lone surrogates become replacement characters', () => {
    const bytes = new Uint8Array([...new TextEncoder().encode('1..1\nok 1 - a'), 0xff, 0xc3, 0x0a]);
    expect(outline(readReport('tap', bytes, '/work'))).toEqual(['passed  a\ufffd\ufffd']);
    const json = '{"testResults":[{"name":"a.js","assertionResults":[{"title":"\\ud83d!","status":"passed"}]}]}';
    expect(outline(readText('jest-json', json))).toEqual(['passed  \ufffd! (a.js)']);
  });

  const xml = (encoding: string) =>
    `<?xml version="1.0" encoding="${encoding}"?><testsuite><testcase name="prüft Größe"/></testsuite>`;
  const latin1 = (text: string) => Uint8Array.from([...text].map((char) => char.charCodeAt(0)));
  const utf16 = (text: string, big = false) =>
    Uint8Array.from([...text].flatMap((char) => (big ? [0, char.charCodeAt(0)] : [char.charCodeAt(0), 0])));

  it.each([
    ['UTF-16 with a mark', Uint8Array.from([0xff, 0xfe, ...utf16(xml('utf-16'))])],
    ['UTF-16, big end first', Uint8Array.from([0xfe, 0xff, ...utf16(xml('UTF-16'), true)])],
    ['UTF-16 without a mark', utf16(xml('utf-16'))],
    ['ISO-8859-1', latin1(xml('ISO-8859-1'))],
    ['Windows-1252', latin1(xml('windows-1252'))],
    ['UTF-8 that calls itself UTF-16', new TextEncoder().encode(xml('utf-16'))],
  ])('%s is read as declared', (_, bytes) => {
    expect(outline(readReport('junit', bytes, '/work'))).toEqual(['passed  prüft Größe']);
  });

  it('and JSON or TAP in UTF-16 by its mark', () => {
    expect(outline(readReport('tap', Uint8Array.from([0xff, 0xfe, ...utf16('1..1\nok 1 - ä\n')]), '/work'))).toEqual([
      'passed  ä',
    ]);
  });

  it('an encoding that nobody knows is a reason', () => {
    expect(readText('junit', xml('x-klingon'))).toEqual({
      ok: false,
      reason: 'the report declares the encoding "x-klingon", which is not known',
    });
  });

  it('cuts on a code point boundary', () => {
    const title = `${'a'.repeat(1_999)}😀`;
    const json = JSON.stringify({ testResults: [{ name: 'a.js', assertionResults: [{ title, status: 'passed' }] }] });
    expect(outline(readText('jest-json', json))).toEqual([`passed  ${'a'.repeat(1_999)} (a.js)`]);
  });
});

describe('a report that breaks off', () => {
  const WHOLE: TestReportFormat[] = ['junit', 'pytest-junit', 'jest-json', 'vitest-json', 'mocha-json'];

  it.each(CASES.filter(([format]) => WHOLE.includes(format)))(
    'is unreadable as %s wherever %s ends',
    (format, name) => {
      const bytes = new TextDecoder().decode(givenReport(name)).trimEnd();
      const readable = [0.1, 0.3, 0.5, 0.7, 0.9, 0.99].filter(
        (share) => readText(format, bytes.slice(0, Math.floor(bytes.length * share))).ok,
      );
      expect(readable).toEqual([]);
      expect(readText(format, bytes.slice(0, -1)).ok).toBe(false);
    },
  );

  it.each(CASES.filter(([format, name]) => format === 'tap' && !name.includes('bail-out')))(
    'has a suite failure as %s when %s lacks its last half',
    (format, name) => {
      const text = new TextDecoder().decode(givenReport(name));
      const reading = readText(format, text.slice(0, text.length / 2));
      expect(reading.ok && reading.report.suite_failures.map((failure) => failure.name)).toContain('plan');
    },
  );
});

describe('no input makes a reader throw', () => {
  it('random bytes', () => {
    fc.assert(
      fc.property(fc.constantFrom(...FORMATS), fc.uint8Array({ maxLength: 400 }), (format, bytes) => {
        expectFit(readReport(format, bytes, '/work'));
      }),
      { numRuns: 200 },
    );
  });

  it('random values where objects are expected', () => {
    const json = fc.json({ maxDepth: 4 });
    const wrapped = fc.oneof(
      json,
      json.map((inner) => `{"testResults":[{"name":"a","assertionResults":${inner}}]}`),
      json.map((inner) => `{"stats":{"tests":0,"failures":0},"tests":${inner},"failures":[],"pending":[]}`),
      json.map((inner) => `{"type":"test:fail","data":{"name":"a","details":{"error":${inner}}}}`),
      json.map((inner) => `{"Action":"fail","Package":"p","Test":"t"}\n{"Action":"fail","Package":${inner}}`),
      fc.string().map((inner) => `1..1\nnot ok 1 - a\n  ---\n  ${inner}\n  ...\n`),
      fc.string().map((inner) => `<testsuite name="a"><testcase ${inner}/></testsuite>`),
    );
    fc.assert(
      fc.property(fc.constantFrom(...FORMATS), wrapped, (format, text) => expectFit(readText(format, text))),
      { numRuns: 300 },
    );
  });

  it.each(CASES)('%s: mutations of %s', (format, name) => {
    const original = givenReport(name);
    const position = fc.nat({ max: original.length - 1 });
    const mutation = fc.oneof(
      fc.record({ at: position, put: fc.uint8Array({ minLength: 1, maxLength: 4 }) }),
      fc.record({
        at: position,
        put: fc.constantFrom(
          '<',
          '>',
          '"',
          '&',
          '{',
          '}',
          '\\',
          '\n',
          '    ',
          'ok 1\n',
          '1..0\n',
          '  ---\n',
          ']]>',
          '\x1b[',
        ),
      }),
      fc.record({ at: position, drop: fc.nat({ max: 200 }) }),
      fc.record({ at: position, repeat: fc.nat({ max: 200 }) }),
    );
    fc.assert(
      fc.property(fc.array(mutation, { minLength: 1, maxLength: 4 }), (mutations) => {
        let bytes: Buffer = Buffer.from(original);
        for (const { at, ...change } of mutations) {
          const before = bytes.subarray(0, at);
          const after = bytes.subarray(at);
          const put = 'put' in change ? Buffer.from(change.put as string) : Buffer.alloc(0);
          if ('drop' in change) bytes = Buffer.concat([before, after.subarray(change.drop as number)]);
          else if ('repeat' in change)
            bytes = Buffer.concat([before, after.subarray(0, change.repeat as number), after]);
          else bytes = Buffer.concat([before, put, after]);
        }
        expectFit(readReport(format, bytes, '/work'));
      }),
      { numRuns: 25 },
    );
  });
});
