import { setMaxListeners } from 'node:events';

/** Signal that is aborted when a time is over, or when another signal is. */
interface TimeLimit {
  signal: AbortSignal;
  /** Returns the time that is left, in milliseconds. */
  left(): number;
  /** Tells whether the time itself ended. */
  isOver(): boolean;
  close(): void;
}

/** Longest time of a timer, in milliseconds. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * Opens a time limit; the caller closes it. Node's `AbortSignal.any` holds its sources weakly, so `AbortSignal.timeout`
 * among them may be collected before it fires, and then nothing ends.
 *
 * @param limit_ms milliseconds; the reason of the abort is a `TimeoutError` then
 */
export function openTimeLimit(interrupted: AbortSignal | undefined, limit_ms: number): TimeLimit {
  const controller = new AbortController();
  let is_over = false;
  const end = performance.now() + limit_ms;
  const timer = setTimeout(
    () => {
      is_over = !controller.signal.aborted;
      controller.abort(new DOMException(`${Math.round(limit_ms)} ms are over`, 'TimeoutError'));
    },
    Math.min(Math.max(0, limit_ms), LONGEST_MS),
  );
  const interrupt = () => controller.abort(interrupted?.reason);
  // One signal may interrupt many requests at once. Each listener goes when its limit is closed.
  if (interrupted) setMaxListeners(Number.POSITIVE_INFINITY, interrupted);
  interrupted?.addEventListener('abort', interrupt);
  if (interrupted?.aborted) interrupt();
  return {
    signal: controller.signal,
    left: () => Math.max(0, end - performance.now()),
    isOver: () => is_over,
    close() {
      clearTimeout(timer);
      interrupted?.removeEventListener('abort', interrupt);
    },
  };
}

/**
 * Calls a function with a signal that is aborted when a time is over, or when another signal is.
 */
export async function withTimeLimit<T>(
  interrupted: AbortSignal | undefined,
  limit_ms: number,
  body: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = openTimeLimit(interrupted, limit_ms);
  try {
    return await body(limit.signal);
  } finally {
    limit.close();
  }
}
