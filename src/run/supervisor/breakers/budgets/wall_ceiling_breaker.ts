import { isMediatedCall } from '../../../../record/events/select_events.js';
import type { Breaker } from '../breaker.js';
import { createStageClock } from '../create_stage_clock.js';

const CODE = 'wall-ceiling';
/** A timer may go off a little before its time, in milliseconds. */
const EARLY_MS = 5;

/** Trips when the agent's stages have taken `budget.wall`, or its rest ended a command (requirement R8). */
export const wallCeilingBreaker: Breaker = {
  code: CODE,
  watch({ budget }) {
    const clock = createStageClock();
    return {
      see(event) {
        clock.see(event);
        const spent_ms = clock.spent_ms(event.t / 1e6);
        const timed_out = isMediatedCall(event) && event.payload.execution?.cause === 'timeout';
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
