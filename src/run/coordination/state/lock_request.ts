import { isOverlapping } from '../operations/normalize_workspace_path.js';
import { findConflictingOwners, type LockState } from './lock_state.js';

/** Request for a lock. */
export interface LockRequest {
  agent: string;
  path: string;
}

/**
 * Finds the earlier waiter that a request must let pass. First come, first served, with one exception: a waiter for a
 * lock of the requesting agent cannot block it, since both would wait.
 */
export function findBlockingWaiter<W extends LockRequest>(
  locks: LockState,
  earlier: readonly W[],
  { agent, path }: LockRequest,
): W | undefined {
  return earlier.find((waiter) => isBlocking(locks, waiter, agent, path));
}

/**
 * Tells whether waiting would deadlock: agents in the way wait, directly or not, for locks of the requesting agent.
 * Waiting agents are assumed to release nothing.
 *
 * @param waiting all waiters in order of arrival; the request comes after them
 */
export function hasDeadlock(locks: LockState, waiting: readonly LockRequest[], wanting: LockRequest): boolean {
  const owners = new Set<string>();
  // A set is iterated in order of insertion, including entries added meanwhile.
  const requests = new Set([wanting]);
  for (const request of requests) {
    for (const owner of findConflictingOwners(locks, request.path, request.agent)) {
      if (owner === wanting.agent) return true;
      if (owners.has(owner)) continue;
      owners.add(owner);
      for (const waiter of waiting) if (waiter.agent === owner) requests.add(waiter);
    }
    const place = waiting.indexOf(request);
    for (const waiter of place < 0 ? waiting : waiting.slice(0, place))
      if (isBlocking(locks, waiter, request.agent, request.path)) requests.add(waiter);
  }
  return false;
}

function isBlocking(locks: LockState, waiter: LockRequest, agent: string, path: string): boolean {
  return (
    waiter.agent !== agent &&
    isOverlapping(waiter.path, path) &&
    !findConflictingOwners(locks, waiter.path, waiter.agent).has(agent)
  );
}
