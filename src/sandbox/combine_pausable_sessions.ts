import { MachineError } from '../system/machine_error.js';
import type { Session } from './sandbox_backend.js';

/** Session, or several concurrent ones, that can be paused. */
export type PausableSession = Pick<Session, 'pause' | 'resume'>;

/** Combines sessions, so that they pause and resume together. */
export function combinePausableSessions(sessions: readonly PausableSession[]): PausableSession {
  return {
    async pause() {
      if (sessions.some((session) => !session.pause)) throw new MachineError('this sandbox cannot pause');
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
