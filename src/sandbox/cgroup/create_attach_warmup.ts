import { writeFile } from 'node:fs';
import { join } from 'node:path';

/** Time between two changes. The kernel falls back some ten milliseconds after one, and needs as long to be ready. */
const PERIOD_MS = 8;
/** Time after a call for which the kernel is kept ready: about what passes between the commands of two attempts. */
const LASTS_MS = 100;

/**
 * Creates a function that moves this process into the group where it is, again and again for a moment, without waiting
 * for it.
 *
 * @param own the group of this process
 */
export function createAttachWarmup(own: string): () => void {
  let running = false;
  let until = 0;
  const change = () =>
    writeFile(join(own, 'cgroup.procs'), String(process.pid), (error) => {
      // Without the right to do so an attachment merely takes longer.
      if (error === null && performance.now() < until) setTimeout(change, PERIOD_MS).unref();
      else running = false;
    });
  return () => {
    until = performance.now() + LASTS_MS;
    if (running) return;
    running = true;
    change();
  };
}
