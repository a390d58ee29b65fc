import type { Event } from '../../../../record/events/event.js';

/** Clock of the agent's stages, driven by the log. Time that a person took to answer does not count. */
interface StageClock {
  see(event: Event): void;
  /** Milliseconds of the agent's stages up to `now_ms` (since run start); 0 before they begin. */
  spent_ms(now_ms: number): number;
}

/** Creates a clock that has not started. */
export function createStageClock(): StageClock {
  const open = new Set<string>();
  let begun: number | undefined;
  let asked_ms = 0;
  let waited_ms = 0;
  return {
    see({ t, type, payload }) {
      const now = t / 1e6;
      begun ??= now;
      if (type !== 'escalation') return;
      if (open.size === 0) asked_ms = now;
      if (payload.decision === 'pending') open.add(payload.id);
      else if (open.delete(payload.id) && open.size === 0) waited_ms += now - asked_ms;
    },
    spent_ms: (now) =>
      begun === undefined ? 0 : Math.max(0, (open.size > 0 ? Math.min(now, asked_ms) : now) - begun - waited_ms),
  };
}
