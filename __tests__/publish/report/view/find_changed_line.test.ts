import fc from 'fast-check';
import {
  assumeChangedLine,
  findChangedLine,
  findTestLine,
} from '../../../../src/publish/report/view/find_changed_line.js';
import { itInFull } from '../../../extent.js';

const CHANGED = ['src/parse.js', 'pkg/core.py', 'lib/a b.ts'];

describe('the changed line that a message names', () => {
  it.each<[string, string, object | undefined]>([
    [
      'a stack of Node',
      'AssertionError\n    at parse (file:///work/src/parse.js:12:7)\n',
      { path: 'src/parse.js', line: 12 },
    ],
    ['a stack of jest', '    at Object.<anonymous> (/work/src/parse.js:3:5)', { path: 'src/parse.js', line: 3 }],
    ['pytest', 'pkg/core.py:41: AssertionError', { path: 'pkg/core.py', line: 41 }],
    ['a traceback', '  File "/work/pkg/core.py", line 9, in total', { path: 'pkg/core.py', line: 9 }],
    ['the first of several', 'test/x.js:1:1\nsrc/parse.js:5:1\npkg/core.py:2', { path: 'src/parse.js', line: 5 }],
    ['another file with the same end', 'at notsrc/parse.js:12:7', undefined],
    ['a file that is not changed', 'at /work/src/other.js:12:7', undefined],
    ['no line', 'src/parse.js is broken', undefined],
    ['line 0', 'src/parse.js:0', undefined],
  ])('%s', (_, message, expected) => {
    expect(findChangedLine(message, CHANGED)).toEqual(expected);
  });

  it('is one of a changed file, whatever the message is', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), fc.array(fc.string()), (message, changed) => {
        const found = findChangedLine(message, changed);
        expect(found === undefined || (changed.includes(found.path) && found.line > 0)).toBe(true);
      }),
    );
  });

  itInFull('is found in time, also in a hostile message', () => {
    expect(findChangedLine('a/'.repeat(200_000), CHANGED)).toBeUndefined();
    expect(findChangedLine('a.'.repeat(200_000), CHANGED)).toBeUndefined();
  });
});

describe('the changed line that a failed test is assumed to be about', () => {
  const at = (...paths: string[]) => assumeChangedLine(paths.map((path, before) => ({ path, line: before + 3 })));

  it('is where the only code that a patch changes begins to change', () => {
    expect(at('src/units.js')).toEqual({ path: 'src/units.js', line: 3, assumed: true });
    expect(at('README.md', 'src/units.js', 'test/units.test.js', '.github/workflows/x.yml')).toEqual({
      path: 'src/units.js',
      line: 4,
      assumed: true,
    });
  });

  it.each([
    ['no file', []],
    ['prose and settings alone', ['README.md', 'package.json']],
    ['tests alone', ['src/units.test.ts', 'tests/test_units.py', '__tests__/a.js']],
    ['two files of code', ['src/a.py', 'src/b.py']],
  ])('is none for %s', (_, paths) => {
    expect(at(...paths)).toBeUndefined();
  });
});

describe('the line of a test that failed', () => {
  it.each([
    ['a stack of Node', 'at Test.run (node:test:9:1)\nat (file:///work/test/a.test.js:9:10)', 'test/a.test.js:9'],
    ['a stack of jest', 'at Object.<anonymous> (/work/__tests__/a.js:5:3)', '__tests__/a.js:5'],
    ['a traceback', '  File "/work/tests/test_a.py", line 7, in test_adds', 'tests/test_a.py:7'],
    ['a file elsewhere, and no test', 'at /home/me/test/a.test.js:1:1\nat src/a.js:2', undefined],
  ])('%s', (_, message, expected) => expect(findTestLine(message)).toBe(expected));
});
