// Needs: sandbox, python3
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { watchDisk } from '../../../src/sandbox/disk/watch_disk.js';
import type { SandboxBackend } from '../../../src/sandbox/sandbox_backend.js';
import { createUnisolatedBackend } from '../../../src/sandbox/unisolated/create_unisolated_backend.js';
import { asOrdinaryUser, bubblewrap, givenFolder, inSession, MiB, ORDINARY, order, removeFolders } from '../given.js';

afterAll(removeFolders);

// Others on this machine free and take space as well: one process takes much more than the limit at once.
const limits = { memory_bytes: 256 * MiB, processes: 16, output_bytes: MiB, disk_bytes: 4 * MiB };

/** Takes more than the limit and holds it until it is ended. */
const python = (program: string) => `/usr/bin/python3 -c "import os,time,mmap,threading,ctypes,socket
${program}
time.sleep(30)"`;

const OPEN = "f=os.open('big',os.O_CREAT|os.O_RDWR); os.posix_fallocate(f,0,64<<20)";

const HIDDEN: readonly [string, string][] = [
  ['an open file whose name is gone', python(`${OPEN}; os.unlink('big')`)],
  ['a file that never had a name', python("f=os.open('.',os.O_TMPFILE|os.O_RDWR); os.posix_fallocate(f,0,8<<20)")],
  ['a mapped file that is deleted and closed', python(`${OPEN}; m=mmap.mmap(f,64<<20); os.unlink('big'); os.close(f)`)],
  [
    'an open file in a folder that is gone',
    python(
      "os.mkdir('d'); f=os.open('d/big',os.O_CREAT|os.O_RDWR); os.posix_fallocate(f,0,8<<20); os.unlink('d/big'); os.rmdir('d')",
    ),
  ],
  [
    'an open file of a child whose parent has ended',
    `(${python(`${OPEN}; os.unlink('big')`)} > /dev/null &) ; sleep 30`,
  ],
  [
    'an open file of a thread that has descriptors of its own',
    python(
      `def own():
  ctypes.CDLL(None).unshare(0x400)
  ${OPEN}; os.unlink('big'); time.sleep(30)
threading.Thread(target=own).start()`,
    ),
  ],
  [
    'an open file of a process that nobody may trace',
    python(`ctypes.CDLL(None).prctl(4,0,0,0,0); ${OPEN}; os.unlink('big')`),
  ],
];

async function causeOf(backend: SandboxBackend, line: string): Promise<string> {
  const workspace = givenFolder();
  const given = order(workspace, { upper: workspace, limits });
  const result = await inSession(backend, given, (session) =>
    session.exec({ argv: ['/bin/sh', '-c', line], timeout_ms: 600_000 }),
  );
  return result.cause;
}

describe('disk that is taken without a name counts where disk use is watched', () => {
  it.each(HIDDEN)('%s, in a sandbox', async (_, line) => {
    expect(await causeOf(bubblewrap(), line)).toBe('disk-limit');
  });

  it.each(HIDDEN.slice(0, 3))('%s, without a control group', async (_, line) => {
    expect(await causeOf(bubblewrap({ cgroups: 'none' }), line)).toBe('disk-limit');
  });

  it.each(HIDDEN.slice(0, 3))('%s, without isolation', async (_, line) => {
    expect(await causeOf(createUnisolatedBackend({ state_dir: givenFolder() }), line)).toBe('disk-limit');
  });

  it.each(HIDDEN)('%s, by an ordinary user', async (_, line) => {
    const workspace = givenFolder(ORDINARY);
    const [result] = await asOrdinaryUser(order(workspace, { upper: workspace, limits }), [line]);
    expect(result!.cause).toBe('disk-limit');
  });
});

it.each([
  ['a memfd', python("f=os.memfd_create('m'); os.posix_fallocate(f,0,8<<20)")],
  [
    'a file in /dev/shm whose name is gone',
    python(
      "f=os.open('/dev/shm/big',os.O_CREAT|os.O_RDWR); [os.write(f,bytes(1<<20)) for i in range(3)]; os.unlink('/dev/shm/big'); g=os.memfd_create('m'); os.posix_fallocate(g,0,3<<20)",
    ),
  ],
])('memory that looks like files counts as disk where no control group counts it: %s', async (_, line) => {
  expect(await causeOf(bubblewrap({ cgroups: 'none' }), line)).toBe('disk-limit');
});

it('files whose names are gone do not count before they take more than the limit, whoever else has them open', async () => {
  const small = "f=os.open('small',os.O_CREAT|os.O_RDWR); os.posix_fallocate(f,0,3<<20); os.unlink('small')";
  const line = `/usr/bin/python3 -c "import os,time; ${small}; [os.fork() for i in range(2)]; time.sleep(1)"`;
  expect(await causeOf(bubblewrap(), line)).toBe('exit');
});

it('a workspace without an upper directory may grow by the limit, whatever was in it before', async () => {
  const grown = async (line: string) => {
    const workspace = givenFolder();
    execFileSync('sh', ['-c', 'head -c 6000000 /dev/zero > before'], { cwd: workspace });
    const given = order(workspace, { before_bytes: 6_000_000, limits });
    const exec = { argv: ['/bin/sh', '-c', line], timeout_ms: 600_000 };
    return (await inSession(bubblewrap(), given, (session) => session.exec(exec))).cause;
  };
  expect(await grown('head -c 3000000 /dev/zero > more; sleep 1')).toBe('exit');
  expect(await grown('head -c 9000000 /dev/zero > more; sleep 20')).toBe('disk-limit');
});

it('what a command wrote that ended before the first look is measured all the same', async () => {
  const folder = givenFolder();
  const told: string[] = [];
  const watch = () => {
    const disk = { folders: [folder], before_bytes: 0, volumes: [] };
    const how = { processes: () => [], in_memory: false };
    return watchDisk(disk, 4 * MiB, how, (detail) => void told.push(detail));
  };
  for (const [name, bytes] of [
    ['small', MiB],
    ['big', 8 * MiB],
  ] as const) {
    const watched = watch();
    writeFileSync(join(folder, name), Buffer.alloc(bytes, 1));
    watched.stop();
    await watched.finish();
    expect(watched.bytes).toBeGreaterThanOrEqual(bytes);
    expect(told).toHaveLength(name === 'big' ? 1 : 0);
  }
});

it('one file cannot become much longer than the limit of disk between two looks', async () => {
  const line = `exec /usr/bin/python3 -c "import signal,os; signal.signal(signal.SIGXFSZ,signal.SIG_DFL); f=os.open('big',os.O_CREAT|os.O_RDWR); os.ftruncate(f,1<<30)"`;
  const workspace = givenFolder();
  const given = order(workspace, { upper: workspace, limits });
  const result = await inSession(bubblewrap(), given, (session) =>
    session.exec({ argv: ['/bin/sh', '-c', line], timeout_ms: 600_000 }),
  );
  expect([result.cause, result.signal, result.detail]).toEqual([
    'disk-limit',
    'SIGXFSZ',
    'a process wrote a file as long as the disk limit (RLIMIT_FSIZE)',
  ]);
});
