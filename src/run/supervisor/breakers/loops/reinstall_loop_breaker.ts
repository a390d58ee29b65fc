import type { AgentCallResult } from '../../calls/agent_call_result.js';
import { type Breaker, createCallReducer, createSubtaskReducer, pluralizeCount } from '../breaker.js';

/** Different installations that are remembered. */
const MAX_REMEMBERED = 100;

/**
 * Trips when one ecosystem's dependencies were installed `breakers.reinstalls` times without a change of their files
 * (requirement R9). Counts only calls whose manifests and lockfiles were read. Of calls visible only in the traffic,
 * only equal ones count together: agents try another installer when the first fails without a network.
 */
export const reinstallLoopBreaker: Breaker = {
  code: 'reinstall-loop',
  watch({ policy }) {
    const limit = policy.breakers.reinstalls;
    if (limit === 0) return undefined;
    return createSubtaskReducer(() => {
      const seen = new Map<string, { manifests: string | null; times: number }>();
      return createCallReducer((call) => {
        if (!call.executed) return undefined;
        for (const ecosystem of call.installs()) {
          const times = timesOf(ecosystem, call);
          if (times < limit) continue;
          const often = pluralizeCount(times, 'time');
          return {
            code: 'reinstall-loop',
            severity: 'warning',
            message: `${ecosystem} dependencies were installed ${often} without a change of their files`,
            signals: { ecosystem, times, manifests: call.manifests },
            action: 'kill',
            stop: { kind: 'resource', cap: 'reinstall-loop' },
          };
        }
        return undefined;
      });

      function timesOf(ecosystem: string, { road, key, manifests }: AgentCallResult): number {
        const installation = road === 'call' ? ecosystem : `${ecosystem} ${key}`;
        const before = seen.get(installation);
        const times = before && manifests !== null && before.manifests === manifests ? before.times + 1 : 1;
        seen.delete(installation);
        seen.set(installation, { manifests, times });
        if (seen.size > MAX_REMEMBERED) seen.delete(seen.keys().next().value!);
        return times;
      }
    });
  },
};
