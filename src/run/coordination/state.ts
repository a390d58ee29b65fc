import { UserError } from '../../contract/user_error.js';
import { type Event, eventsOf } from '../../record/events.js';
import type { Transition } from '../../record/transitions.js';
import { applyRead, applyWritten, type Handoffs, noHandoffs } from './handoffs.js';
import { applyAcquired, applyReleased, type Locks, noLocks, settleLocks } from './locks.js';
import { applyRemembered, type Memory, noMemory } from './memory.js';
import {
  applyClaimed,
  applyCompleted,
  applyRenewed,
  applySubmitted,
  noWork,
  type Queue,
  settleQueue,
} from './queue.js';

/** What agents share (A4). It has one owner, who changes it in place, and only by `settle` and `apply`. */
export interface State {
  locks: Locks;
  queue: Queue;
  memory: Memory;
  handoffs: Handoffs;
  /** Characters of everything that agents wrote into it. */
  size: number;
  /** Until when it is settled, in milliseconds since run start; never goes back. */
  at_ms: number;
}

export const emptyState = (): State => ({
  locks: noLocks(),
  queue: noWork(),
  memory: noMemory(),
  handoffs: noHandoffs(),
  size: 0,
  at_ms: 0,
});

/** Lets time pass: what has run out is let go. However often and in whatever steps, the same state comes of it. */
export function settle(state: State, now_ms: number): void {
  state.at_ms = Math.max(state.at_ms, now_ms);
  settleLocks(state.locks, state.at_ms);
  settleQueue(state.queue, state.at_ms);
}

/** Makes a change that was decided. */
export function apply(state: State, transition: Transition): void {
  settle(state, transition.at_ms);
  state.size += sizeOf(transition);
  switch (transition.kind) {
    case 'lock_acquired':
      applyAcquired(state.locks, transition);
      break;
    case 'lock_released':
      applyReleased(state.locks, transition);
      break;
    case 'work_submitted':
      applySubmitted(state.queue, transition);
      break;
    case 'work_claimed':
      applyClaimed(state.queue, transition);
      break;
    case 'work_renewed':
      applyRenewed(state.queue, transition);
      break;
    case 'work_completed':
      applyCompleted(state.queue, transition);
      break;
    case 'remembered':
      applyRemembered(state.memory, transition);
      break;
    case 'recalled':
      break;
    case 'handoff_written':
      applyWritten(state.handoffs, transition);
      break;
    case 'handoff_read':
      applyRead(state.handoffs, transition);
      break;
    default:
      transition satisfies never;
  }
}

/**
 * The state that a log tells, whoever wrote it and however often it was interrupted.
 *
 * @throws {UserError} where a change cannot follow from what is before it
 */
export function rebuild(events: readonly Event[]): State {
  const state = emptyState();
  for (const { seq, payload } of eventsOf(events, 'coordination')) {
    if (!payload.transition) continue;
    try {
      apply(state, payload.transition);
    } catch {
      throw new UserError(
        `event ${seq} of the log: its ${payload.transition.kind} does not follow from what is before it`,
        'The log was made by something else, or changed as a whole; begin a new record in another folder.',
      );
    }
  }
  return state;
}

/** Characters of JSON that the state grows by. Locks and claims come and go, and have a bound of their own. */
export function sizeOf(transition: Transition): number {
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
