import { COORDINATION_LIMITS } from '../operations/coordination_limits.js';
import { formatWorkspacePath } from '../operations/normalize_workspace_path.js';
import type { CoordinationClock } from './coordination_clock.js';
import { findBlockingWaiter, hasDeadlock, type LockRequest } from './lock_request.js';
import { findConflictingLock, refuseHeldLock } from './lock_state.js';
import { createRefusal, type OperationRefusal } from './reducer_result.js';
import { advanceTime, type SharedState } from './shared_state.js';

/** Callback that ends a lock request: it is decided now, or refused for a reason. */
export type LockRequestCallback = (because: OperationRefusal | undefined, waited: boolean) => void;

/** Wait queue of lock requests: fair, without polling, and free of deadlocks. */
interface LockWaitQueue {
  /** Concludes a request at once if nobody is in the way or it may not wait; else queues it. */
  ask(wanting: LockRequest, wait_ms: number, conclude: LockRequestCallback, signal?: AbortSignal): void;
  /**
   * Advances time and serves waiters that need not wait any more, first come first served. Callers call it before and
   * after every change.
   */
  serve(): void;
  close(because: OperationRefusal): void;
}

interface Waiter extends LockRequest {
  until_ms: number;
  conclude: LockRequestCallback;
}

/** Refusal of a request whose sender is gone. */
export const REQUESTER_GONE = createRefusal('agent_stopped', 'whoever asked is gone');

/**
 * Opens the wait queue; the caller closes it.
 *
 * @param now returns milliseconds since run start, never going back
 * @param busy tells whether a decision is not applied yet; nobody is served then
 */
export function openLockWaitQueue(
  state: SharedState,
  clock: CoordinationClock,
  now: () => number,
  busy: () => boolean,
): LockWaitQueue {
  /** Waiters in order of arrival. */
  const line: Waiter[] = [];
  let disarm = () => {};

  function inTheWay(earlier: readonly Waiter[], wanting: LockRequest): OperationRefusal | undefined {
    const lock = findConflictingLock(state.locks, wanting.path, wanting.agent);
    if (lock) return refuseHeldLock(wanting.path, lock, now());
    const waiter = findBlockingWaiter(state.locks, earlier, wanting);
    return waiter && refuseBehindWaiter(wanting, waiter);
  }

  function leave(waiter: Waiter, because: OperationRefusal | undefined): void {
    const index = line.indexOf(waiter);
    if (index < 0) return;
    line.splice(index, 1);
    waiter.conclude(because, true);
  }

  /** Finds the first waiter that need not wait any more. */
  function next(): { waiter: Waiter; because: OperationRefusal | undefined } | undefined {
    for (const [i, waiter] of line.entries()) {
      const because = inTheWay(line.slice(0, i), waiter);
      if (!because || now() >= waiter.until_ms) return { waiter, because };
    }
    return undefined;
  }

  function serve(): void {
    if (busy()) return;
    advanceTime(state, now());
    // Computed anew each time: each served waiter changes the locks and may end other waits.
    for (let served = next(); served; served = next()) leave(served.waiter, served.because);
    disarm();
    if (line.length === 0) return;
    const expiry_ms = state.locks.expiry.first()?.rank ?? Number.POSITIVE_INFINITY;
    const next_ms = Math.min(expiry_ms, ...line.map(({ until_ms }) => until_ms));
    disarm = clock.after(Math.max(0, next_ms - now()), serve);
  }

  return {
    ask(wanting, wait_ms, conclude, signal) {
      const because = inTheWay(line, wanting);
      if (!because || wait_ms === 0) return conclude(because, false);
      if (line.length >= COORDINATION_LIMITS.waiting) return conclude(TOO_MANY_WAITERS, false);
      if (hasDeadlock(state.locks, line, wanting)) return conclude(refuseDeadlock(because), false);
      const abandon = () => {
        leave(waiter, REQUESTER_GONE);
        serve();
      };
      const waiter: Waiter = {
        ...wanting,
        until_ms: now() + wait_ms,
        conclude(...how) {
          signal?.removeEventListener('abort', abandon);
          conclude(...how);
        },
      };
      signal?.addEventListener('abort', abandon);
      line.push(waiter);
    },
    serve,
    close(because) {
      disarm();
      for (const waiter of [...line]) leave(waiter, because);
    },
  };
}

const refuseBehindWaiter = (wanting: LockRequest, { agent, path }: LockRequest): OperationRefusal =>
  createRefusal(
    'lock_held',
    `${formatWorkspacePath(wanting.path)} cannot be locked yet: ${agent} waits for ` +
      `${formatWorkspacePath(path)} since earlier`,
  );

const TOO_MANY_WAITERS = createRefusal(
  'resource_limit_exceeded',
  `${COORDINATION_LIMITS.waiting} requests wait for locks, and there can be no more`,
);

const refuseDeadlock = ({ message }: OperationRefusal): OperationRefusal =>
  createRefusal(
    'lock_held',
    `${message}; waiting would be a deadlock, since they wait for you: release what you hold first`,
  );
