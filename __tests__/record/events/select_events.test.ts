import { findErrorLine } from '../../../src/record/events/select_events.js';

const log = (head: string, tail = '') => ({ sha256: '0'.repeat(64), bytes: head.length, truncated: false, head, tail });

describe('the line that tells why a command failed', () => {
  it.each<[string, string, string, string]>([
    [
      'is the first that speaks of an error',
      'npm warn old\nnpm error Unknown command: "instal-x"\nnpm error see help',
      '',
      'npm error Unknown command: "instal-x"',
    ],
    [
      'is the first also where it does not say "error"',
      'Unknown command: "instal-x"\n\nnpm help',
      '',
      'Unknown command: "instal-x"',
    ],
    [
      'is not the bare code before it',
      'npm error code E404\nnpm error 404 Not Found - left-padd\n',
      '',
      'npm error 404 Not Found - left-padd',
    ],
    [
      'is of standard error, where both speak of one',
      'sh: 1: mochaa: not found',
      'error: other',
      'sh: 1: mochaa: not found',
    ],
    [
      'is of standard output, where only that speaks of one',
      'warming up',
      'ERROR: no matching distribution',
      'ERROR: no matching distribution',
    ],
    [
      'is not the line that Node shows for an error, but the error',
      "node:internal/modules/cjs/loader:1210\n  throw err;\n  ^\n\nError: Cannot find module 'x'\n    at y",
      '',
      "Error: Cannot find module 'x'",
    ],
    [
      'is that of a compiler',
      '',
      'Building\na.ts(3,1): error TS2339: x\nb.ts(1,1): error TS1',
      'a.ts(3,1): error TS2339: x',
    ],
    [
      'is not a package whose name holds the word',
      'Compiling thiserror v1.0.56\nerror[E0308]: mismatched types',
      '',
      'error[E0308]: mismatched types',
    ],
    [
      'is not a module whose name ends with it',
      'go: downloading h.example/go-multierror v1.1.1\nFAIL demo [build failed]',
      '',
      'FAIL demo [build failed]',
    ],
    [
      'is not a file that is named after one',
      'src/HttpError.ts compiled\na.ts(1,1): error TS2339: y',
      '',
      'a.ts(1,1): error TS2339: y',
    ],
    [
      'is not a class that is compiled',
      '[INFO] Compiling MyError.java\n[ERROR] COMPILATION ERROR :',
      '',
      '[ERROR] COMPILATION ERROR :',
    ],
    [
      'is not a bundle',
      'dist/errors/ValidationError.js 1.2 kB\n✘ [ERROR] Could not resolve "x"',
      '',
      '✘ [ERROR] Could not resolve "x"',
    ],
    [
      'is not a package that is named after one',
      'Compiling proc-macro-error v1.0.4\nCompiling quick-error v2.0.1\nerror[E0308]: mismatched types',
      '',
      'error[E0308]: mismatched types',
    ],
    [
      'is not a file of that name',
      'dist/error.js 1.2 kB\nsrc/lib/error.ts -> lib/error.js\nTypeError: y',
      '',
      'TypeError: y',
    ],
    ['is not the name of a platform', 'for x86_64-unknown-linux-gnu\nerror: y', '', 'error: y'],
    ['is not a warning of npm', 'npm warn deprecated @types/error@1: unknown\nnpm error real', '', 'npm error real'],
    ['may have a word before its kind', 'start\nE   AssertionError: y\nend', '', 'E AssertionError: y'],
    [
      'is not the source that makes it',
      "  if (!x) throw new TypeError('boom')\n  ^\nTypeError: boom\n  at a",
      '',
      'TypeError: boom',
    ],
    ['names a kind of error', 'Traceback:\n  ModuleNotFoundErrors\nTypeError: y', '', 'TypeError: y'],
    ['is the last, where none speaks of one', 'one\ntwo\n\n', 'three', 'two'],
    ['is one line with single blanks', 'a\tfatal:   broken \r\nnext', '', 'a fatal: broken'],
    ['has no colours', '\u001b[31mError: no test files\u001b[39m', '', 'Error: no test files'],
    ['is empty when nothing was printed', '', '\n', ''],
  ])('%s', (_, stderr, stdout, told) => {
    expect(findErrorLine({ stdout: log(stdout), stderr: log(stderr) })).toBe(told);
  });

  it('is bounded, and found in the tail as well', () => {
    const told = findErrorLine({ stdout: log(''), stderr: log('start\n', `middle\nerror: ${'x'.repeat(1_000)}\n`) });
    expect(told).toBe(`error: ${'x'.repeat(293)}`);
  });
});
