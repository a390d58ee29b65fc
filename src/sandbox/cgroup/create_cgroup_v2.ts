import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ControlGroup } from './control_group.js';
import { killCgroupMembers, listCgroupMembers, removeCgroups, waitUntilFrozen } from './remove_cgroups.js';

/** Creates the freezer of a group, if the kernel has one (since Linux 5.2). */
function createFreezer(
  directory: string,
  field: (file: string, name: string) => string | undefined,
): Partial<ControlGroup> {
  const file = join(directory, 'cgroup.freeze');
  if (!existsSync(file)) return {};
  return {
    async freeze() {
      writeFileSync(file, '1');
      await waitUntilFrozen(() => field('cgroup.events', 'frozen') === '1');
    },
    thaw: () => writeFileSync(file, '0'),
  };
}

const parseCount = (text: string | undefined) => (text === undefined ? null : Number(text));

/** Opens a group of version 2 by its directory. */
export function createCgroupV2(directory: string): ControlGroup {
  const read = (file: string) => {
    try {
      return readFileSync(join(directory, file), 'utf8');
    } catch {
      return '';
    }
  };
  const field = (file: string, name: string) => new RegExp(`^${name} (\\d+)$`, 'm').exec(read(file))?.[1];
  return {
    attach: (pid) => writeFileSync(join(directory, 'cgroup.procs'), String(pid)),
    usage() {
      const cpu = field('cpu.stat', 'usage_usec');
      const peak = read('memory.peak').trim(); // since Linux 5.19
      return {
        cpu_ms: cpu === undefined ? null : Number(cpu) / 1e3,
        peak_memory_bytes: peak === '' ? null : Number(peak),
        oom_kills: Number(field('memory.events', 'oom_kill') ?? 0),
        forks_refused: parseCount(field('pids.events', 'max')),
      };
    },
    measureNow() {
      const now = (file: string) => {
        const value = read(file).trim();
        return value === '' ? null : Number(value);
      };
      return { memory_bytes: now('memory.current'), processes: now('pids.current') };
    },
    ...createFreezer(directory, field),
    members: () => listCgroupMembers(directory),
    kill() {
      try {
        writeFileSync(join(directory, 'cgroup.kill'), '1'); // since Linux 5.14
      } catch {
        killCgroupMembers(directory);
      }
    },
    isEmpty: () => listCgroupMembers(directory).length === 0,
    remove: () => removeCgroups([directory]),
  };
}
