import { isMediatedCall } from '../../../../record/events/select_events.js';
import { type Breaker, createEventReducer } from '../breaker.js';

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
