import type { Readable } from 'node:stream';
import type { CapturedOutput, Command } from './backend.js';
import { capture, captureNothing } from './capture.js';

/** Both output streams of a running command: captured, passed on as they arrive, counted. */
export interface Output {
  /** Resolves when both streams have ended. */
  ended: Promise<unknown>;
  finish(): { stdout: CapturedOutput; stderr: CapturedOutput };
}

/** Listens to a command's output. `count` is told every chunk's size, so that a flood can be ended. */
export function listen(
  streams: { stdout: Readable; stderr: Readable },
  command: Pick<Command, 'on_output'>,
  count: (bytes: number) => void,
): Output {
  const captures = { stdout: capture(), stderr: capture() };
  const follow = (name: 'stdout' | 'stderr') =>
    ended(streams[name], (chunk) => {
      captures[name].write(chunk);
      command.on_output?.(name, chunk);
      count(chunk.length);
    });
  return {
    ended: Promise.all([follow('stdout'), follow('stderr')]),
    finish: () => ({ stdout: captures.stdout.finish(), stderr: captures.stderr.finish() }),
  };
}

/** The output of a command that never ran. */
export function noOutput(): { stdout: CapturedOutput; stderr: CapturedOutput } {
  return { stdout: captureNothing(), stderr: captureNothing() };
}

/** Resolves at the end of a stream, whatever the end is. */
export function ended(stream: Readable, onChunk: (chunk: Uint8Array) => void): Promise<void> {
  return new Promise((resolve) => {
    stream.on('data', onChunk).on('error', () => resolve());
    stream.on('close', () => resolve());
  });
}
