/**
 * Runs tasks concurrently, at most `width` at a time, in order. After an abort, no task starts, and running ones are
 * awaited. If a task throws, no other starts, and the error is thrown when all running tasks have ended.
 */
export async function runWithConcurrency<T>(
  tasks: readonly T[],
  width: number,
  signal: AbortSignal,
  perform: (task: T, index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  let fault: { error: unknown } | undefined;
  const worker = async () => {
    while (next < tasks.length && !signal.aborted && !fault) {
      const index = next++;
      try {
        await perform(tasks[index]!, index);
      } catch (error) {
        fault ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, tasks.length) }, worker));
  if (fault) throw fault.error;
}
