import type { Session } from './backend.js';

/** A session, or several that act side by side. */
export type Pausable = Pick<Session, 'pause' | 'resume'>;

/** Sessions that act side by side stand still together, or go on together. */
export function together(sessions: readonly Pausable[]): Pausable {
  return {
    async pause() {
      if (sessions.some((session) => !session.pause)) throw new Error('this sandbox cannot pause');
      const pauses = await Promise.allSettled(sessions.map((session) => session.pause?.()));
      const failed = pauses.find((pause) => pause.status === 'rejected');
      if (!failed) return;
      await Promise.all(sessions.map((session, i) => pauses[i]?.status === 'fulfilled' && session.resume?.()));
      throw failed.reason;
    },
    async resume() {
      await Promise.all(sessions.map((session) => session.resume?.()));
    },
  };
}
