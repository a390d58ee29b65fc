// Needs: sandbox, strace, python3
import { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createBubblewrapBackend } from '../../src/sandbox/bubblewrap/create_bubblewrap_backend.js';
import type { CommandResult } from '../../src/sandbox/sandbox_backend.js';
import { bubblewrap, ending, givenFolder, inSession, order, removeFolders, shell, text } from './given.js';

afterAll(removeFolders);
const backend = bubblewrap();

const executed = (result: CommandResult) => result.programs?.programs.map(({ argv, count }) => [count, ...argv]);

/** Runs a shell line in a session whose programs are traced. */
const watched = (line: string, command = {}) => shell(backend, line, { programs: true }, command);

/** Runs a Python program in such a session. */
async function python(program: string, trace: object = { programs: true }): Promise<CommandResult> {
  const folder = givenFolder();
  writeFileSync(join(folder, 'program.py'), program);
  return inSession(backend, order(folder, trace), (session) =>
    session.exec({ argv: ['/usr/bin/python3', '-S', 'program.py'], timeout_ms: 600_000 }),
  );
}

describe('programs of a command', () => {
  it('are seen with their arguments, and those that are not there are not', async () => {
    const result = await watched('/bin/true a "b c"; /bin/true a "b c"; env ls / > /dev/null; /nowhere x; exit 3');
    expect([ending(result).exit_code, executed(result), result.programs]).toMatchObject([
      3,
      [
        [2, '/bin/true', 'a', 'b c'],
        [1, 'env', 'ls', '/'],
        [1, 'ls', '/'],
      ],
      { total: 4, distinct: 3, complete: true },
    ]);
    expect(result.refused).toBeUndefined();
  });

  it('leave out the harness and the command itself, whose words before it stand in no record', async () => {
    expect((await watched('SECRET=1; :')).programs).toEqual({ programs: [], total: 0, distinct: 0, complete: true });
  });

  it('are seen together with what was refused', async () => {
    const result = await shell(backend, 'mkdir /usr/a; /bin/true', { trace: true });
    expect([executed(result), result.refused?.operations.length, result.programs?.complete]).toEqual([
      [
        [1, 'mkdir', '/usr/a'],
        [1, '/bin/true'],
      ],
      1,
      true,
    ]);
  });

  it.each([{ programs: true }, { trace: true }])('are seen when a thread executes them: %j', async (how) => {
    const line =
      'import os, threading\nthreading.Thread(target=lambda: os.execv("/bin/rm", ["rm", "/nowhere"])).start()';
    const result = await python(line, how);
    expect([executed(result), result.programs?.complete]).toEqual([[[1, 'rm', '/nowhere']], true]);
  });

  it('are seen while it runs', async () => {
    const folder = givenFolder();
    const seen: string[] = [];
    const result = await inSession(backend, order(folder, { programs: true }), (session) =>
      session.exec({
        argv: ['/bin/sh', '-c', '/bin/true early; while [ ! -e stop ]; do :; done; exit 4'],
        timeout_ms: 600_000,
        on_program: (argv) => {
          seen.push(argv.join(' '));
          writeFileSync(join(folder, 'stop'), '');
        },
      }),
    );
    expect([result.exit_code, seen]).toEqual([4, ['/bin/true early']]);
  });

  it.each([
    ['a pipe into a shell', 'echo cm0gLXJmIC9ldGMveA== | base64 -d | sh'],
    ['code of Python', `python3 -S -c "import subprocess; subprocess.run(['r'+'m', '-rf', '/etc/x'])"`],
    ['a script that was written before', 'printf "#!/bin/sh\\nrm -rf /etc/x\\n" > s; chmod +x s; ./s'],
    ['a test', `printf "require('child_process').execFileSync('rm', ['-rf', '/etc/x'])" > t.js; node t.js`],
    [
      'a thread of Python',
      'python3 -S thread.py',
      'import os, threading\nthreading.Thread(target=lambda: os.execvp("rm", ["rm", "-rf", "/etc/x"])).start()',
    ],
    ['another name for itself', 'bash -c "exec -a ls /bin/rm -rf /etc/x"'],
    ['vfork', 'python3 -S thread.py', 'import os\nos.posix_spawnp("rm", ["rm", "-rf", "/etc/x"], {})'],
    [
      'a descriptor',
      'python3 -S thread.py',
      'import os\nos.execve(os.open("/bin/rm", os.O_RDONLY), ["rm", "-rf", "/etc/x"], {})',
    ],
    ['a daemon', 'setsid -f rm -rf /etc/x; sleep 0.2'],
  ])('cannot hide behind %s', async (_what, line, program = '') => {
    const folder = givenFolder();
    writeFileSync(join(folder, 'thread.py'), program);
    const path = `${process.execPath.replace(/\/node$/, '')}:/usr/bin:/bin`;
    const given = order(folder, {
      programs: true,
      environment: { PATH: path },
      read_only_mounts: {
        [process.execPath.replace(/\/bin\/node$/, '')]: process.execPath.replace(/\/bin\/node$/, ''),
      },
    });
    const result = await inSession(backend, given, (session) =>
      session.exec({ argv: ['/bin/sh', '-c', line], timeout_ms: 600_000 }),
    );
    const found = result.programs!.programs.map(
      ({ argv }) => `${argv[0]?.split('/').at(-1)} ${argv.slice(1).join(' ')}`,
    );
    expect(found).toContain('rm -rf /etc/x');
    expect(result.programs!.complete).toBe(true);
  });

  it('may have any words: lines, control characters, bytes that are no text', async () => {
    const result = await python(
      'import os\nos.posix_spawn("/bin/true", [b"true", b"a\\nexecve(\\"/bin/x\\", [\\"x\\"], 0) = 0", b"\\x1b[2J\\xff\\\\", "é".encode(), b""], {})\nos.wait()',
    );
    expect(executed(result)).toEqual([[1, 'true', 'a\nexecve("/bin/x", ["x"], 0) = 0', '\x1b[2J\ufffd\\', 'é', '']]);
  });

  it('may have megabytes of them: the beginning is kept, and those after them are seen', async () => {
    const result = await python(`
import os
for argv in (["true"] + ["\\x01" * 100_000] * 15, ["true"] + ["x"] * 100_000, ["true", "last"]):
    os.posix_spawn("/bin/true", argv, {})
    os.wait()
`);
    const { programs, complete } = result.programs!;
    expect([programs.length, programs.at(-1)?.argv, complete]).toEqual([3, ['true', 'last'], true]);
    for (const { argv } of programs.slice(0, 2)) {
      expect(argv.at(-1)).toMatch(/…$/);
      expect(argv.join('').length).toBeLessThan(10_000);
    }
  });

  it('are told with their folder, as they see it, where they live long enough', async () => {
    const folders: (string | undefined)[] = [];
    await watched('mkdir sub; cd sub; sleep 0.5 & cd /; sleep 0.6', {
      on_program: ([program]: readonly string[], cwd?: string) => void (program === 'sleep' && folders.push(cwd)),
    });
    expect(folders.sort()).toEqual(['/', '/work/sub']);
  });

  it('are kept up to 500 different ones; the rest is counted and still told', async () => {
    const seen: string[] = [];
    const result = await watched('i=0; while [ $i -lt 520 ]; do /bin/true $i; i=$((i+1)); done', {
      on_program: (argv: readonly string[]) => void seen.push(argv[1]!),
    });
    const { programs, total, distinct, complete } = result.programs!;
    expect([programs.length, total, distinct, complete, seen.length, seen.at(-1)]).toEqual([
      500,
      520,
      520,
      true,
      520,
      '519',
    ]);
  });
});

