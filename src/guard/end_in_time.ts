import { Script } from 'node:vm';

/** Error about work that took too long. */
export class LateError extends Error {}

const MOST_MS = 5_000;
/** Length of a text from which on its reading is timed; that costs 0.2 ms. Short texts are read soon. */
const TIMED_LENGTH = 2_000;
/** Name of the work in the global object: a script has no parameters. */
const WORK = 'gatebench_work';
let isTimed = false;

/** Returns what work on a text returns; an expression that backtracks is ended, too. @throws {LateError} after 5 s */
export function readInTime<Result>({ length }: { length: number }, work: () => Result): Result {
  return length < TIMED_LENGTH ? work() : endInTime(work);
}

/** Returns what work returns; work within it ends with it. @throws {LateError} after some milliseconds, usually 5000 */
export function endInTime<Result>(work: () => Result, timeout = MOST_MS): Result {
  if (isTimed) return work();
  isTimed = true;
  // Where the guard runs in a context of its own, such as a test's, scripts do not see its global object.
  const scope = new Script('globalThis').runInThisContext() as Record<string, unknown>;
  scope[WORK] = work;
  try {
    return new Script(`${WORK}()`).runInThisContext({ timeout });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new LateError('it takes too long');
  } finally {
    isTimed = false;
    delete scope[WORK];
  }
}
