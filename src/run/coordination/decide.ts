import { type Decision, failed, type Order, type Settings } from './decision.js';
import { decideRead, decideWrite } from './handoffs.js';
import { decideAcquire, decideCheck, decideRelease } from './locks.js';
import { decideRecall, decideRemember } from './memory.js';
import { type State, settle, sizeOf } from './state.js';
import { decideComplete, decideGet, decideSubmit } from './work_orders.js';

/**
 * What comes of an order at its time, by the state alone: the same state, order and settings give the same decision. Nothing is
 * changed but that time has passed; what is to change is the transition.
 */
export function decide(state: State, order: Order & { now_ms: number }, settings: Settings): Decision {
  if (!settings.agents.includes(order.agent))
    return failed('unknown_agent', `there is no agent "${order.agent.slice(0, 100)}"`);
  settle(state, order.now_ms);
  const decision = decideBy(state, { ...order, now_ms: state.at_ms }, settings);
  if (decision.transition && state.size + sizeOf(decision.transition) > settings.state_size)
    return failed('resource_limit_exceeded', `the shared state would be larger than ${settings.state_size} characters`);
  return decision;
}

function decideBy(state: State, order: Order & { now_ms: number }, settings: Settings): Decision {
  switch (order.operation) {
    case 'acquire_lock':
      return decideAcquire(state.locks, order, settings);
    case 'release_lock':
      return decideRelease(state.locks, order, settings);
    case 'check_locks':
      return decideCheck(state.locks, order, settings);
    case 'submit_work':
      return decideSubmit(state.queue, order, settings);
    case 'get_work':
      return decideGet(state.queue, order, settings);
    case 'complete_work':
      return decideComplete(state.queue, order, settings);
    case 'remember':
      return decideRemember(state.memory, order, settings);
    case 'recall':
      return decideRecall(state.memory, order, settings);
    case 'write_handoff':
      return decideWrite(state.handoffs, order, settings);
    case 'read_handoff':
      return decideRead(state.handoffs, order, settings);
  }
}
