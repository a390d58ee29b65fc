import type { AgentCallResult } from '../../calls/agent_call_result.js';
import { type Breaker, createCallReducer, createSubtaskReducer, pluralizeCount } from '../base/breaker.js';

/**
 * Trips when `breakers.identical_calls` equal calls in a row left the workspace unchanged (requirement R9). A call made
 * through the harness counts only if its tree was taken. A call visible only in the traffic counts if its result is
 * equal too, or if it is a cycle that failed at the same tree. An agent that waits for its own job (`sleep 5; cat log`)
 * therefore does not trip it.
 */
export const identicalCallsBreaker: Breaker = {
  code: 'identical-calls',
  watch({ policy }) {
    const limit = policy.breakers.identical_calls;
    if (limit === 0) return undefined;
    return createSubtaskReducer(() => {
      let last: AgentCallResult | undefined;
      let row = 0;
      return createCallReducer((now) => {
        row = last && isRepeat(now, last) ? row + 1 : 1;
        last = now;
        if (row < limit) return undefined;
        return {
          code: 'identical-calls',
          severity: 'warning',
          message: `the same call was made ${row} times in a row and changed nothing`,
          signals: { calls: row, call: now.seq, tree: now.tree },
          action: 'kill',
          stop: { kind: 'resource', cap: 'identical-calls' },
        };
      });
    });
  },
};

function isRepeat(now: AgentCallResult, last: AgentCallResult): boolean {
  if (now.road !== last.road || now.key !== last.key || now.tree !== last.tree) return false;
  if (now.road === 'call') return now.tree !== null;
  if (now.polls || now.traffic_index === null || now.traffic_index - 1 !== last.traffic_index) return false;
  return (now.result !== null && now.result === last.result) || (now.tree !== null && isFailed(now) && isFailed(last));
}

const isFailed = ({ cycle }: AgentCallResult) => cycle === 'failed';

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
      const installations = new Map<string, { manifests: string | null; times: number }>();
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
        const previous = installations.get(installation);
        const times = previous && manifests !== null && previous.manifests === manifests ? previous.times + 1 : 1;
        installations.delete(installation);
        installations.set(installation, { manifests, times });
        if (installations.size > MAX_REMEMBERED) installations.delete(installations.keys().next().value!);
        return times;
      }
    });
  },
};
