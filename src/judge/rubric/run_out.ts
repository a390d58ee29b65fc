import type { Transition } from '../../record/transitions.js';

/** How many locks ran out by `end_ms`: neither released nor acquired again in time. */
export function expiredLocks(transitions: readonly Transition[], end_ms: number): number {
  const held = new Map<string, { count: number; expires_ms: number }>();
  let expired = 0;
  for (const transition of transitions) {
    if (transition.kind !== 'lock_acquired' && transition.kind !== 'lock_released') continue;
    const { kind, path, at_ms } = transition;
    const before = held.get(path);
    const out = before !== undefined && before.expires_ms <= at_ms;
    if (out) expired += 1;
    const count = (out ? 0 : (before?.count ?? 0)) + (kind === 'lock_acquired' ? 1 : -1);
    if (count <= 0) held.delete(path);
    else held.set(path, { count, expires_ms: kind === 'lock_acquired' ? transition.expires_ms : before!.expires_ms });
  }
  return expired + [...held.values()].filter(({ expires_ms }) => expires_ms <= end_ms).length;
}

/** How many leases ran out by `end_ms`: the work went back to the queue. */
export function requeuedWork(transitions: readonly Transition[], end_ms: number): number {
  const leases = new Map<string, number>();
  let requeued = 0;
  for (const transition of transitions) {
    switch (transition.kind) {
      case 'work_claimed':
        // Claimed work is claimed anew only when the lease before has run out.
        if (leases.has(transition.id)) requeued += 1;
        leases.set(transition.id, transition.lease_until_ms);
        break;
      case 'work_renewed':
        leases.set(transition.id, transition.lease_until_ms);
        break;
      case 'work_completed':
        leases.delete(transition.id);
        break;
    }
  }
  return requeued + [...leases.values()].filter((until_ms) => until_ms <= end_ms).length;
}
