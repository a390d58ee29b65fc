import { runInThread } from '../../src/system/run_in_thread.js';

describe('a function in a thread of its own', () => {
  it('gets a copy of its data, and its outcome comes back', async () => {
    const run = runInThread(
      ({ path }: { path: string }, load) => {
        const { basename } = load('node:path') as typeof import('node:path');
        return basename(path);
      },
      { path: '/a/b' },
    );
    expect(await run.result).toBe('b');
  });

  it('has no environment: nothing secret is in it', async () => {
    const run = runInThread((_: null, load) => Object.keys((load('node:process') as NodeJS.Process).env), null);
    expect(await run.result).toEqual([]);
  });

  it('hands over its error, with the code', async () => {
    const run = runInThread(
      (path: string, load) => (load('node:fs') as typeof import('node:fs')).readFileSync(path),
      '/none',
    );
    await expect(run.result).rejects.toMatchObject({ code: 'ENOENT', message: expect.stringContaining('/none') });
  });

  it('that dies is an error and no endless wait', async () => {
    const run = runInThread((_: null, load) => (load('node:process') as NodeJS.Process).exit(7), null);
    await expect(run.result).rejects.toThrow('a thread ended before its work was done (status 7)');
  });

  it('that is stopped is an error for whoever waits for it', async () => {
    const run = runInThread((_: null) => {
      for (;;);
    }, null);
    await run.stop();
    await expect(run.result).rejects.toThrow('a thread ended before its work was done');
  });
});
