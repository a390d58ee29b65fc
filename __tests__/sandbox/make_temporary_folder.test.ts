import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { givenCompiled } from '../compiled.js';
import { givenFolder, removeFolders } from './given.js';

const compiled = givenCompiled('sandbox', 'system', 'contract', 'record');
afterAll(() => {
  removeFolders();
  rmSync(compiled, { recursive: true });
});

/** A process whose temporary folder is `TMPDIR`, which runs a program over the compiled sources. */
function started(program: string, TMPDIR: string) {
  const from = (name: string) => JSON.stringify(join(compiled, 'lib/sandbox', name));
  const imports = `import { createBubblewrapBackend } from ${from('bubblewrap/create_bubblewrap_backend.js')};
import { createUnisolatedBackend } from ${from('unisolated/create_unisolated_backend.js')};`;
  const env = { ...process.env, TMPDIR };
  return spawn(process.execPath, ['--input-type=module', '-e', `${imports}\n${program}`], { env, stdio: 'ignore' });
}

const left = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('gatebench-'));

/** A bubblewrap that says that it was started and never ends: whoever probes with it can be killed meanwhile. */
function hanging(): string {
  const program = join(givenFolder(), 'bwrap');
  writeFileSync(program, '#!/bin/sh\nexec sleep 30\n', { mode: 0o755 });
  return program;
}

describe('folders of a process that was killed are removed by the next run, those of living ones stay', () => {
  it.each([
    ['while it probed', `console.log('x'); await createBubblewrapBackend({ bwrap: BWRAP }).probe();`, 2],
    [
      'with a session that has no isolation',
      `await createUnisolatedBackend({ cgroups: 'none' }).open({ workspace: '/', limits: {}, environment: {} }); console.log('x'); setInterval(() => {}, 1000);`,
      1,
    ],
  ])('%s', async (_, program, count) => {
    const folder = givenFolder();
    mkdirSync(join(folder, 'gatebench-of-somebody'));
    const child = started(program.replace('BWRAP', JSON.stringify(hanging())), folder);
    while (left(folder).length < 1 + count && child.exitCode === null) await new Promise((go) => setTimeout(go, 10));
    expect(left(folder)).toHaveLength(1 + count);

    const next = () => once(started('await createBubblewrapBackend({ cgroups: "none" }).probe();', folder), 'close');
    await next();
    expect(left(folder)).toHaveLength(1 + count);

    child.kill('SIGKILL');
    await once(child, 'close');
    await next();
    expect(left(folder)).toEqual(['gatebench-of-somebody']);
  });
});
