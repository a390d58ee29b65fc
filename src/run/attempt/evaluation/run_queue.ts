/** Run that was added to a queue. */
export interface QueuedRun<T> {
  /** Waits for the result. */
  take(): Promise<T>;
  /** Ends the run without a result. A run that has not started never does. */
  drop(): Promise<void>;
}

/** Queue of runs that start in order, several at a time while cores are free. */
export interface RunQueue {
  /** @param run gets a signal that ends it early */
  add<T>(run: (signal: AbortSignal) => Promise<T>): QueuedRun<T>;
  /** Drops all runs that are left. */
  close(): Promise<void>;
}

/**
 * Creates a queue. One run at a time needs no spare core, since the attempt has one of its own.
 *
 * @param takeCore takes a spare core and returns the function that gives it back; undefined if none is free
 */
export function createRunQueue(takeCore: () => (() => void) | undefined): RunQueue {
  const waiting: ((release: () => void) => void)[] = [];
  const left = new Set<() => Promise<void>>();
  let isOwnCoreFree = true;
  const takeOwnCore = () => {
    if (!isOwnCoreFree) return undefined;
    isOwnCoreFree = false;
    return () => {
      isOwnCoreFree = true;
    };
  };
  const startNext = () => {
    while (waiting.length > 0) {
      const release = takeOwnCore() ?? takeCore();
      if (!release) return;
      waiting.shift()!(release);
    }
  };
  return {
    add<T>(run: (signal: AbortSignal) => Promise<T>): QueuedRun<T> {
      const ending = new AbortController();
      let started = false;
      let start = (_release: () => void) => {};
      const result = new Promise<T>((resolve, reject) => {
        start = (release) => {
          started = true;
          const end = () => {
            left.delete(drop);
            release();
            // Whoever waits for the result may drop what comes next.
            setImmediate(startNext);
          };
          run(ending.signal).finally(end).then(resolve, reject);
        };
      });
      // Whoever takes it is told; nobody may.
      result.catch(() => undefined);
      const drop = async () => {
        left.delete(drop);
        if (waiting.includes(start)) waiting.splice(waiting.indexOf(start), 1);
        ending.abort();
        if (started) await result.catch(() => undefined);
      };
      left.add(drop);
      waiting.push(start);
      startNext();
      return { take: () => result, drop };
    },
    async close() {
      waiting.length = 0;
      await Promise.all([...left].map((drop) => drop()));
    },
  };
}
