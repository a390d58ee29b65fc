import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, rmdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ReportFormat } from '../../../src/contract/contract_schema.js';
import { sha256 } from '../../../src/record/json/compute_digest.js';
import { createReportLocation, createWorkspaceReportLocation } from '../../../src/run/oracle/create_report_location.js';
import type { Session } from '../../../src/sandbox/sandbox_backend.js';
import { cleanUp, givenRoom, write } from '../../given.js';

afterAll(cleanUp);
/** A session in which everything is where it is mounted. */
const session = { root: '/work', resolvePath: (inside: string) => inside } as Session;
const TAP = 'TAP version 13\n1..1\nok 1 - a\n';

/** A report place in a folder, and what `read` says after `leave` left something there. */
function read(leave: (path: string) => void, format: ReportFormat = 'tap') {
  const folder = givenRoom();
  const place = createReportLocation(folder, session);
  const path = join(folder, readdirSync(folder)[0]!, 'report');
  leave(path);
  const kept: string[] = [];
  const reading = place.read({ report: format }, (data) => {
    kept.push(sha256(data));
    return sha256(data);
  });
  return { reading, kept };
}

describe('a report place', () => {
  it('has a name that nobody knows before', () => {
    const folder = givenRoom();
    const places = Array.from({ length: 20 }, () => createReportLocation(folder, session).inside);
    expect(new Set(places).size).toBe(20);
    for (const inside of places) expect(inside).toMatch(/^\/run\/gatebench\/[\w-]{12}\/report$/);
  });

  it('is read, and the report kept, bytes and all', () => {
    const { reading, kept } = read((path) => writeFileSync(path, TAP));
    expect(reading).toEqual({
      state: 'read',
      report: { tests: [{ path: ['a'], outcome: 'passed' }], suite_failures: [] },
      artifact: sha256(TAP),
      bytes: TAP.length,
    });
    expect(kept).toEqual([sha256(TAP)]);
  });

  it('that holds garbage is unreadable, and the garbage is kept', () => {
    const { reading, kept } = read((path) => writeFileSync(path, '<nothing'), 'junit');
    expect(reading).toEqual({ state: 'unreadable', reason: expect.any(String), artifact: sha256('<nothing') });
    expect(kept).toHaveLength(1);
  });

  it.each<[string, (path: string) => void, object]>([
    ['nothing', () => undefined, { state: 'missing' }],
    ['an empty file', (path) => writeFileSync(path, ''), { state: 'unreadable', reason: 'the report is empty' }],
    [
      'a link to a file',
      (path) => symlinkSync('/etc/passwd', path),
      { state: 'unreadable', reason: 'the report is a symbolic link' },
    ],
    [
      'a link to nothing',
      (path) => symlinkSync('gone', path),
      { state: 'unreadable', reason: 'the report is a symbolic link' },
    ],
    [
      'a folder',
      (path) => mkdirSync(path),
      { state: 'unreadable', reason: expect.stringMatching(/^the report is a folder: name its files by a pattern/) },
    ],
    ['a pipe', (path) => execFileSync('mkfifo', [path]), { state: 'unreadable', reason: 'the report is not a file' }],
    [
      'a device',
      (path) => symlinkSync('/dev/zero', path),
      { state: 'unreadable', reason: 'the report is a symbolic link' },
    ],
    [
      'more than 32 MiB',
      (path) => {
        writeFileSync(path, '');
        truncateSync(path, 2 ** 25 + 1);
      },
      { state: 'unreadable', reason: 'the report has 33554433 bytes, more than 33554432' },
    ],
  ])('where a runner left %s is no report, and nothing of it is kept', (_, leave, expected) => {
    expect(read(leave)).toEqual({ reading: expected, kept: [] });
  });

  it('whose folder became a link leads nowhere', () => {
    const { reading, kept } = read((path) => {
      const elsewhere = write(join(givenRoom(), 'else'), { report: TAP });
      rmdirSync(dirname(path));
      symlinkSync(elsewhere, dirname(path));
    });
    expect([reading.state, kept]).toEqual(['unreadable', []]);
  });

  it('is not looked at for a check by exit status', () => {
    expect(read((path) => writeFileSync(path, TAP), 'exit-code')).toEqual({ reading: { state: 'none' }, kept: [] });
  });
});

