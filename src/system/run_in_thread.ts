import { Worker } from 'node:worker_threads';

/** Work of a thread. */
interface ThreadRun<R> {
  /** Outcome of the task. It is rejected with the task's error, and when the thread dies. */
  result: Promise<R>;
  /** Ends the thread, wherever it is. */
  stop(): Promise<void>;
}

/**
 * Runs a function in a thread of its own, while this one computes.
 *
 * The thread gets the text of the function and nothing else: it may refer to its parameters only, and loads modules of
 * Node by the second.
 *
 * @param data is copied, and so is what the function returns
 */
export function runInThread<T, R>(task: (data: T, load: NodeJS.Require) => R, data: T): ThreadRun<R> {
  const code = `const { parentPort, workerData } = require('node:worker_threads');
parentPort.postMessage((${task})(workerData, require));`;
  const worker = new Worker(code, { eval: true, workerData: data, env: {}, execArgv: [] });
  const result = new Promise<R>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (status) => reject(new Error(`a thread ended before its work was done (status ${status})`)));
  });
  // Whoever waits for it hears of its failure; until then it is no unhandled one.
  result.catch(() => {});
  return {
    result,
    async stop() {
      await worker.terminate();
    },
  };
}
