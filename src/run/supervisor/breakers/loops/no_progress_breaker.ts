import type { AgentCallResult } from '../../calls/agent_call_result.js';
import { type Breaker, createSubtaskReducer } from '../base/breaker.js';

/** Maximum number of remembered results per state of the workspace; further ones count as new. */
const MAX_LOOKS = 2000;

/**
 * Trips when `breakers.no_progress` calls in a row neither changed the workspace nor passed a cycle (requirement R9).
 * Calls of the inspect stage do not count, since nothing can change there. Command-line agents read a repository in
 * many small calls. Of calls visible only in the traffic, those count whose result the model already had at this state
 * of the workspace.
 */
export const noProgressBreaker: Breaker = {
  code: 'no-progress',
  watch({ policy }) {
    const limit = policy.breakers.no_progress;
    if (limit === 0) return undefined;
    return createSubtaskReducer(() => {
      let tree: string | undefined;
      let row = 0;
      const looks = new Set<string>();
      const move = (to: string) => {
        tree = to;
        row = 0;
        looks.clear();
      };
      const isNew = ({ road, key, result, polls }: AgentCallResult): boolean => {
        if (road === 'call') return false;
        const look = `${key} ${result}`;
        if (result === null || polls || (!looks.has(look) && looks.size >= MAX_LOOKS)) return true;
        return looks.size < looks.add(look).size;
      };
      return {
        see(event, call) {
          if (event.type === 'resource_sample' && event.payload.tree !== null && event.payload.tree !== tree)
            move(event.payload.tree);
          if (!call?.tree || event.stage === 'inspect') return undefined;
          if (call.tree !== tree || (call.cycle !== null && call.cycle !== 'failed')) move(call.tree);
          else if (!isNew(call)) row += 1;
          if (row < limit) return undefined;
          return {
            code: 'no-progress',
            severity: 'warning',
            message: `${row} calls in a row changed nothing and passed no check`,
            signals: { calls: row, tree },
            action: 'kill',
            stop: { kind: 'resource', cap: 'no-progress' },
          };
        },
      };
    });
  },
};
