import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findCgroups } from '../../../src/sandbox/cgroup/find_cgroups.js';
import { givenFolder, isAlive, MiB, removeFolders } from '../given.js';

afterAll(removeFolders);

describe('control groups', () => {
  it('are undefined on a machine without a usable hierarchy', () => {
    const root = givenFolder();
    mkdirSync(join(root, 'proc/self'), { recursive: true });
    writeFileSync(join(root, 'proc/self/mountinfo'), '');
    writeFileSync(join(root, 'proc/self/cgroup'), '0::/\n');
    expect([findCgroups(root), findCgroups('/no/such/machine')]).toEqual([undefined, undefined]);
  });

  const cgroups = findCgroups();
  if (cgroups === undefined) {
    it('are undefined where this user may not make any', () => {
      expect(findCgroups()).toBeUndefined();
    });
    return;
  }

  it('measure their members and kill all of them', async () => {
    const group = cgroups.create({ memory_bytes: 64 * MiB, processes: 8 });
    const child = spawn('/bin/sh', ['-c', 'read -r go; setsid sleep 600 & echo $!; wait'], {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    group.attach(child.pid ?? 0);
    child.stdin.end('go\n');
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const usage = group.usage();
    group.kill();
    await once(child, 'exit');
    await group.remove();
    expect({
      measured:
        (usage.peak_memory_bytes ?? 0) > 0 && (usage.peak_memory_bytes ?? 0) < 64 * MiB && usage.cpu_ms !== null,
      oom_kills: usage.oom_kills,
      survivor: isAlive(Number(String(line))),
    }).toEqual({ measured: true, oom_kills: 0, survivor: false });
  });

  it('refuse a process that is gone', async () => {
    const group = cgroups.create({ memory_bytes: 64 * MiB, processes: 8 });
    expect(() => group.attach(2 ** 22 + 1)).toThrow();
    await group.remove();
  });
});
