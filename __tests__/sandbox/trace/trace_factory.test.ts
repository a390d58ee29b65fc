// Needs: sandbox, strace, python3
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createBubblewrapBackend } from '../../../src/sandbox/bubblewrap/create_bubblewrap_backend.js';
import type { CommandResult } from '../../../src/sandbox/sandbox_backend.js';
import { selectBackend } from '../../../src/sandbox/selection/select_backend.js';
import { createUnisolatedBackend } from '../../../src/sandbox/unisolated/create_unisolated_backend.js';
import { bubblewrap, ending, givenFolder, inSession, order, removeFolders, shell, text } from '../given.js';

afterAll(removeFolders);
const state = givenFolder();
const backend = bubblewrap({ state_dir: state });

const refused = (result: CommandResult) =>
  result.refused?.operations.map(({ kind, call, target, errno, count }) => [kind, call, target, errno, count]);

/** Runs a Python program in a traced session. */
async function python(program: string): Promise<CommandResult> {
  const folder = givenFolder();
  writeFileSync(join(folder, 'program.py'), program);
  return inSession(backend, order(folder, { trace: true }), (session) =>
    session.exec({ argv: ['/usr/bin/python3', '-S', 'program.py'], timeout_ms: 600_000 }),
  );
}

/** The process that traces for a backend. */
function tracerOf(directory: string): number {
  const pids = readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name) || !existsSync(`/proc/${name}/cmdline`)) return false;
    const [program = '', ...rest] = readFileSync(`/proc/${name}/cmdline`, 'latin1').split('\0');
    return program.endsWith('strace') && rest.some((argument) => argument.startsWith(directory));
  });
  expect(pids).toHaveLength(1);
  return Number(pids[0]);
}

