import type { Readable } from 'node:stream';
import type { CapturedOutput, SandboxCommand } from '../sandbox_backend.js';
import { captureStream, createEmptyCapture } from './capture_stream.js';

/** Collector of both output streams of a running command. */
interface OutputCollector {
  /** Resolves when both streams have ended. */
  ended: Promise<unknown>;
  finish(): { stdout: CapturedOutput; stderr: CapturedOutput };
}

/**
 * Collects a command's output.
 * @param count called with the size of each chunk, so that the caller can stop a flood
 */
export function collectOutput(
  streams: { stdout: Readable; stderr: Readable },
  command: Pick<SandboxCommand, 'on_output'>,
  count: (bytes: number) => void,
): OutputCollector {
  const captures = { stdout: captureStream(), stderr: captureStream() };
  const follow = (name: 'stdout' | 'stderr') =>
    awaitStreamEnd(streams[name], (chunk) => {
      captures[name].write(chunk);
      command.on_output?.(name, chunk);
      count(chunk.length);
    });
  return {
    ended: Promise.all([follow('stdout'), follow('stderr')]),
    finish: () => ({ stdout: captures.stdout.finish(), stderr: captures.stderr.finish() }),
  };
}

/** Creates the output of a command that never ran. */
export function createEmptyOutput(): { stdout: CapturedOutput; stderr: CapturedOutput } {
  return { stdout: createEmptyCapture(), stderr: createEmptyCapture() };
}

/** Waits for the end of a stream, with or without error. */
function awaitStreamEnd(stream: Readable, onChunk: (chunk: Uint8Array) => void): Promise<void> {
  return new Promise((resolve) => {
    stream.on('data', onChunk).on('error', () => resolve());
    stream.on('close', () => resolve());
  });
}
