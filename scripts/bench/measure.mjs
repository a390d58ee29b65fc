/** Timing of whole processes and of functions: medians over interleaved rounds, since machines are noisy. */
import { spawn } from 'node:child_process';
import { readFileSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Environment of every measured command. A variable of the caller, such as NODE_EXTRA_CA_CERTS, would slow down one side
 * only: sandboxes clear it.
 */
export const minimalEnvironment = () => ({
  PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
  HOME: '/tmp',
  LANG: 'C.UTF-8',
});

/** Tells whether there is a file system in memory with room for the benchmarks. */
export function hasMemoryDisk() {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize > 2 ** 30;
  } catch {
    return false;
  }
}

/** Returns the least and the greatest of some values. */
export const spread = (values) => [Math.min(...values), Math.max(...values)];

export const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

/** Runs a command to its end. Wall time in ms, and the peak memory of the process itself in MiB. @throws when it fails */
export async function timed(file, argv, { status = 0, env = minimalEnvironment(), cwd = '/' } = {}) {
  const started = performance.now();
  const child = spawn(file, argv, { stdio: ['ignore', 'ignore', 'pipe'], env, cwd });
  let peak = 0;
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const sampler = setInterval(() => {
    try {
      peak = Math.max(
        peak,
        Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
      );
    } catch {
      // It has ended.
    }
  }, 20);
  const code = await new Promise((resolve) => child.once('close', resolve));
  clearInterval(sampler);
  if (code !== status) throw new Error(`${file} ${argv.slice(0, 3).join(' ')} ended with ${code}: ${said.slice(-400)}`);
  return { ms: performance.now() - started, peak_mib: peak };
}

/** Medians of several commands, measured in turn so that a noisy moment hits all of them. */
export async function interleaved(rounds, commands) {
  const taken = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (const [name, command] of Object.entries(commands)) taken[name].push(await command());
  return taken;
}
