// Needs: python3
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { measureUnlinkedFiles } from '../../../src/sandbox/disk/measure_unlinked_files.js';
import { givenFolder, MiB, ORDINARY, removeFolders } from '../given.js';

const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  removeFolders();
});

/** What an ordinary user finds of a process of its own that maps this; Python's own mapping would keep the file open. */
async function foundBy(folder: string, mapping: string, in_memory = false): Promise<number> {
  const program = `import ctypes,mmap,os,time
def shared(f):
  ctypes.CDLL(None).mmap(None,ctypes.c_size_t(8<<20),3,1,f,ctypes.c_long(0))
${mapping}
print('ready', flush=True)
time.sleep(60)`;
  const isRoot = process.getuid!() === 0;
  const user = isRoot ? ORDINARY : {};
  const child = spawn('/usr/bin/python3', ['-c', program], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    ...user,
  });
  children.push(child);
  await once(child.stdout!, 'data');
  if (isRoot) {
    process.setegid!(ORDINARY.gid);
    process.seteuid!(ORDINARY.uid);
  }
  try {
    return (await measureUnlinkedFiles([child.pid!], in_memory)).bytes;
  } finally {
    if (isRoot) {
      process.seteuid!(0);
      process.setegid!(0);
    }
  }
}

const inFile = (path: string) =>
  `f=os.open('${path}',os.O_CREAT|os.O_RDWR); os.posix_fallocate(f,0,8<<20); shared(f); os.unlink('${path}'); os.close(f)`;

describe('files without a name that a process has mapped and no longer open', () => {
  it('count for an ordinary user as well, wherever on disk they were', async () => {
    const folder = givenFolder(ORDINARY);
    expect(folder).toMatch(/^\/(tmp|var\/tmp|home)\//);
    expect(await foundBy(folder, inFile('big'))).toBe(8 * MiB);
  });

  it.each([
    ['in /dev/shm', inFile('/dev/shm/gatebench-mapped')],
    ['in a memfd', "f=os.memfd_create('m'); os.ftruncate(f,8<<20); shared(f); os.close(f)"],
    ['anonymous', 'm=mmap.mmap(-1,8<<20)'],
  ])('count as memory where they are: %s', async (_, mapping) => {
    expect(await foundBy(givenFolder(ORDINARY), mapping)).toBe(0);
    expect(await foundBy(givenFolder(ORDINARY), mapping, true)).toBe(8 * MiB);
  });
});
