import { setFlagsFromString } from 'node:v8';

/**
 * Keeps the heap's space for new objects at the size that it has after a time. V8 would double it again and again in a
 * long run, up to 32 MiB, and gain nothing for objects as short-lived as those of attempts.
 *
 * V8 rejects compiled code that was made under other flags: the time must be longer than that after which the code is
 * kept, and the default is restored before other listeners of the exit keep it once more.
 */
export function limitYoungGeneration(after_ms: number): void {
  process.prependOnceListener('exit', () => setFlagsFromString('--semi-space-growth-factor=2')); // V8's default
  setTimeout(() => setFlagsFromString('--semi-space-growth-factor=1'), after_ms).unref();
}
