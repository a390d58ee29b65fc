import { open, write } from 'node:fs';
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
  const self = String(process.pid);
  let running = false;
  let until = 0;
  /** The file stays open: opening it each time would be two thirds of the work. */
  let file: number | undefined;
  // Without the right to do so an attachment merely takes longer.
  const change = () =>
    file === undefined
      ? open(join(own, 'cgroup.procs'), 'w', (error, descriptor) => {
          running = error === null;
          file = descriptor;
          if (running) change();
        })
      : write(file, self, 0, (error) => {
          running = error === null && performance.now() < until;
          if (running) setTimeout(change, PERIOD_MS).unref();
        });
  return () => {
    until = performance.now() + LASTS_MS;
    if (running) return;
    running = true;
    change();
  };
}
