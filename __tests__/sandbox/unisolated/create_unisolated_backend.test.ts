import { readdirSync } from 'node:fs';
import { findCgroups } from '../../../src/sandbox/cgroup/find_cgroups.js';
import { getSandboxOwner } from '../../../src/sandbox/sandbox_owner.js';
import { createUnisolatedBackend } from '../../../src/sandbox/unisolated/create_unisolated_backend.js';
import { ending, givenFolder, inSession, isAlive, MiB, order, PATH, removeFolders, shell, text } from '../given.js';

const backend = createUnisolatedBackend();
afterAll(removeFolders);

describe('without a sandbox', () => {
  it('nothing is guaranteed', async () => {
    expect(await backend.probe()).toEqual({
      usable: true,
      version: '',
      class: 'none',
      isolated: false,
      guarantees: {},
    });
  });

  it.each([
    ['exit 3', { cause: 'exit', exit_code: 3, signal: null }],
    ['no-such-program', { cause: 'exit', exit_code: 127, signal: null }],
    ['kill -9 $$', { cause: 'signal', exit_code: 137, signal: 'SIGKILL' }],
  ])('a command ends with its own status: %s', async (line, expected) => {
    expect(ending(await shell(backend, line))).toEqual(expected);
  });

  it('a program that does not exist is 127, as in the sandbox', async () => {
    expect(ending(await shell(backend, '', {}, { argv: ['/no/such/program'] }))).toEqual({
      cause: 'exit',
      exit_code: 127,
      signal: null,
    });
  });

  it.each([
    ['ENOENT', 'the parent group is gone'],
    ['EINVAL', 'the limit is refused'],
    ['ESRCH', 'the process is gone'],
  ])('a command whose control group the kernel refuses with %s is not started', async (code, message) => {
    const refuse = () => {
      throw Object.assign(new Error(message), { code });
    };
    const refused = createUnisolatedBackend({ cgroups: { version: 'cgroup-v2', create: refuse } });
    expect(await shell(refused, 'true')).toMatchObject({ cause: 'not-started', detail: message });
  });

  it('a command still has exactly the ordered environment and an empty home', async () => {
    process.env.LEAK = 'of the caller';
    const workspace = givenFolder();
    const result = await inSession(backend, order(workspace), (session) =>
      session.exec({ argv: ['/bin/sh', '-c', 'env | sort; ls -A ~; id -u'], timeout_ms: 600_000 }),
    );
    delete process.env.LEAK;
    expect(text(result.stdout).replace(/HOME=.*/, 'HOME=…')).toBe(
      `HOME=…\nPATH=${PATH}\nPWD=${workspace}\n${getSandboxOwner().uid}\n`,
    );
  });

  it('the workspace and the mounts are where they are on the machine', async () => {
    const [workspace, reports] = [givenFolder(), givenFolder()];
    const given = order(workspace, { writable_mounts: { [reports]: '/run/reports' } });
    const said = await inSession(backend, given, async (session) => {
      const place = session.resolvePath('/run/reports/one');
      await session.exec({ argv: ['touch', place], timeout_ms: 600_000 });
      return [session.root, place, session.resolvePath('/elsewhere'), readdirSync(reports)];
    });
    expect(said).toEqual([workspace, `${reports}/one`, '/elsewhere', ['one']]);
  });

  it('input, output and both ends of a flood are kept as in the sandbox', async () => {
    const result = await shell(backend, 'cat; cat /dev/stdin > /dev/stderr', {}, { stdin: 'in' });
    const flood = await shell(backend, 'yes', { limits: { memory_bytes: 64 * MiB, processes: 16, output_bytes: MiB } });
    expect([text(result.stdout), text(result.stderr), flood.cause]).toEqual(['in', 'in', 'output-limit']);
  });

  it('a command and its process group end at the end of its time', async () => {
    const result = await shell(backend, 'sleep 600 & echo $!; wait', {}, { timeout_ms: 300 });
    expect([ending(result), isAlive(Number(text(result.stdout)))]).toEqual([
      { cause: 'timeout', exit_code: null, signal: 'SIGKILL' },
      false,
    ]);
  });

  it('what a finished command left in its process group ends, too', async () => {
    const result = await shell(backend, 'sleep 600 & echo $!');
    expect([ending(result), isAlive(Number(text(result.stdout)))]).toEqual([
      { cause: 'exit', exit_code: 0, signal: null },
      false,
    ]);
  });

  if (findCgroups() !== undefined) {
    it('a daemon ends as well where there are control groups', async () => {
      const result = await shell(backend, 'setsid sleep 600 & echo $!; sleep 0.1');
      expect(isAlive(Number(text(result.stdout)))).toBe(false);
    });
  }

  it('a directory that does not exist is not a result of the command', async () => {
    const result = await shell(backend, 'true', {}, { cwd: '/no/directory' });
    expect(result.cause).toBe('not-started');
  });
});