describe('a traced command', () => {
  it('ends as it would without a trace, with what the kernel refused to it', async () => {
    const line =
      'mkdir ok && echo x > ok/file && echo out; echo x > /etc/evil; mkdir /usr/a; cat /nope; (rm /etc/passwd); exit 3';
    const result = await shell(backend, line, { trace: true });
    expect([ending(result), text(result.stdout), result.refused?.complete]).toEqual([
      { cause: 'exit', exit_code: 3, signal: null },
      'out\n',
      true,
    ]);
    expect(refused(result)).toEqual([
      ['write', 'openat', '/etc/evil', 'EROFS', 1],
      ['write', 'mkdir', '/usr/a', 'EROFS', 1],
      ['write', 'unlinkat', '/etc/passwd', 'EROFS', 1],
    ]);
  });

  it('is clean when it did nothing of the kind: the building of the sandbox is not its doing', async () => {
    const result = await shell(backend, 'echo x > file; cat file; ls /root; :', { trace: true });
    expect(result.refused).toEqual({ operations: [], complete: true });
  });

  it('gets no further with privileges than without a trace, and is seen trying', async () => {
    const result = await python(`
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
for name, *args in (('unshare', 0x10000000), ('unshare', 0x20000), ('mount', b'x', b'/tmp', b'tmpfs', 0, None), ('setuid', 0),
                    ('chroot', b'/tmp'), ('sethostname', b'x', 1), ('umount2', b'/work', 2), ('ptrace', 16, 1, 0, 0)):
    print(name, getattr(libc, name)(*args))
print(open('/proc/self/status').read())
`);
    const said = text(result.stdout);
    expect(said.split('\n').slice(0, 8)).toEqual(
      ['unshare', 'unshare', 'mount', 'setuid', 'chroot', 'sethostname', 'umount2', 'ptrace'].map(
        (name) => `${name} -1`,
      ),
    );
    expect(said).toMatch(/^CapEff:\t0000000000000000$/m);
    expect(said).toMatch(/^NoNewPrivs:\t1$/m);
    expect(refused(result)!.map(([kind, call, target]) => [kind, call, target])).toEqual([
      ['privilege', 'unshare', 'CLONE_NEWUSER'],
      ['privilege', 'unshare', 'CLONE_NEWNS'],
      ['privilege', 'mount', '/tmp'],
      ['privilege', 'setuid', '0'],
      ['privilege', 'chroot', '/tmp'],
      ['privilege', 'sethostname', 'x'],
      ['privilege', 'umount2', '/work'],
    ]);
  });

  it('is seen trying to reach addresses, with and without a connection', async () => {
    const result = await python(`
import socket
for family, kind, address in ((socket.AF_INET, socket.SOCK_STREAM, ('192.0.2.4', 80)), (socket.AF_INET6, socket.SOCK_STREAM, ('2001:db8::1', 443))):
    try: socket.socket(family, kind).connect(address)
    except OSError: pass
try: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('192.0.2.8', 53))
except OSError: pass
`);
    expect(refused(result)).toEqual([
      ['connect', 'connect', '192.0.2.4:80', 'ENETUNREACH', 1],
      ['connect', 'connect', '[2001:db8::1]:443', 'ENETUNREACH', 1],
      ['connect', 'sendto', '192.0.2.8:53', 'ENETUNREACH', 1],
    ]);
  });

  it('hides nothing behind threads, forks and daemons', async () => {
    const result = await python(`
import os, threading
def work(k):
    for i in range(50):
        try: open('/usr/thread-%d' % k, 'w')
        except OSError: pass
threads = [threading.Thread(target=work, args=(k,)) for k in range(6)]
for t in threads: t.start()
for p in range(20):
    if os.fork() == 0:
        os.setsid()
        try: open('/usr/fork', 'w')
        except OSError: pass
        os._exit(0)
for t in threads: t.join()
for p in range(20): os.wait()
`);
    expect([refused(result)!.sort(), result.refused?.complete]).toEqual([
      [
        ['write', 'openat', '/usr/fork', 'EROFS', 20],
        ...[0, 1, 2, 3, 4, 5].map((k) => ['write', 'openat', `/usr/thread-${k}`, 'EROFS', 50]),
      ],
      true,
    ]);
  });

  it('stays complete when it is ended at its time limit', async () => {
    const result = await shell(backend, 'mkdir /usr/a; sleep 100', { trace: true }, { timeout_ms: 10_000 });
    expect([result.cause, refused(result), result.refused?.complete]).toEqual([
      'timeout',
      [['write', 'mkdir', '/usr/a', 'EROFS', 1]],
      true,
    ]);
  });

  it('stands still when its session is paused, and goes on', async () => {
    const folder = givenFolder();
    const session = await bubblewrap({ cgroups: 'none' }).open(order(folder, { trace: true }));
    const running = session.exec({
      argv: ['/bin/sh', '-c', 'while [ ! -e stop ]; do echo x >> track; done; mkdir /usr/a'],
      timeout_ms: 600_000,
    });
    const size = () => (readdirSync(folder).includes('track') ? readFileSync(join(folder, 'track')).length : 0);
    while (size() === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    await session.pause!();
    const before = size();
    await shell(backend, 'true');
    expect(size()).toBe(before);
    writeFileSync(join(folder, 'stop'), '');
    await session.resume!();
    expect(refused(await running)).toEqual([['write', 'mkdir', '/usr/a', 'EROFS', 1]]);
    await session.close();
  });

  it('cannot reach its own trace: it has no descriptor more than without one', async () => {
    const line = 'cd /proc/self/fd; for fd in *; do echo "$fd $(readlink $fd)"; done';
    const [traced, plain] = [await shell(backend, line, { trace: true }), await shell(backend, line)];
    const shown = (result: CommandResult) => text(result.stdout).replace(/pipe:.*|pipes.*/g, 'pipe');
    expect(shown(traced)).toBe(shown(plain));
  });
});

describe('a tracer that dies', () => {
  it('takes the command with it, and the trace is incomplete', async () => {
    const folder = givenFolder();
    const session = await backend.open(order(folder, { trace: true }));
    const running = session.exec({
      argv: ['/bin/sh', '-c', 'echo $PPID > started; mkdir /usr/a; sleep 1000'],
      timeout_ms: 600_000,
    });
    while (!readdirSync(folder).includes('started')) await new Promise((resolve) => setTimeout(resolve, 2));
    process.kill(tracerOf(state), 'SIGKILL');
    const result = await running;
    expect([result.cause === 'exit', result.refused?.complete]).toEqual([false, false]);
    await session.close();
  });
});

describe('a contract that asks for a trace', () => {
  const wish = { sandbox: 'auto', unsafe: true, guarantees: { trace: 'strace' } } as const;
  const makers = {
    bubblewrap: () => backend,
    none: () => createUnisolatedBackend(),
    container: () => {
      throw new Error('not asked for');
    },
  };

  it('gets it where strace works: the probe has seen what it must see', async () => {
    const choice = await selectBackend(wish, makers);
    expect('probe' in choice && choice.probe.guarantees).toMatchObject({ trace: 'strace', privileges: 'kernel' });
    const plain = await backend.probe();
    expect(plain.usable && plain.guarantees.trace).toBeUndefined();
  });

  it('is refused where nothing can trace, with what helps', async () => {
    expect(await selectBackend({ ...wish, sandbox: 'none' }, makers)).toEqual({
      refusal: {
        reason: 'the contract demands what the none sandbox does not guarantee here: trace: strace (here: not given)',
        remedy: 'Only bubblewrap can trace (see docs/sandbox.md#tracing); elsewhere write `evidence: counters`.',
      },
    });
  });

  it('is refused where strace is there and sees nothing', async () => {
    const folder = givenFolder();
    mkdirSync(join(folder, 'bin'));
    writeFileSync(join(folder, 'bin/strace'), '#!/bin/sh\nwhile [ "$1" != -- ]; do shift; done; shift; exec "$@"\n');
    chmodSync(join(folder, 'bin/strace'), 0o755);
    const blind = createBubblewrapBackend({ state_dir: givenFolder(), strace: join(folder, 'bin/strace') });
    expect(await blind.probe(true)).toMatchObject({
      usable: false,
      reason: 'the contract asks for a trace (policy.evidence), and strace sees nothing here',
    });
  });

  it('is refused where strace is missing', async () => {
    const without = createBubblewrapBackend({ state_dir: givenFolder(), strace: '/nowhere/strace' });
    expect(await without.probe(true)).toEqual({
      usable: false,
      reason: 'the contract asks for a trace (policy.evidence), and strace is not installed',
      remedy: 'Install strace (see docs/sandbox.md#tracing), or write `evidence: counters`.',
    });
  });
});
