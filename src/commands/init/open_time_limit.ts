/** Signal that is aborted when a time is over, or when another signal is. */
interface TimeLimit {
  signal: AbortSignal;
  close(): void;
}

/** Longest time of a timer, in milliseconds. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * Opens a time limit. Node's `AbortSignal.any` and `AbortSignal.timeout` may be collected before they fire, and then
 * nothing ends.
 */
export function openTimeLimit(interrupted: AbortSignal, limit_ms: number): TimeLimit {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, Math.min(limit_ms, LONGEST_MS));
  interrupted.addEventListener('abort', abort);
  if (interrupted.aborted) abort();
  return {
    signal: controller.signal,
    close() {
      clearTimeout(timer);
      interrupted.removeEventListener('abort', abort);
    },
  };
}
