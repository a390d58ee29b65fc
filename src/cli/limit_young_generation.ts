import { setFlagsFromString } from 'node:v8';

/** Time after which the heap has the size that a command needs, and after which compiled code was kept. */
const SETTLED_MS = 3_500;

/**
 * Keeps the heap's space for new objects at the size that it has after some seconds. V8 would double it again and again
 * in a long run, up to 32 MiB, and gain nothing for objects as short-lived as those of attempts.
 *
 * Compiled code is kept under V8's flags, once more at the exit: they are then as they were. Call before anything else
 * that listens for the exit.
 */
export function limitYoungGeneration(): void {
  process.once('exit', () => setFlagsFromString('--semi-space-growth-factor=2')); // V8's default
  setTimeout(() => setFlagsFromString('--semi-space-growth-factor=1'), SETTLED_MS).unref();
}
