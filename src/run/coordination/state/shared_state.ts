import { UserError } from '../../../contract/input/user_error.js';
import type { StateTransition } from '../../../record/events/act_payloads.js';
import type { Event } from '../../../record/events/event.js';
import { selectEvents } from '../../../record/events/select_events.js';
import { applyHandoffRead, applyHandoffWritten, createHandoffState, type HandoffState } from './handoff_state.js';
import { applyLockAcquired, applyLockReleased, createLockState, expireLocks, type LockState } from './lock_state.js';
import { applyRemembered, createMemoryState, type MemoryState } from './memory_state.js';
import {
  applyWorkClaimed,
  applyWorkCompleted,
  applyWorkRenewed,
  applyWorkSubmitted,
  createWorkQueue,
  expireLeases,
  type WorkQueue,
} from './work_queue.js';

/**
 * State that agents share (requirement A4). Only its owner changes it, in place, by `advanceTime` and
 * `applyTransition`.
 */
export interface SharedState {
  locks: LockState;
  queue: WorkQueue;
  memory: MemoryState;
  handoffs: HandoffState;
  /** Characters of everything that agents wrote into it. */
  size: number;
  /** Time up to which expiries are applied, in milliseconds since run start; never goes back. */
  at_ms: number;
}

/** Creates an empty state. */
export const createSharedState = (): SharedState => ({
  locks: createLockState(),
  queue: createWorkQueue(),
  memory: createMemoryState(),
  handoffs: createHandoffState(),
  size: 0,
  at_ms: 0,
});

/** Advances the time of the state and applies expiries. The result does not depend on the number of steps. */
export function advanceTime(state: SharedState, now_ms: number): void {
  state.at_ms = Math.max(state.at_ms, now_ms);
  expireLocks(state.locks, state.at_ms);
  expireLeases(state.queue, state.at_ms);
}

/** Applies a decided transition. */
export function applyTransition(state: SharedState, transition: StateTransition): void {
  advanceTime(state, transition.at_ms);
  state.size += measureTransition(transition);
  switch (transition.kind) {
    case 'lock_acquired':
      applyLockAcquired(state.locks, transition);
      break;
    case 'lock_released':
      applyLockReleased(state.locks, transition);
      break;
    case 'work_submitted':
      applyWorkSubmitted(state.queue, transition);
      break;
    case 'work_claimed':
      applyWorkClaimed(state.queue, transition);
      break;
    case 'work_renewed':
      applyWorkRenewed(state.queue, transition);
      break;
    case 'work_completed':
      applyWorkCompleted(state.queue, transition);
      break;
    case 'remembered':
      applyRemembered(state.memory, transition);
      break;
    case 'recalled':
      break;
    case 'handoff_written':
      applyHandoffWritten(state.handoffs, transition);
      break;
    case 'handoff_read':
      applyHandoffRead(state.handoffs, transition);
      break;
    default:
      transition satisfies never;
  }
}

/**
 * Rebuilds the state from a log.
 *
 * @throws {UserError} if a transition cannot follow from those before it
 */
export function rebuildState(events: readonly Event[]): SharedState {
  const state = createSharedState();
  for (const { seq, payload } of selectEvents(events, 'coordination')) {
    if (!payload.transition) continue;
    try {
      applyTransition(state, payload.transition);
    } catch {
      throw new UserError(
        `event ${seq} of the log: its ${payload.transition.kind} does not follow from what is before it`,
        'The log was made by something else, or changed as a whole; begin a new record in another folder.',
      );
    }
  }
  return state;
}

/** Measures the characters of JSON by which a transition grows the state. Locks and claims have their own limit. */
export function measureTransition(transition: StateTransition): number {
  switch (transition.kind) {
    case 'work_submitted':
    case 'work_completed':
    case 'remembered':
    case 'handoff_written':
      return JSON.stringify(transition).length;
    default:
      return 0;
  }
}
