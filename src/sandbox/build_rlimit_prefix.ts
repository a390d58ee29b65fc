import { CORE_BYTES } from '../system/launcher/launcher.js';
import type { SandboxLimits, SessionOptions } from './sandbox_backend.js';

/**
 * Margin above the disk limit at which the kernel refuses writes, in bytes. Polling finds the excess first; a refused
 * write would look like a failure of the command.
 */
export const DISK_SLACK_BYTES = 2 ** 28;

/**
 * Computes the maximum length of one file, in bytes, for sessions whose disk usage is only polled.
 * @returns undefined if a volume enforces the limit, or there is none
 */
export function computeFileSizeLimit({
  limits,
  volumes = [],
}: Pick<SessionOptions, 'limits' | 'volumes'>): number | undefined {
  return limits.disk_bytes === undefined || volumes.length > 0 ? undefined : limits.disk_bytes + DISK_SLACK_BYTES;
}

/**
 * Builds the command prefix that sets resource limits and then executes the command in the same process.
 *
 * @param given `grouped`: a control group limits the rest. Without one, memory and CPU time are limited per process,
 * and processes per command, since it has its own user namespace. `core_limited`: core dumps are limited already
 * @returns [] if nothing is to be set
 */
export function buildRlimitPrefix(
  limits: SandboxLimits,
  given: { grouped: boolean; core_limited: boolean },
  file_bytes?: number,
): string[] {
  const core = given.core_limited ? [] : [`--core=${CORE_BYTES}`];
  const file = file_bytes === undefined ? [] : [`--fsize=${file_bytes}`];
  const seconds = Math.ceil((limits.cpu_ms ?? 0) / 1000);
  const weak = [
    `--data=${limits.memory_bytes}`,
    `--nproc=${limits.processes}`,
    // SIGXCPU at the limit shows the cause; SIGKILL follows a second later if the program ignores it.
    ...(limits.cpu_ms === undefined ? [] : [`--cpu=${seconds}:${seconds + 1}`]),
  ];
  const options = [...core, ...file, ...(given.grouped ? [] : weak)];
  return options.length === 0 ? [] : ['/usr/bin/prlimit', ...options, '--'];
}
