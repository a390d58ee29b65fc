import { readdirSync, readFileSync, readlinkSync, statfsSync, statSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';

/** File systems that lie in memory (statfs(2)): tmpfs and hugetlbfs. */
const IN_MEMORY = new Set([0x01021994, 0x958458f6]);

/** Kernel's suffix for the path of an unlinked file. */
const DELETED = ' (deleted)';

/**
 * Measures unlinked files that processes keep open or mapped; a walk over folders cannot see them. Each file counts
 * once. Reads descriptors per thread, since threads can have their own table. Root measures mapped files that are no
 * longer open; other users count the size of the mappings. Misses files in flight over a socket.
 *
 * @param in_memory count files in memory too, if no control group does
 * @returns `hidden`: a process shows its open files only to root (it is not dumpable, prctl(2))
 */
export async function measureUnlinkedFiles(
  pids: readonly number[],
  in_memory: boolean,
): Promise<{ bytes: number; hidden: boolean }> {
  const sizes = new Map<string, number>();
  let hidden = false;
  for (const pid of pids) {
    for (const thread of listIfPermitted(`/proc/${pid}/task`) ?? [])
      hidden = !readDescriptors(`/proc/${pid}/task/${thread}/fd`, in_memory, sizes) || hidden;
    readMappings(pid, in_memory, sizes);
    await setImmediate();
  }
  let bytes = 0;
  for (const size of sizes.values()) bytes += size;
  return { bytes, hidden };
}

/**
 * Adds the open files of a descriptor table.
 * @returns false if this user may not read the table
 */
function readDescriptors(folder: string, in_memory: boolean, sizes: Map<string, number>): boolean {
  const names = listIfPermitted(folder);
  for (const name of names ?? []) {
    const path = `${folder}/${name}`;
    const target = readTarget(path);
    if (target?.endsWith(DELETED)) addUnlinkedFile(path, target, in_memory, sizes);
  }
  return names !== undefined;
}

/** A line of proc_pid_maps(5): range, mode, offset, device, inode, path. */
const MAPPING = /^([0-9a-f]+)-([0-9a-f]+) \S+ \S+ ([0-9a-f]+):([0-9a-f]+) (\d+) +(.*)$/;

/** Memory that has a path without any file system that could be mounted, as the kernel names it. */
const SHARED_MEMORY = /^\/(memfd:|dev\/zero |dev\/shm\/|SYSV|anon_hugepage)/;

/** A line of proc_pid_mountinfo(5) of a file system in memory: its device. */
const MEMORY_MOUNT = /^\d+ \d+ (\d+:\d+) .* - (?:tmpfs|ramfs|hugetlbfs) /gm;

function readMappings(pid: number, in_memory: boolean, sizes: Map<string, number>): void {
  const measured = new Map<string, number>();
  let memory: ReadonlySet<string> | undefined;
  for (const line of readText(`/proc/${pid}/maps`).split('\n')) {
    const [, start, end, major, minor, inode, target] = MAPPING.exec(line) ?? [];
    if (start === undefined || end === undefined || !target?.endsWith(DELETED)) continue;
    const key = `${inode} ${target}`;
    if (sizes.has(key) || addUnlinkedFile(`/proc/${pid}/map_files/${start}-${end}`, target, in_memory, sizes)) continue;
    // The kernel shows what is behind it to root alone. Shared memory has such lines as well.
    memory ??= listMemoryDevices(pid);
    const device = `${Number.parseInt(major!, 16)}:${Number.parseInt(minor!, 16)}`;
    if (in_memory || !(SHARED_MEMORY.test(target) || memory.has(device)))
      measured.set(key, (measured.get(key) ?? 0) + Number.parseInt(end, 16) - Number.parseInt(start, 16));
  }
  for (const [key, bytes] of measured) sizes.set(key, Math.max(sizes.get(key) ?? 0, bytes));
}

/** Devices of the file systems in memory that a process has mounted, such as the /tmp of its sandbox. */
const listMemoryDevices = (pid: number): ReadonlySet<string> =>
  new Set([...readText(`/proc/${pid}/mountinfo`).matchAll(MEMORY_MOUNT)].map(([, device]) => device!));

/**
 * Adds a file to the sum.
 * @returns false if the file cannot be read
 */
function addUnlinkedFile(path: string, target: string, in_memory: boolean, sizes: Map<string, number>): boolean {
  try {
    const stat = statSync(path);
    if (!stat.isFile() || stat.nlink > 0) return true;
    const key = `${stat.ino} ${target}`;
    if (!sizes.has(key)) sizes.set(key, in_memory || !IN_MEMORY.has(statfsSync(path).type) ? stat.blocks * 512 : 0);
    return true;
  } catch {
    return false; // closed meanwhile, or not readable for this user
  }
}

/** Lists a folder; undefined if only root may read it, empty if it has gone. */
function listIfPermitted(folder: string): string[] | undefined {
  try {
    return readdirSync(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'EACCES' || code === 'EPERM' ? undefined : [];
  }
}

function readTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
