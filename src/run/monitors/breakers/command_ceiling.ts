import { type Breaker, sensor } from './breaker.js';
import { isCall } from './call.js';

/** Trips when a command was ended at `budget.command`. The command is over; the agent goes on if it has more to do. */
export const commandCeiling: Breaker = {
  code: 'command-ceiling',
  watch({ budget: { command } }) {
    if (command === undefined) return undefined;
    return sensor((event) => {
      const ran = isCall(event) ? event.payload.execution : undefined;
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
