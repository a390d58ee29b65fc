import { spawn, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const { toPlainFailure } = createRequire(import.meta.url)(
  join(import.meta.dirname, '..', 'jest', 'test_runner.cjs'),
) as { toPlainFailure: (failure: unknown) => unknown };

describe('what a failed test threw can be written as JSON', () => {
  it('as it is, where it can', () => {
    const failure = { message: 'no', matcherResult: { pass: false } };
    expect(toPlainFailure(failure)).toBe(failure);
  });

  it('without what refers to itself, as an error of a program that cannot be started does', async () => {
    const child = spawn(join(import.meta.dirname, 'no-such-program'));
    const error = await new Promise<Error & { child?: unknown }>((done) => child.on('error', done));
    error.child = { error };
    expect(() => JSON.stringify(error)).toThrow('circular');
    expect(JSON.parse(JSON.stringify(toPlainFailure({ error, self: error })))).toMatchObject({
      code: 'ENOENT',
      message: expect.stringContaining('no-such-program'),
    });
  });
});

describe('files that have not begun in time', () => {
  it('are skipped, which is said, and fail nothing', () => {
    const { GATEBENCH_TEST_FOLDER: _, ...env } = process.env;
    const options = ['--sources', '--begin-within', '0', 'guard/extend_rules', 'guard/detect_text_form'];
    const { status, stderr } = spawnSync(process.execPath, ['scripts/test.mjs', ...options], {
      cwd: join(import.meta.dirname, '..', '..'),
      env,
      encoding: 'utf8',
    });
    expect(stderr).toContain('skipped 2 test files: no time was left for them');
    expect([status, stderr]).toEqual([0, expect.stringContaining('2 skipped, 0 of 2 total')]);
  });
});
