import { decideCompleteWork, decideGetWork, decideSubmitWork } from './decide_submit_work.js';
import { decideReadHandoff, decideWriteHandoff } from './handoff_state.js';
import { decideAcquireLock, decideCheckLocks, decideReleaseLock } from './lock_state.js';
import { decideRecall, decideRemember } from './memory_state.js';
import {
  type CoordinationSettings,
  type ReducerResult,
  rejectOperation,
  type SharedOperationCall,
} from './reducer_result.js';
import { advanceTime, measureTransition, type SharedState } from './shared_state.js';

/**
 * Decides an operation by the state alone: the same state, operation and settings give the same result. It only
 * advances the time of the state; the returned transition holds the change.
 */
export function decideOperation(
  state: SharedState,
  order: SharedOperationCall & { now_ms: number },
  settings: CoordinationSettings,
): ReducerResult {
  if (!settings.agents.includes(order.agent))
    return rejectOperation('unknown_agent', `there is no agent "${order.agent.slice(0, 100)}"`);
  advanceTime(state, order.now_ms);
  const decision = decideByKind(state, { ...order, now_ms: state.at_ms }, settings);
  if (decision.transition && state.size + measureTransition(decision.transition) > settings.state_size)
    return rejectOperation(
      'resource_limit_exceeded',
      `the shared state would be larger than ${settings.state_size} characters`,
    );
  return decision;
}

function decideByKind(
  state: SharedState,
  order: SharedOperationCall & { now_ms: number },
  settings: CoordinationSettings,
): ReducerResult {
  switch (order.operation) {
    case 'acquire_lock':
      return decideAcquireLock(state.locks, order, settings);
    case 'release_lock':
      return decideReleaseLock(state.locks, order, settings);
    case 'check_locks':
      return decideCheckLocks(state.locks, order, settings);
    case 'submit_work':
      return decideSubmitWork(state.queue, order, settings);
    case 'get_work':
      return decideGetWork(state.queue, order, settings);
    case 'complete_work':
      return decideCompleteWork(state.queue, order, settings);
    case 'remember':
      return decideRemember(state.memory, order, settings);
    case 'recall':
      return decideRecall(state.memory, order, settings);
    case 'write_handoff':
      return decideWriteHandoff(state.handoffs, order, settings);
    case 'read_handoff':
      return decideReadHandoff(state.handoffs, order, settings);
  }
}
