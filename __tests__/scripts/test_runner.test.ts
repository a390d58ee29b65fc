import { spawn } from 'node:child_process';
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
