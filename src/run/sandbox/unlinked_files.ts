import { readdirSync, readFileSync, readlinkSync, statfsSync, statSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';

/** File systems that lie in memory (statfs(2)): tmpfs and hugetlbfs. */
const IN_MEMORY = new Set([0x01021994, 0x958458f6]);

/** How the kernel marks the path of a file that has no name any more. */
const DELETED = ' (deleted)';

/**
 * Adds up what processes keep in files without a name: open, or mapped. Nobody who walks over folders sees them. Each file counts once.
 *
 * Descriptors are read thread by thread, since a thread can have its own. What is mapped and no longer open can be measured by root; for
 * others it counts with the size of its mappings. Not seen: what travels over a socket and has not been received.
 *
 * @param in_memory count files in memory as well, where no control group holds them
 * @returns `hidden`: a process lets nobody but root see what it has open (it cannot be dumped, prctl(2))
 */
export async function unlinkedFiles(
  pids: readonly number[],
  in_memory: boolean,
): Promise<{ bytes: number; hidden: boolean }> {
  const found = new Map<string, number>();
  let hidden = false;
  for (const pid of pids) {
    for (const thread of list(`/proc/${pid}/task`) ?? [])
      hidden = !readDescriptors(`/proc/${pid}/task/${thread}/fd`, in_memory, found) || hidden;
    readMappings(pid, in_memory, found);
    await setImmediate();
  }
  let bytes = 0;
  for (const size of found.values()) bytes += size;
  return { bytes, hidden };
}

/** @returns false when they are there and not ours to see */
function readDescriptors(folder: string, in_memory: boolean, found: Map<string, number>): boolean {
  const names = list(folder);
  for (const name of names ?? []) {
    const path = `${folder}/${name}`;
    const target = targetOf(path);
    if (target?.endsWith(DELETED)) take(path, target, in_memory, found);
  }
  return names !== undefined;
}

/** A line of proc_pid_maps(5): range, mode, offset, device, inode, path. */
const MAPPING = /^([0-9a-f]+)-([0-9a-f]+) \S+ \S+ ([0-9a-f]+):([0-9a-f]+) (\d+) +(.*)$/;

/** Memory that has a path without any file system that could be mounted, as the kernel names it. */
const SHARED_MEMORY = /^\/(memfd:|dev\/zero |dev\/shm\/|SYSV|anon_hugepage)/;

/** A line of proc_pid_mountinfo(5) of a file system in memory: its device. */
const MEMORY_MOUNT = /^\d+ \d+ (\d+:\d+) .* - (?:tmpfs|ramfs|hugetlbfs) /gm;

function readMappings(pid: number, in_memory: boolean, found: Map<string, number>): void {
  const measured = new Map<string, number>();
  let memory: ReadonlySet<string> | undefined;
  for (const line of textOf(`/proc/${pid}/maps`).split('\n')) {
    const [, from, to, major, minor, inode, target] = MAPPING.exec(line) ?? [];
    if (from === undefined || to === undefined || !target?.endsWith(DELETED)) continue;
    const key = `${inode} ${target}`;
    if (found.has(key) || take(`/proc/${pid}/map_files/${from}-${to}`, target, in_memory, found)) continue;
    // The kernel shows what is behind it to root alone. Shared memory has such lines as well.
    memory ??= memoryDevices(pid);
    const device = `${Number.parseInt(major!, 16)}:${Number.parseInt(minor!, 16)}`;
    if (in_memory || !(SHARED_MEMORY.test(target) || memory.has(device)))
      measured.set(key, (measured.get(key) ?? 0) + Number.parseInt(to, 16) - Number.parseInt(from, 16));
  }
  for (const [key, bytes] of measured) found.set(key, Math.max(found.get(key) ?? 0, bytes));
}

/** Devices of the file systems in memory that a process has mounted, such as the /tmp of its sandbox. */
const memoryDevices = (pid: number): ReadonlySet<string> =>
  new Set([...textOf(`/proc/${pid}/mountinfo`).matchAll(MEMORY_MOUNT)].map(([, device]) => device!));

/** @returns whether the file could be looked at */
function take(path: string, target: string, in_memory: boolean, found: Map<string, number>): boolean {
  try {
    const stat = statSync(path);
    if (!stat.isFile() || stat.nlink > 0) return true;
    const key = `${stat.ino} ${target}`;
    if (!found.has(key)) found.set(key, in_memory || !IN_MEMORY.has(statfsSync(path).type) ? stat.blocks * 512 : 0);
    return true;
  } catch {
    return false; // closed meanwhile, or not ours to see
  }
}

/** Undefined when the kernel shows it to root alone; nothing of what is gone meanwhile. */
function list(folder: string): string[] | undefined {
  try {
    return readdirSync(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'EACCES' || code === 'EPERM' ? undefined : [];
  }
}

function targetOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
