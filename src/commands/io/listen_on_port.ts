import { UserError } from '../../contract/input/user_error.js';

/** Server on the loopback interface. */
interface LoopbackListener {
  listenOnLoopback(port: number): Promise<number>;
}

/**
 * Starts a server on a port of 127.0.0.1.
 *
 * @returns the port
 * @throws {UserError} if the port is unavailable
 */
export async function listenOnPort(server: LoopbackListener, port: number): Promise<number> {
  try {
    return await server.listenOnLoopback(port);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'EADDRINUSE' ? 'is taken' : `cannot be used (${code})`;
    throw new UserError(
      `port ${port} of 127.0.0.1 ${why}`,
      'Name another one with --port N; 0 takes any that is free.',
    );
  }
}

/** Resolves when `signal` aborts. */
export function waitForInterruption(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
