import type { Limits } from './backend.js';

/**
 * The command line in front of a command that sets its resource limits and then becomes it (no process of its own).
 *
 * `core`: no core dumps, nothing else; the rest is a control group's. `all`: the weak substitute for a control group.
 * Memory and CPU time then hold for each process, not for the tree; processes are counted for the whole command, since
 * it has a user namespace of its own.
 */
export function rlimitPrefix(limits: Limits, which: 'core' | 'all'): string[] {
  // 1, not 0: at 1 the kernel also refuses to start a dump program of the host (core_pattern with a pipe, core(5)).
  const core = ['--core=1'];
  const seconds = Math.ceil((limits.cpu_ms ?? 0) / 1000);
  const weak = [
    `--data=${limits.memory_bytes}`,
    `--nproc=${limits.processes}`,
    // SIGXCPU at the limit tells why; SIGKILL a second later for those who ignore it.
    ...(limits.cpu_ms === undefined ? [] : [`--cpu=${seconds}:${seconds + 1}`]),
  ];
  return ['/usr/bin/prlimit', ...core, ...(which === 'all' ? weak : []), '--'];
}