describe('a report in the workspace', () => {
  const keep = (data: Uint8Array) => sha256(data);

  it('is what the run wrote, never what lay there before', () => {
    const view = write(givenRoom(), { 'out/report.tap': 'stale\n', other: 'x' });
    const place = createWorkspaceReportLocation(view, 'out/report.tap', '/work');
    expect([place.inside, readdirSync(view)]).toEqual(['/work/out/report.tap', ['other']]);
    expect(place.read({ report: 'tap' }, keep)).toEqual({ state: 'missing' });
    write(view, { 'out/report.tap': TAP });
    expect(place.read({ report: 'tap' }, keep)).toMatchObject({ state: 'read', bytes: TAP.length });
  });

  it.each<[string, (view: string, outside: string) => void]>([
    ['a link at its place', (view, outside) => symlinkSync(join(outside, 'report.tap'), join(view, 'report.tap'))],
    ['a link on the way', (view, outside) => symlinkSync(outside, join(view, 'out'))],
  ])('is not read through %s', (what, leave) => {
    const view = write(join(givenRoom(), 'view'), { other: 'x' });
    const outside = write(join(givenRoom(), 'outside'), { 'report.tap': TAP });
    const place = createWorkspaceReportLocation(view, what.includes('way') ? 'out/report.tap' : 'report.tap', '/work');
    leave(view, outside);
    expect(place.read({ report: 'tap' }, keep).state).toMatch(/^(missing|unreadable)$/);
  });

  it('does not remove what lies behind a link', () => {
    const outside = write(join(givenRoom(), 'outside'), { 'report.tap': TAP });
    const view = write(join(givenRoom(), 'view'), { out: { link: outside } });
    chmodSync(view, 0o755);
    createWorkspaceReportLocation(view, 'out/report.tap', '/work');
    expect(readdirSync(outside)).toEqual(['report.tap']);
  });

  const suite = (name: string, body = '') => `<testsuite><testcase name="${name}">${body}</testcase></testsuite>`;
  const outcomes = (view: string, pattern: string, leave: () => void) => {
    const place = createWorkspaceReportLocation(view, pattern, '/work');
    leave();
    const reading = place.read({ report: 'junit' }, keep);
    return reading.state === 'read'
      ? reading.report.tests.map(({ path, outcome }) => `${outcome} ${path[0]}`)
      : reading;
  };

  it.each([
    ['build/reports/*.xml', ['passed a', 'failed b']],
    ['build/**/TEST-?.xml', ['passed deep', 'passed a', 'failed b']],
    ['build/**', ['passed deep', 'passed a', 'failed b']],
    ['*/reports/TEST-b.xml', ['failed b']],
  ])('is all files that the pattern %s matches, and none that lay there before', (pattern, expected) => {
    const view = write(givenRoom(), { 'build/reports/TEST-a.xml': suite('old'), 'build/reports/TEST-b.xml': 'stale' });
    const outside = write(join(givenRoom(), 'outside'), { 'TEST-c.xml': suite('outside') });
    const found = outcomes(view, pattern, () => {
      write(view, {
        'build/reports/TEST-a.xml': suite('a'),
        'build/reports/TEST-b.xml': suite('b', '<failure/>'),
        'build/deeper/still/TEST-d.xml': suite('deep'),
      });
      symlinkSync(join(outside, 'TEST-c.xml'), join(view, 'build/reports/TEST-c.xml'));
      symlinkSync(outside, join(view, 'build/linked'));
    });
    expect(found).toEqual(expected);
  });

  it('by a pattern is missing where nothing matches, and unreadable where one file is', () => {
    const view = givenRoom();
    expect(outcomes(view, 'out/*.xml', () => undefined)).toEqual({ state: 'missing' });
    expect(
      outcomes(view, 'out/*.xml', () => write(view, { 'out/a.xml': suite('a'), 'out/b.xml': '<testsuite>' })),
    ).toMatchObject({
      state: 'unreadable',
      reason: expect.stringMatching(/^out\/b\.xml: not a well-formed XML report/),
    });
  });

  it('by a pattern has its folder as $REPORT', () => {
    expect(createWorkspaceReportLocation(givenRoom(), 'out/*/a.xml', '/work').inside).toBe('/work/out');
  });
});
