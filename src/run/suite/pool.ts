/**
 * Runs tasks side by side, at most `width` at a time, in order of start. Stops starting when the signal is aborted; tasks
 * that run are waited for. A task that throws stops the others from starting and is thrown when the rest has ended.
 */
export async function pool<T>(
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
