import type { Event } from '../../../record/events.js';

/** How much of its wall clock the agent has used, by the log. What a person took to answer is not the agent's time. */
export interface StageClock {
  see(event: Event): void;
  /** Milliseconds of the agent's stages up to `now_ms` (since run start); 0 before they begin. */
  spent_ms(now_ms: number): number;
}

export function stageClock(): StageClock {
  const open = new Set<string>();
  let begun: number | undefined;
  let asked = 0;
  let waited = 0;
  return {
    see({ t, type, payload }) {
      const now = t / 1e6;
      begun ??= now;
      if (type !== 'escalation') return;
      if (open.size === 0) asked = now;
      if (payload.decision === 'pending') open.add(payload.id);
      else if (open.delete(payload.id) && open.size === 0) waited += now - asked;
    },
    spent_ms: (now) =>
      begun === undefined ? 0 : Math.max(0, (open.size > 0 ? Math.min(now, asked) : now) - begun - waited),
  };
}
