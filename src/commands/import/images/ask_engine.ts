import { execFile } from 'node:child_process';
import { type ContainerEngine, findFirstErrorLine } from '../../../sandbox/container/container_engine.js';

/** Answer of an engine; or why there is none in a line, and all that the engine said of it. */
type EngineAnswer = { said: string } | { complaint: string; stderr: string };

/**
 * Asks an engine a question that takes it a moment, and waits only a while.
 *
 * @throws the reason of the signal
 */
export async function askEngine(
  { program }: ContainerEngine,
  question: readonly string[],
  { signal, timeout_ms }: { signal: AbortSignal; timeout_ms: number },
): Promise<EngineAnswer> {
  const settings = { timeout: timeout_ms, killSignal: 'SIGKILL', maxBuffer: 2 ** 20, cwd: '/', signal } as const;
  const answer = await new Promise<EngineAnswer>((resolve) => {
    execFile(program, question, settings, (error, stdout, stderr) => {
      if (error === null) return resolve({ said: stdout.trim() });
      const silence = error.killed && error.signal !== null ? `no answer after ${timeout_ms / 1000} seconds` : '';
      const words = silence || findFirstErrorLine(stderr) || (error.message.split('\n')[0] ?? '');
      resolve({ complaint: words.slice(0, 200), stderr });
    });
  });
  signal.throwIfAborted();
  return answer;
}
