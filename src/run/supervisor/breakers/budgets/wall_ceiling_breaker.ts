import { isMediatedCall } from '../../../../record/events/select_events.js';
import { type Breaker, createEventReducer } from '../base/breaker.js';
import { createStageClock } from '../base/create_stage_clock.js';

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

/** Trips when a command reached `budget.command` and was ended. The agent continues. */
export const commandCeilingBreaker: Breaker = {
  code: 'command-ceiling',
  watch({ budget: { command } }) {
    if (command === undefined) return undefined;
    return createEventReducer((event) => {
      const ran = isMediatedCall(event) ? event.payload.execution : undefined;
      if (ran?.cause !== 'timeout' || ran.timeout_ms !== command) return undefined;
      return {
        code: 'command-ceiling',
        severity: 'warning',
        message: `a command reached the ceiling of ${command / 1000} s`,
        signals: { call: event.seq, timeout_ms: ran.timeout_ms, wall_ms: ran.usage.wall_ms },
        action: 'kill',
      };
    });
  },
};
