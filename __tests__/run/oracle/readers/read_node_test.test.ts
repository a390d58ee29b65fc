import { outline, readFixture, readText } from './outline.js';

/** What the three reporters agree on; a parent of subtests is a suite in JUnit and a test elsewhere. */
const agreed = (lines: string[]) =>
  lines
    .map((line) => line.replace(/ \([^)]*\)$/, ''))
    .filter((line) => !/has subtests(?: > two)?$/.test(line) && !/skipped suite$/.test(line));

describe('node:test', () => {
  it('JUnit: file and titles', () => {
    expect(outline(readFixture('node-test', 'node/node24.junit.xml'))).toEqual([
      'passed  before the end (test/exit.test.mjs)',
      'failed  with a broken hook > cannot run (test/hook.test.mjs)',
      'passed  allows the first request (test/limiter.test.mjs)',
      'failed  refuses the sixth request (test/limiter.test.mjs)',
      'skipped is skipped (test/limiter.test.mjs)',
      'skipped is skipped without a reason (test/limiter.test.mjs)',
      'todo    is still to do (test/limiter.test.mjs)',
      'todo    fails but is to do (test/limiter.test.mjs)',
      'passed  has subtests > one (test/limiter.test.mjs)',
      'failed  has subtests > two > deep (test/limiter.test.mjs)',
      'passed  window > slides (test/limiter.test.mjs)',
      'passed  window > slides # with a hash (test/limiter.test.mjs)',
      'passed  window > has <b>"quotes"</b> & entities (test/limiter.test.mjs)',
      'passed  window > boundary > counts once (test/limiter.test.mjs)',
      'failed  window > boundary > does not drop (test/limiter.test.mjs)',
      'skipped window > skipped suite (test/limiter.test.mjs)',
      'passed  all good > same name (test/limiter.test.mjs)',
      'passed  all good > same name (test/limiter.test.mjs)',
      'suite   test/broken.test.mjs',
      'suite   test/exit.test.mjs',
    ]);
  });

  it('TAP: a describe is no test, a test with subtests is one, a failed file is a suite failure, a passed one nothing', () => {
    expect(outline(readFixture('node-test', 'node/node20.tap'))).toEqual([
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
      'failed  has subtests > two',
      'failed  has subtests',
      'passed  window > slides',
      'passed  window > slides # with a hash',
      'passed  window > has <b>"quotes"</b> & entities',
      'passed  window > boundary > counts once',
      'failed  window > boundary > does not drop',
      'passed  all good > same name',
      'passed  all good > same name',
      'suite   test/broken.test.mjs',
      'suite   test/exit.test.mjs',
    ]);
  });

  it('events: the same, with files', () => {
    expect(outline(readFixture('node-test', 'node/node20.events.jsonl'))).toEqual([
      'passed  before the end (test/exit.test.mjs)',
      'failed  with a broken hook > cannot run (test/hook.test.mjs)',
      'passed  allows the first request (test/limiter.test.mjs)',
      'failed  refuses the sixth request (test/limiter.test.mjs)',
      'skipped is skipped (test/limiter.test.mjs)',
      'skipped is skipped without a reason (test/limiter.test.mjs)',
      'todo    is still to do (test/limiter.test.mjs)',
      'todo    fails but is to do (test/limiter.test.mjs)',
      'passed  has subtests > one (test/limiter.test.mjs)',
      'failed  has subtests > two > deep (test/limiter.test.mjs)',
      'failed  has subtests > two (test/limiter.test.mjs)',
      'failed  has subtests (test/limiter.test.mjs)',
      'passed  window > slides (test/limiter.test.mjs)',
      'passed  window > slides # with a hash (test/limiter.test.mjs)',
      'passed  window > has <b>"quotes"</b> & entities (test/limiter.test.mjs)',
      'passed  window > boundary > counts once (test/limiter.test.mjs)',
      'failed  window > boundary > does not drop (test/limiter.test.mjs)',
      'passed  all good > same name (test/limiter.test.mjs)',
      'passed  all good > same name (test/limiter.test.mjs)',
      'suite   test/broken.test.mjs',
      'suite   test/exit.test.mjs',
    ]);
  });

  it('comes out the same from all reporters and versions', () => {
    const [first, ...others] = [
      'node20.junit.xml',
      'node20.tap',
      'node20.events.jsonl',
      'node24.junit.xml',
      'node24.tap',
      'node24.events.jsonl',
    ].map((name) => agreed(outline(readFixture('node-test', `node/${name}`))));
    for (const other of others) expect(other).toEqual(first);
  });

  const event = (type: string, name: string, nesting: number, more: object = {}) =>
    `${JSON.stringify({ type, data: { name, nesting, file: '/work/test/a.test.js', details: { duration_ms: 1 }, ...more } })}\n`;

  it('events: an after hook that fails is a suite failure when its tests passed', () => {
    const suite = {
      details: { type: 'suite', error: { message: 'failed running after hook', cause: { message: 'boom' } } },
    };
    expect(readText('node-test', event('test:pass', 'is fine', 1) + event('test:fail', 'teardown', 0, suite))).toEqual({
      ok: true,
      report: {
        tests: [
          { path: ['teardown', 'is fine'], file: 'test/a.test.js', outcome: 'passed', disputed: true, duration_ms: 1 },
        ],
        suite_failures: [{ name: 'teardown', message: 'boom' }],
      },
    });
  });

  it.each([
    [
      'a test named like another file is a test',
      event('test:pass', 'index.js', 0),
      ['passed  index.js (test/a.test.js)'],
    ],
    ['a file, named from a folder below', event('test:fail', 'a.test.js', 0), ['suite   a.test.js']],
    ['an empty reason is a directive', event('test:pass', 'x', 0, { skip: '' }), ['skipped x (test/a.test.js)']],
    ['other events are passed over', '{"type":"test:stdout","data":{"message":"ok"}}\n', []],
    ['a subtest without its parent', event('test:pass', 'lost', 1), ['suite   lost']],
  ])('events: %s', (_, lines, expected) => {
    expect(outline(readText('node-test', lines))).toEqual(expected);
  });

  it.each([
    ['a line that breaks off', `${event('test:pass', 'x', 0)}{"type":"test:pa`, /^line 2: not JSON: /],
    ['a line of another kind', '{"Action":"pass"}\n', /^line 1: unexpected shape at type: /],
    ['data of another kind', '{"type":"test:pass","data":{"name":1}}\n', /^line 1: not the data of a test:pass event$/],
    ['the spec reporter', '▶ window\n  ✔ slides (0.1ms)\n', /^not a TAP stream: /],
  ])('refuses %s', (_, text, reason) => {
    expect(readText('node-test', text)).toEqual({ ok: false, reason: expect.stringMatching(reason) });
  });

  it('events: a test that passed on a retry is flaky, and a summary that counts more failures contradicts them', () => {
    const retried = event('test:pass', 'a', 0, { details: { passed_on_attempt: 1 } });
    const summary = (failed: number) => `${JSON.stringify({ type: 'test:summary', data: { counts: { failed } } })}\n`;
    const read = (text: string) => {
      const reading = readText('node-test', text);
      return reading.ok ? reading.report : reading.reason;
    };
    expect(read(retried + summary(0))).toMatchObject({ tests: [{ outcome: 'passed', flaky: true }] });
    expect(read(retried + summary(1))).toMatchObject({ contradiction: 'it counts 1 failure and shows none' });
  });
});
