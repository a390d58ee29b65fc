import { UserError } from '../contract/user_error.js';

/** What serves alone, until it is interrupted. */
interface Server {
  listenOnLoopback(port: number): Promise<number>;
}

/** @throws {UserError} where the port cannot be had */
export async function listen(server: Server, port: number): Promise<number> {
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

export function interrupted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
