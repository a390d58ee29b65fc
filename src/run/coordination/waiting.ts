import { type Locks, ownersInTheWay } from './locks.js';
import { overlap } from './workspace_path.js';

/** Somebody who wants a lock. */
export interface Wanting {
  agent: string;
  path: string;
}

/**
 * Whom of those who wait since earlier somebody has to let pass. First come, first served, but for one case: whoever waits for a
 * lock of *mine* cannot keep me from another one, since then both of us would wait.
 */
export function waiterInTheWay<W extends Wanting>(
  locks: Locks,
  earlier: readonly W[],
  { agent, path }: Wanting,
): W | undefined {
  return earlier.find((waiter) => isInTheWay(locks, waiter, agent, path));
}

/**
 * Whether waiting would be in vain: those in the way wait, themselves or over others, for locks of the one who wants. Whoever waits is
 * taken to release nothing meanwhile.
 *
 * @param waiting everybody who waits, in order of arrival; the one who wants comes after them
 */
export function wouldDeadlock(locks: Locks, waiting: readonly Wanting[], wanting: Wanting): boolean {
  const owners = new Set<string>();
  // Walked in order of insertion, what is added meanwhile included.
  const requests = new Set([wanting]);
  for (const request of requests) {
    for (const owner of ownersInTheWay(locks, request.path, request.agent)) {
      if (owner === wanting.agent) return true;
      if (owners.has(owner)) continue;
      owners.add(owner);
      for (const waiter of waiting) if (waiter.agent === owner) requests.add(waiter);
    }
    const place = waiting.indexOf(request);
    for (const waiter of place < 0 ? waiting : waiting.slice(0, place))
      if (isInTheWay(locks, waiter, request.agent, request.path)) requests.add(waiter);
  }
  return false;
}

function isInTheWay(locks: Locks, waiter: Wanting, agent: string, path: string): boolean {
  return (
    waiter.agent !== agent && overlap(waiter.path, path) && !ownersInTheWay(locks, waiter.path, waiter.agent).has(agent)
  );
}
