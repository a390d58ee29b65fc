// Needs: sandbox
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createCgroupV2 as groupV2 } from '../../src/sandbox/cgroup/create_cgroup_v2.js';
import { stopProcessTree } from '../../src/sandbox/execution/stop_process_tree.js';
import { watchLimits } from '../../src/sandbox/execution/watch_limits.js';
import { readProcessStat } from '../../src/system/init_process.js';
import { asRoot, bubblewrap, ending, givenFolder, order, removeFolders, shell } from './given.js';

afterAll(removeFolders);

/** A command that never rests: loops, one of them in a session of its own, and a program that forks all the time. */
const RESTLESS = `
setsid sh -c 'while :; do echo x >> daemon; done' &
sh -c 'while :; do /bin/true; echo x >> forks; done' &
while :; do echo x >> loop; done`;

const TRACKS = ['daemon', 'forks', 'loop'];
const sizes = (folder: string) =>
  TRACKS.map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0);

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await delay(2);
}
const moves = (folder: string, from = sizes(folder)) => until(() => sizes(folder).every((size, i) => size > from[i]!));

const backends: [string, ReturnType<typeof bubblewrap>][] = [
  ['with the control groups of this machine', bubblewrap()],
  ['by signals, without control groups', bubblewrap({ cgroups: 'none' })],
];

describe.each(backends)('a paused session, %s', (_how, backend) => {
  // Holds R12
  it('stands still, daemons and forks included, and goes on after the last resume', async () => {
    const folder = givenFolder();
    const session = await backend.open(order(folder));
    const stop = new AbortController();
    const running = session.exec({ argv: ['/bin/sh', '-c', RESTLESS], timeout_ms: 600_000, signal: stop.signal });
    await moves(folder);
    await session.pause!();
    await session.pause!();
    await session.resume!();
    const before = sizes(folder);
    await shell(backend, 'true'); // meanwhile others work
    expect(sizes(folder)).toEqual(before);
    await session.resume!();
    await moves(folder, before);
    stop.abort();
    expect(ending(await running).cause).toBe('cancelled');
    await session.close();
  });

  it('can be ended without being resumed', async () => {
    const folder = givenFolder();
    const session = await backend.open(order(folder));
    const running = session.exec({ argv: ['/bin/sh', '-c', RESTLESS], timeout_ms: 600_000 });
    await moves(folder);
    await session.pause!();
    await session.close();
    expect(ending(await running)).toEqual({ cause: 'cancelled', exit_code: null, signal: 'SIGKILL' });
  });

  it('begins no command before it is resumed', async () => {
    const folder = givenFolder();
    const session = await backend.open(order(folder));
    await session.pause!();
    const running = session.exec({ argv: ['/bin/sh', '-c', 'echo x > loop'], timeout_ms: 600_000 });
    await shell(backend, 'true');
    expect(sizes(folder)).toEqual([0, 0, 0]);
    await session.resume!();
    expect(ending(await running)).toEqual({ cause: 'exit', exit_code: 0, signal: null });
    expect(sizes(folder)).toEqual([0, 0, 2]);
    await session.close();
  });
});

it('what a program has stopped itself stays stopped when the tree goes on', async () => {
  const script = 'sleep 1000 & kill -STOP $!; echo $!; while :; do :; done';
  const child = spawn('/bin/sh', ['-c', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const sleeper = await new Promise<number>((resolve) => child.stdout.once('data', (data) => resolve(Number(data))));
  await until(() => readProcessStat(sleeper)?.state === 'T');
  const tree = await stopProcessTree(child.pid!);
  expect([readProcessStat(child.pid!)?.state, readProcessStat(sleeper)?.state]).toEqual(['T', 'T']);
  tree.continue();
  await until(() => readProcessStat(child.pid!)?.state !== 'T');
  expect(readProcessStat(sleeper)?.state).toBe('T');
  for (const pid of [sleeper, child.pid!]) process.kill(pid, 'SIGKILL');
});

it('shells that wait in vfork for a child that was stopped count as standing', async () => {
  const forks = `${'while :; do /bin/true; done & '.repeat(4)} wait`;
  const child = spawn('/bin/sh', ['-c', forks], { stdio: 'ignore', detached: true });
  try {
    for (let time = 0; time < 12; time++) {
      const tree = await stopProcessTree(child.pid!);
      tree.continue();
    }
  } finally {
    process.kill(-child.pid!, 'SIGKILL');
  }
});

it('a pause uses up nothing of the time that a command has', async () => {
  let killed = 0;
  const limits = { memory_bytes: 0, processes: 0, output_bytes: 0 };
  const disk = { folders: [], before_bytes: 0, volumes: [] };
  const kill = () => {
    killed += 1;
  };
  const watcher = watchLimits({ timeout_ms: 100, signals: [], limits, group: undefined, disk, kill });
  watcher.setClockRunning(false);
  await delay(150);
  expect([killed, watcher.stop]).toEqual([0, undefined]);
  watcher.setClockRunning(true);
  await until(() => killed === 1);
  expect(watcher.stop?.cause).toBe('timeout');
  expect(watcher.paused_ms).toBeGreaterThanOrEqual(149);
  await watcher.finish();
});

/** The unified hierarchy of this machine, where it is mounted. */
function unified(): string | undefined {
  const found = execFileSync('findmnt', ['-n', '-o', 'TARGET', '-t', 'cgroup2']).toString().trim().split('\n')[0];
  return asRoot && found ? found : undefined;
}

it('the freezer of version 2 stops a group on a real kernel', async () => {
  const top = unified();
  if (top === undefined) return;
  const directory = join(top, `gatebench-test-${process.pid}`);
  mkdirSync(directory);
  const child = spawn('/bin/sh', ['-c', 'while :; do :; done']);
  const group = groupV2(directory);
  group.attach(child.pid!);
  const frozen = () => /^frozen (\d)$/m.exec(readFileSync(join(directory, 'cgroup.events'), 'utf8'))?.[1];
  await group.freeze!();
  expect(frozen()).toBe('1');
  group.thaw!();
  expect(frozen()).toBe('0');
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
  await until(() => readFileSync(join(directory, 'cgroup.procs'), 'utf8') === '');
  rmdirSync(directory);
});
