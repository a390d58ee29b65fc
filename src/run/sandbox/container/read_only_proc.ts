import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { findProgram } from '../program.js';

/**
 * Makes the /proc of a container read-only, as it is under bubblewrap: otherwise a tested program can write into the memory of
 * the runner that started it (/proc/PID/mem), where the kernel has no Yama. Engines have no option for that, so root enters the
 * container's mounts; nothing of the image is executed. Where AppArmor is on, a runtime writes to /proc whenever it starts
 * a command, so there it stays as it is; those kernels come with Yama.
 *
 * @param first the container's first process
 */
export async function makeProcReadOnly(first: number): Promise<void> {
  if (process.getuid?.() !== 0 || hasAppArmor()) return;
  const options = ['--namespace', String(first), '--no-mtab', '--internal-only'];
  await promisify(execFile)(
    findProgram('mount') ?? 'mount',
    [...options, '--options', 'remount,bind,ro,nosuid,nodev,noexec', '/proc'],
    { cwd: '/', env: {} },
  );
}

function hasAppArmor(): boolean {
  try {
    return readFileSync('/sys/module/apparmor/parameters/enabled', 'latin1').startsWith('Y');
  } catch {
    return false;
  }
}
