import type { Breaker } from './breaker.js';
import { isCall } from './call.js';
import { stageClock } from './stage_clock.js';

const CODE = 'wall-ceiling';
/** A timer may go off a little before its time, in milliseconds. */
const EARLY_MS = 5;

/** Trips when the agent's stages have taken `budget.wall` in all, or a command was ended by what was left of it (R8). */
export const wall: Breaker = {
  code: CODE,
  watch({ budget }) {
    const clock = stageClock();
    return {
      see(event) {
        clock.see(event);
        const spent_ms = clock.spent_ms(event.t / 1e6);
        const timed_out = isCall(event) && event.payload.execution?.cause === 'timeout';
        if (spent_ms < budget.wall - (timed_out ? EARLY_MS : 0)) return undefined;
        return {
          code: CODE,
          severity: 'warning',
          message: `the agent reached its wall-clock budget of ${budget.wall / 1000} s`,
          signals: { spent_ms: Math.round(spent_ms), wall_ms: budget.wall },
          action: 'kill',
          stop: { kind: 'resource', cap: 'wall' },
        };
      },
    };
  },
};
