/** Signal that is aborted when a time is over, or when another signal is. */
interface TimeLimit {
  signal: AbortSignal;
  /** Returns the time that is left, in milliseconds. */
  left(): number;
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
  const end = performance.now() + limit_ms;
  const timer = setTimeout(abort, Math.min(limit_ms, LONGEST_MS));
  interrupted.addEventListener('abort', abort);
  if (interrupted.aborted) abort();
  return {
    signal: controller.signal,
    left: () => Math.max(0, end - performance.now()),
    close() {
      clearTimeout(timer);
      interrupted.removeEventListener('abort', abort);
    },
  };
}
