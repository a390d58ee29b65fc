import { writeFile } from 'node:fs';
import { join } from 'node:path';

/**
 * Creates a function that moves this process into the group where it is, without waiting for it.
 *
 * @param own the group of this process
 */
export function createAttachWarmup(own: string): () => void {
  let running = false;
  return () => {
    if (running) return;
    running = true;
    // Without the right to do so an attachment merely takes longer.
    writeFile(join(own, 'cgroup.procs'), String(process.pid), () => {
      running = false;
    });
  };
}
