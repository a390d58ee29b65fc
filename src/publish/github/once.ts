import { UnexpectedAnswer } from './answers.js';
import { type GitHub, RETRIES } from './client.js';
import { isPassing } from './fault.js';

/**
 * Carries out a write that must not happen twice. After an answer that leaves open whether GitHub did it (5xx, reset,
 * timeout) or a conflict, `find` looks for its effect before the write is tried again, at most 3 times. After an answer of another
 * form it is tried again once: what answers such things seldom stops within seconds.
 */
export async function once<T>(github: GitHub, write: () => Promise<T>, find: () => Promise<T | undefined>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write();
    } catch (error) {
      if (!isPassing(error)) throw error;
      const strange = error instanceof UnexpectedAnswer;
      await github.pause(strange ? 1 : attempt);
      const done = await find();
      if (done !== undefined) return done;
      if (attempt > (strange ? 1 : RETRIES)) throw error;
    }
  }
}
