import { join } from 'node:path';
import { makeSystemCalls, system_calls } from '../../system/launcher/make_system_calls.js';

/** Time between two changes. The kernel falls back some ten milliseconds after one, and needs as long to be ready. */
const PERIOD_MS = 4;
/** Time after a call for which the kernel is kept ready: about what passes between the commands of two attempts. */
const LASTS_MS = 200;

/**
 * Creates a function that keeps the kernel ready for changes of groups for a moment, without waiting for it: a process
 * moves itself into the group where it is, again and again. Without the right to do so an attachment merely takes
 * longer.
 *
 * @param own the group of this process
 */
export function createAttachWarmup(own: string): () => void {
  const file = join(own, 'cgroup.procs');
  const self = '0';
  let fresh_until = 0;
  return () => {
    if (performance.now() < fresh_until) return;
    fresh_until = performance.now() + LASTS_MS / 2;
    void makeSystemCalls([system_calls.repeat(file, self, PERIOD_MS, LASTS_MS / PERIOD_MS)]);
  };
}
