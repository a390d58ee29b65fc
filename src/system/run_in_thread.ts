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

/** Ranges of bytes of files, in the order in which they are copied. */
export interface ByteRanges {
  files: readonly string[];
  /** Number of the file of each range. */
  file: Uint32Array;
  offset: Float64Array;
  length: Uint32Array;
  /** File that is written anew. */
  target: string;
}

/**
 * Copies ranges of files into one file, each with the end of a line behind it. Needs memory for one buffer.
 *
 * A thread runs its text (`runInThread`): it refers to nothing outside of it, and is ASCII.
 *
 * @returns the SHA-256 of what was written
 */
export function copyByteRanges({ files, file, offset, length, target }: ByteRanges, load: NodeJS.Require): string {
  const { closeSync, constants, openSync, readSync, writeSync } = load('node:fs') as typeof import('node:fs');
  const { createHash } = load('node:crypto') as typeof import('node:crypto');
  const digest = createHash('sha256');
  const sources = files.map((path) => openSync(path, 'r'));
  const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW } = constants;
  const output = openSync(target, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o644);
  let buffer = Buffer.allocUnsafe(4 * 1024 * 1024);
  let size = 0;
  const flush = () => {
    for (let position = 0; position < size; ) position += writeSync(output, buffer, position, size - position);
    digest.update(buffer.subarray(0, size));
    size = 0;
  };
  try {
    for (let n = 0; n < file.length; n++) {
      const row_length = length[n]!;
      if (size + row_length + 1 > buffer.length) flush();
      if (row_length + 1 > buffer.length) buffer = Buffer.allocUnsafe(row_length + 1);
      for (let read = 0; read < row_length; ) {
        const count = readSync(sources[file[n]!]!, buffer, size + read, row_length - read, offset[n]! + read);
        if (count === 0) throw new Error(`${files[file[n]!]} was changed while it was read`);
        read += count;
      }
      size += row_length;
      buffer[size++] = 0x0a;
    }
    flush();
    return digest.digest('hex');
  } finally {
    for (const each of sources) closeSync(each);
    closeSync(output);
  }
}
