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
 * Whether waiting would be in vain: those in the way wait, themselves or over others, for the one who wants.
 *
 * @param waiting everybody who waits, in order of arrival; the one who wants comes after them
 */
export function wouldDeadlock(locks: Locks, waiting: readonly Wanting[], wanting: Wanting): boolean {
  const seen = waitsFor(locks, waiting, wanting);
  // A set is walked in order of insertion, what is added meanwhile included.
  for (const agent of seen)
    for (const [i, waiter] of waiting.entries()) {
      if (waiter.agent !== agent) continue;
      for (const other of waitsFor(locks, waiting.slice(0, i), waiter)) seen.add(other);
    }
  return seen.has(wanting.agent);
}

/** Everybody else for whom one who wants has to wait. */
function waitsFor(locks: Locks, earlier: readonly Wanting[], { agent, path }: Wanting): Set<string> {
  const agents = ownersInTheWay(locks, path, agent);
  for (const waiter of earlier) if (isInTheWay(locks, waiter, agent, path)) agents.add(waiter.agent);
  return agents;
}

function isInTheWay(locks: Locks, waiter: Wanting, agent: string, path: string): boolean {
  return (
    waiter.agent !== agent && overlap(waiter.path, path) && !ownersInTheWay(locks, waiter.path, waiter.agent).has(agent)
  );
}
