import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findCgroupV2 } from '../../../src/sandbox/cgroup/find_cgroup_v2.js';
import { givenFolder, removeFolders } from '../given.js';

afterAll(removeFolders);

/** A directory tree that looks like a machine with control groups of version 2. */
function givenMachine(own: string, groups: Record<string, { controllers: string; handed_down: string }>): string {
  const root = givenFolder();
  const write = (path: string, text: string) => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write('proc/self/mountinfo', '30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n');
  write('proc/self/cgroup', `0::${own}\n`);
  for (const [group, { controllers, handed_down }] of Object.entries(groups)) {
    write(`sys/fs/cgroup${group}/cgroup.controllers`, `${controllers}\n`);
    write(`sys/fs/cgroup${group}/cgroup.subtree_control`, `${handed_down}\n`);
    write(`sys/fs/cgroup${group}/cgroup.procs`, '');
  }
  return root;
}

const all = { controllers: 'cpu memory pids', handed_down: 'cpu memory pids' };
const limits = { memory_bytes: 4096, processes: 7 };
const madeIn = (directory: string) => readdirSync(directory).filter((name) => name.startsWith('gatebench-'));

/** The imitation keeps the control files that the kernel would take away with the directory. */
function forget(directory: string): void {
  for (const name of madeIn(directory)) rmSync(join(directory, name), { recursive: true });
}

describe('control groups of version 2', () => {
  it('are made at the top for root, with limits and without swap', () => {
    const root = givenMachine('/system.slice/runner.service', { '': all, '/system.slice/runner.service': all });
    const top = join(root, 'sys/fs/cgroup');
    const cgroups = findCgroupV2(root, true);
    forget(top);
    cgroups?.create(limits);
    const [name = ''] = madeIn(top);
    const read = (file: string) => readFileSync(join(top, name, file), 'utf8');
    expect([cgroups?.version, read('memory.max'), read('memory.swap.max'), read('pids.max')]).toEqual([
      'cgroup-v2',
      '4096',
      '0',
      '7',
    ]);
  });

  it('are made for an ordinary user in the nearest delegated group', () => {
    const own = '/user.slice/user@1000.service/app.slice/run.scope';
    const root = givenMachine(own, {
      '': all,
      [own]: { controllers: 'memory pids', handed_down: '' },
      '/user.slice/user@1000.service/app.slice': { controllers: 'memory pids', handed_down: 'memory pids' },
    });
    // Our own group has processes, so the kernel refuses to hand its controllers down.
    rmSync(join(root, 'sys/fs/cgroup', own, 'cgroup.subtree_control'));
    findCgroupV2(root, false);
    expect(madeIn(join(root, 'sys/fs/cgroup/user.slice/user@1000.service/app.slice'))).toHaveLength(1);
  });

  it('asks for the controllers where they are only available', () => {
    const root = givenMachine('/', { '': { controllers: 'cpu memory pids', handed_down: 'cpu' } });
    findCgroupV2(root, true);
    expect(readFileSync(join(root, 'sys/fs/cgroup/cgroup.subtree_control'), 'utf8')).toBe('+memory +pids');
  });

  it('are not usable without the memory controller', () => {
    const root = givenMachine('/', { '': { controllers: 'cpu pids', handed_down: 'cpu pids' } });
    expect(findCgroupV2(root, true)).toBeUndefined();
  });

  it('are not usable where version 1 rules and version 2 is only mounted', () => {
    const root = givenMachine('/', { '': { controllers: '', handed_down: '' } });
    expect(findCgroupV2(root, true)).toBeUndefined();
  });

  it('take a process in, measure, and are killed at once', () => {
    const root = givenMachine('/', { '': all });
    const top = join(root, 'sys/fs/cgroup');
    const cgroups = findCgroupV2(root, true);
    forget(top);
    const group = cgroups?.create(limits);
    const directory = join(top, madeIn(top)[0] ?? '');
    writeFileSync(join(directory, 'cpu.stat'), 'usage_usec 1234500\nuser_usec 1000000\nsystem_usec 234500\n');
    writeFileSync(join(directory, 'memory.peak'), '4000\n');
    writeFileSync(join(directory, 'memory.events'), 'low 0\nhigh 0\nmax 3\noom 1\noom_kill 2\noom_group_kill 0\n');
    writeFileSync(join(directory, 'pids.events'), 'max 5\n');
    group?.attach(4711);
    group?.kill();
    const read = (file: string) => readFileSync(join(directory, file), 'utf8');
    expect({ usage: group?.usage(), procs: read('cgroup.procs'), kill: read('cgroup.kill') }).toEqual({
      usage: { cpu_ms: 1234.5, peak_memory_bytes: 4000, oom_kills: 2, forks_refused: 5 },
      procs: '4711',
      kill: '1',
    });
  });

  it('say what older kernels do not measure', () => {
    const root = givenMachine('/', { '': all });
    expect(findCgroupV2(root, true)?.create(limits).usage()).toEqual({
      cpu_ms: null,
      peak_memory_bytes: null,
      oom_kills: 0,
      forks_refused: null,
    });
  });

  it('of makers that died are swept, others are left alone', () => {
    const root = givenMachine('/', { '': all });
    const top = join(root, 'sys/fs/cgroup');
    const namespace = readlinkSync('/proc/self/ns/pid').replace(/\D/g, '');
    const dead = `gatebench-${namespace}-${process.pid}-1-1`; // our number, but another start time
    const elsewhere = `gatebench-1-${process.pid}-1-1`; // another pid namespace
    for (const name of [dead, elsewhere]) mkdirSync(join(top, name));
    findCgroupV2(root, true);
    expect([existsSync(join(top, dead)), existsSync(join(top, elsewhere))]).toEqual([false, true]);
  });
});
