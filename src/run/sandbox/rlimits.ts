import type { Limits, SessionOrder } from './backend.js';

/**
 * What the kernel allows above the limit of disk, in bytes: so much that a look finds what is beyond the limit before a write is refused,
 * which would look like the command's own failure.
 */
export const DISK_SLACK = 2 ** 28;

/**
 * Returns how long one file may become, in bytes: where nothing but a look at it holds the limit of disk, no single file gets far beyond.
 * Undefined where the file system holds it, or nothing is to be held.
 */
export function fileLimit({ limits, volumes = [] }: Pick<SessionOrder, 'limits' | 'volumes'>): number | undefined {
  return limits.disk_bytes === undefined || volumes.length > 0 ? undefined : limits.disk_bytes + DISK_SLACK;
}

/**
 * The command line in front of a command that sets its resource limits and then becomes it (no process of its own).
 *
 * `core`: no core dumps, nothing else; the rest is a control group's. `all`: the weak substitute for a control group.
 * Memory and CPU time then hold for each process, not for the tree; processes are counted for the whole command, since
 * it has a user namespace of its own.
 */
export function rlimitPrefix(limits: Limits, which: 'core' | 'all', file_bytes?: number): string[] {
  // 1, not 0: at 1 the kernel also refuses to start a dump program of the host (core_pattern with a pipe, core(5)).
  const core = ['--core=1'];
  const file = file_bytes === undefined ? [] : [`--fsize=${file_bytes}`];
  const seconds = Math.ceil((limits.cpu_ms ?? 0) / 1000);
  const weak = [
    `--data=${limits.memory_bytes}`,
    `--nproc=${limits.processes}`,
    // SIGXCPU at the limit tells why; SIGKILL a second later for those who ignore it.
    ...(limits.cpu_ms === undefined ? [] : [`--cpu=${seconds}:${seconds + 1}`]),
  ];
  return ['/usr/bin/prlimit', ...core, ...file, ...(which === 'all' ? weak : []), '--'];
}