describe('a command whose programs are traced', () => {
  it('stays complete when it is ended at its time limit, and when it is cancelled', async () => {
    const late = await watched('/bin/true; sleep 100', { timeout_ms: 500 });
    expect([late.cause, executed(late)?.[0], late.programs?.complete]).toEqual(['timeout', [1, '/bin/true'], true]);
    const cancel = new AbortController();
    const gone = await watched('sleep 100', {
      signal: cancel.signal,
      on_program: () => cancel.abort(new Error('enough')),
    });
    expect([gone.cause, executed(gone), gone.programs?.complete]).toEqual(['cancelled', [[1, 'sleep', '100']], true]);
  });

  it('has the limits and counters that it has without', async () => {
    const flood = await watched('python3 -S -c "import socket; socket.socket().connect((\'192.0.2.1\', 9))"');
    expect(flood.network_attempts).toBe(1);
    const large = await watched('python3 -S -c "x = bytearray(10**9)"');
    expect(ending(large).exit_code).not.toBe(0);
  });

  it('has a terminal where it makes one', async () => {
    const result = await watched(`python3 -S -c "import pty; pty.spawn(['/bin/sh', '-c', 'tty; exec /bin/true x'])"`);
    expect([text(result.stdout), executed(result)?.at(-1)]).toEqual([
      expect.stringMatching(/^\/dev\/pts\/\d+\r?\n$/),
      [1, '/bin/true', 'x'],
    ]);
  });

  it('stops and goes on by its own signals', async () => {
    const result = await watched('sleep 100 & p=$!; kill -STOP $p; kill -CONT $p; kill $p; wait $p; echo $?');
    expect(text(result.stdout)).toBe('143\n');
  });

  it('stands still when its session is paused, and goes on', async () => {
    const folder = givenFolder();
    for (const options of [{}, { cgroups: 'none' as const }]) {
      const session = await bubblewrap(options).open(order(folder, { programs: true }));
      const running = session.exec({
        argv: ['/bin/sh', '-c', 'rm -f stop; while [ ! -e stop ]; do /bin/echo x >> track; done; rm track'],
        timeout_ms: 600_000,
      });
      while (!readdirSync(folder).includes('track')) await new Promise((resolve) => setTimeout(resolve, 2));
      await session.pause!();
      await session.resume!();
      writeFileSync(join(folder, 'stop'), '');
      expect((await running).programs?.complete).toBe(true);
      await session.close();
    }
  });

  it('gets the same answers to calls that make sandboxes and look into processes', async () => {
    const program = `
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
for name, *args in (('unshare', 0x10000000), ('ptrace', 0, 0, 0, 0), ('mount', b'x', b'/tmp', b'tmpfs', 0, None), ('setuid', 0), ('chroot', b'/tmp')):
    print(name, getattr(libc, name)(*args), ctypes.get_errno())
print('landlock', libc.syscall(444, None, ctypes.c_size_t(0), 1) >= 0)
class Instruction(ctypes.Structure): _fields_ = [('code', ctypes.c_ushort), ('jt', ctypes.c_ubyte), ('jf', ctypes.c_ubyte), ('k', ctypes.c_uint)]
class Program(ctypes.Structure): _fields_ = [('len', ctypes.c_ushort), ('filter', ctypes.POINTER(Instruction))]
allow = Program(1, ctypes.pointer(Instruction(6, 0, 0, 0x7fff0000)))
print('filter', libc.prctl(22, 2, ctypes.byref(allow)))
os.posix_spawn('/bin/true', ['true', 'behind a filter'], {})
os.wait()
`;
    const [plain, traced] = [await python(program, {}), await python(program)];
    expect(text(traced.stdout)).toBe(text(plain.stdout));
    expect(text(traced.stdout)).toContain('filter 0');
    expect(executed(traced)).toEqual([[1, 'true', 'behind a filter']]);
  });

  it('cannot reach its tracer', async () => {
    const result = await python(`
import os, signal
print(open('/proc/self/status').read().split('TracerPid:')[1].split()[0])
print(sorted(int(name) for name in os.listdir('/proc') if name.isdigit())[:1])
for pid in range(2, 4000):
    if pid == os.getpid(): continue
    try: os.kill(pid, signal.SIGKILL)
    except OSError: pass
signal.signal(signal.SIGTERM, signal.SIG_IGN)
try: os.kill(-1, signal.SIGTERM)
except OSError: pass
os.posix_spawn('/bin/true', ['true', 'still seen'], {})
os.wait()
`);
    expect([text(result.stdout).split('\n')[0], executed(result), result.programs?.complete]).toEqual([
      '0',
      [[1, 'true', 'still seen']],
      true,
    ]);
  });
});

describe('whether programs can be traced', () => {
  it('is tried out', async () => {
    expect(await backend.findProgramTraceFault!()).toBeUndefined();
  });

  it('says why not', async () => {
    const without = createBubblewrapBackend({ state_dir: givenFolder(), strace: '/nowhere/strace' });
    expect(await without.findProgramTraceFault!()).toBe('strace is not installed');
    const folder = givenFolder();
    writeFileSync(join(folder, 'strace'), '#!/bin/sh\nwhile [ "$1" != -- ]; do shift; done; shift; exec "$@"\n');
    chmodSync(join(folder, 'strace'), 0o755);
    const blind = createBubblewrapBackend({ state_dir: givenFolder(), strace: join(folder, 'strace') });
    expect(await blind.findProgramTraceFault!()).toBe('strace sees nothing here');
  });
});
