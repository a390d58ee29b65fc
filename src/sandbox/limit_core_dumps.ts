import { readFileSync } from 'node:fs';
import { locateProgram } from '../system/find_program.js';
import { rememberPromise } from '../system/remember_promise.js';
import { runProgram } from '../system/run_program.js';

/**
 * Size of core dumps in bytes. 1, not 0: at 1 the kernel also refuses to start a dump program of the host (core_pattern
 * with a pipe, core(5)).
 */
export const CORE_BYTES = 1;

/**
 * Limits the core dumps of this process, and so of all that it starts later, once. A command then needs no program of
 * its own for that.
 *
 * @returns false if that is not possible here
 */
export const limitCoreDumps: () => Promise<boolean> = rememberPromise(async () => {
  if (!areCoreDumpsLimited())
    await runProgram(locateProgram('prlimit'), ['--pid', String(process.pid), `--core=${CORE_BYTES}:${CORE_BYTES}`]);
  return areCoreDumpsLimited();
});

function areCoreDumpsLimited(): boolean {
  try {
    const [, soft, hard] =
      /^Max core file size\s+(\S+)\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'latin1')) ?? [];
    return soft === String(CORE_BYTES) && hard === soft;
  } catch {
    return false;
  }
}
