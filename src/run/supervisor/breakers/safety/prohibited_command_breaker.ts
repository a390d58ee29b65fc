import type { Breaker, BreakerReducer } from '../breaker.js';

/**
 * Trips at a command of `policy.commands.deny`, made or only requested (requirement R9). The workspace is quarantined
 * and the run ended for safety. Commands visible only in the traffic or in the process tree count too. A person may
 * allow one, which then passes.
 */
export const prohibitedCommandBreaker: Breaker = {
  code: 'prohibited-command',
  watch({ policy }): BreakerReducer | undefined {
    if (policy.commands.deny.length === 0) return undefined;
    const allowed = new Set<string>();
    let last = '';
    return {
      refuses(_, acts) {
        const found = acts.find(({ prohibited, sha256 }) => prohibited && !allowed.has(sha256));
        return found && `prohibited by the rule "${found.prohibited}"`;
      },
      see(event) {
        if (event.type !== 'act') return undefined;
        const { act, road, prohibited, because, sha256 } = event.payload;
        if (!prohibited || allowed.has(sha256)) return undefined;
        last = sha256;
        return {
          code: 'prohibited-command',
          severity: 'violation',
          message: because,
          signals: { rule: prohibited, act, road },
          action: 'quarantine',
          stop: { kind: 'safety' },
        };
      },
      allow: () => void allowed.add(last),
    };
  },
};
