import type { StateTransitionVariant } from '../../../record/events/act_payloads.js';
import type { TouchedPath } from '../../safety/protected_path_matcher.js';
import { COORDINATION_LIMITS } from '../operations/coordination_limits.js';
import {
  formatWorkspacePath,
  listParentFolders,
  normalizeWorkspacePath,
} from '../operations/normalize_workspace_path.js';
import { KeyedHeap } from './keyed_heap.js';
import {
  acceptOperation,
  type CoordinationSettings,
  createRefusal,
  formatSpan,
  type OperationRefusal,
  type ReducerResult,
  refuseOutsidePath,
  rejectOperation,
  rejectOverLimit,
  type TimedOperation,
  takeFirst,
} from './reducer_result.js';

/** Lock on a file, or on a folder with everything below it. Locks of different agents never overlap. */
interface WorkspaceLock {
  path: string;
  agent: string;
  /** Number of times that its owner acquired it and did not release it. */
  count: number;
  expires_ms: number;
  reason: string | null;
}

/** State of all locks. */
export interface LockState {
  held: Map<string, WorkspaceLock>;
  /** Locks at or below each path, by owner. */
  under: Map<string, Map<string, Set<string>>>;
  expiry: KeyedHeap;
  /** Owners of expired locks that were not taken since, the oldest first; bounded. */
  lapsed: Map<string, string>;
  /** Number of expired locks. */
  expired: number;
}

/** Creates the empty state of locks. */
export const createLockState = (): LockState => ({
  held: new Map(),
  under: new Map(),
  expiry: new KeyedHeap(),
  lapsed: new Map(),
  expired: 0,
});

/** Finds a lock of another agent that covers the path or lies below it. */
export function findConflictingLock(locks: LockState, path: string, agent: string): WorkspaceLock | undefined {
  for (const folder of listParentFolders(path)) {
    const lock = locks.held.get(folder);
    if (lock && lock.agent !== agent) return lock;
  }
  for (const [owner, paths] of locks.under.get(path) ?? [])
    if (owner !== agent) return locks.held.get(paths.values().next().value!);
  return undefined;
}

/** Finds all other agents whose locks overlap the path. */
export function findConflictingOwners(locks: LockState, path: string, agent: string): Set<string> {
  const owners = new Set(locks.under.get(path)?.keys());
  for (const folder of listParentFolders(path)) {
    const lock = locks.held.get(folder);
    if (lock) owners.add(lock.agent);
  }
  owners.delete(agent);
  return owners;
}

/** Finds the agent's own lock that covers the path. */
export function findOwnLock(locks: LockState, path: string, agent: string): WorkspaceLock | undefined {
  return [path, ...listParentFolders(path)].map((at) => locks.held.get(at)).find((lock) => lock?.agent === agent);
}

/** Decides the acquisition of a lock. */
export function decideAcquireLock(
  locks: LockState,
  asked: TimedOperation<'acquire_lock'>,
  settings: CoordinationSettings,
): ReducerResult {
  const path = normalizeWorkspacePath(asked.arguments.path);
  if (path === undefined) return { answer: refuseOutsidePath(asked.arguments.path), transition: null };
  if (settings.off.has('locking')) return acceptOperation({ path: formatWorkspacePath(path), enforced: false });
  const conflict = findConflictingLock(locks, path, asked.agent);
  if (conflict) return { answer: refuseHeldLock(path, conflict, asked.now_ms), transition: null };
  const lock = locks.held.get(path);
  if (!lock && locks.held.size >= settings.live) return rejectOverLimit('locks', settings.live);
  const ttl_ms = Math.min(asked.arguments.ttl_ms ?? settings.lock_ttl_ms, settings.lock_ttl_ms);
  // Acquiring a lock again never shortens it.
  const expires_ms = Math.max(lock?.expires_ms ?? 0, asked.now_ms + ttl_ms);
  return acceptOperation(
    { path: formatWorkspacePath(path), count: (lock?.count ?? 0) + 1, expires_in_ms: expires_ms - asked.now_ms },
    {
      kind: 'lock_acquired',
      at_ms: asked.now_ms,
      agent: asked.agent,
      path,
      expires_ms,
      reason: asked.arguments.reason ?? lock?.reason ?? null,
      contended: false,
    },
  );
}

/** Refuses a request because another agent holds a lock. */
export function refuseHeldLock(path: string, by: WorkspaceLock, now_ms: number): OperationRefusal {
  const origin = by.path === path ? '' : ` (by its lock of ${formatWorkspacePath(by.path)})`;
  const why = by.reason === null ? '' : `, for: ${by.reason}`;
  return createRefusal(
    'lock_held',
    `${formatWorkspacePath(path)} is locked by ${by.agent}${origin} for another ` +
      `${formatSpan(by.expires_ms - now_ms)} at most${why}`,
  );
}

/** Decides the release of a lock. */
export function decideReleaseLock(
  locks: LockState,
  asked: TimedOperation<'release_lock'>,
  settings: CoordinationSettings,
): ReducerResult {
  const path = normalizeWorkspacePath(asked.arguments.path);
  if (path === undefined) return { answer: refuseOutsidePath(asked.arguments.path), transition: null };
  if (settings.off.has('locking')) return acceptOperation({ path: formatWorkspacePath(path), enforced: false });
  const shown = formatWorkspacePath(path);
  const lock = locks.held.get(path);
  if (lock && lock.agent !== asked.agent)
    return rejectOperation(
      'not_lock_owner',
      `the lock of ${shown} is ${lock.agent}'s; only ${lock.agent} can release it`,
    );
  if (!lock && locks.lapsed.get(path) === asked.agent)
    return rejectOperation(
      'lease_expired',
      `your lock of ${shown} ran out before it was released; others could have taken it`,
    );
  if (!lock)
    return rejectOperation(
      'not_lock_owner',
      `nobody holds a lock of ${shown}: it was released already, or never acquired`,
    );
  return acceptOperation(
    { path: shown, count: lock.count - 1 },
    { kind: 'lock_released', at_ms: asked.now_ms, agent: asked.agent, path },
  );
}

/** Decides a listing of locks. */
export function decideCheckLocks(
  locks: LockState,
  asked: TimedOperation<'check_locks'>,
  settings: CoordinationSettings,
): ReducerResult {
  const requestedPath = asked.arguments.path;
  const path = requestedPath === undefined ? '' : normalizeWorkspacePath(requestedPath);
  if (path === undefined) return { answer: refuseOutsidePath(requestedPath!), transition: null };
  if (settings.off.has('locking')) return acceptOperation({ locks: [], more: 0, enforced: false });
  const heldParents = listParentFolders(path).filter((folder) => locks.held.has(folder));
  const heldChildren = [...(locks.under.get(path)?.values() ?? [])];
  const some = [...heldParents, ...heldChildren.flatMap((paths) => takeFirst(paths, COORDINATION_LIMITS.list))].slice(
    0,
    COORDINATION_LIMITS.list,
  );
  const all = heldParents.length + heldChildren.reduce((sum, paths) => sum + paths.size, 0);
  const shown = some.map((at) => {
    const { agent, count, reason, expires_ms } = locks.held.get(at)!;
    const expires_in_ms = expires_ms - asked.now_ms;
    return { path: formatWorkspacePath(at), agent, yours: agent === asked.agent, count, reason, expires_in_ms };
  });
  return acceptOperation({ locks: shown, more: all - shown.length });
}

/**
 * Finds the obstacle to an edit of a path: another agent's lock, or the lack of a required lock.
 *
 * @returns undefined if there is none
 */
export function findEditObstacle(
  locks: LockState,
  path: string,
  { agent, now_ms, settings }: { agent: string; now_ms: number; settings: CoordinationSettings },
): OperationRefusal | undefined {
  const normalized = normalizeWorkspacePath(path);
  if (normalized === undefined) return refuseOutsidePath(path);
  const obstacle = findForeignLockObstacle(locks, { path: normalized, below: true }, { agent, now_ms, settings });
  if (obstacle) return obstacle;
  if (settings.off.has('locking')) return undefined;
  if (!settings.require_locks || findOwnLock(locks, normalized, agent)) return undefined;
  return createRefusal(
    'lock_required',
    `${formatWorkspacePath(normalized)} can be edited only by whoever holds its lock: acquire_lock first`,
  );
}

/**
 * Finds another agent's lock against a change of a workspace path, alone or with everything below.
 *
 * @returns undefined if there is none
 */
export function findForeignLockObstacle(
  locks: LockState,
  { path, below = false }: TouchedPath,
  { agent, now_ms, settings }: { agent: string; now_ms: number; settings: CoordinationSettings },
): OperationRefusal | undefined {
  if (settings.off.has('locking')) return undefined;
  const covering = () =>
    [path, ...listParentFolders(path)].map((at) => locks.held.get(at)).find((lock) => lock && lock.agent !== agent);
  const conflict = below ? findConflictingLock(locks, path, agent) : covering();
  return conflict && refuseHeldLock(path, conflict, now_ms);
}

/** Applies an acquired lock. */
export function applyLockAcquired(
  locks: LockState,
  { path, agent, expires_ms, reason }: StateTransitionVariant<'lock_acquired'>,
): void {
  const earlier = locks.held.get(path);
  locks.held.set(path, { path, agent, count: (earlier?.count ?? 0) + 1, expires_ms, reason });
  locks.expiry.set(path, expires_ms);
  locks.lapsed.delete(path);
  for (const folder of [path, ...listParentFolders(path)]) {
    const owners = locks.under.get(folder) ?? new Map<string, Set<string>>();
    owners.set(agent, (owners.get(agent) ?? new Set()).add(path));
    locks.under.set(folder, owners);
  }
}

/** Applies a released lock. */
export function applyLockReleased(locks: LockState, { path }: StateTransitionVariant<'lock_released'>): void {
  const lock = locks.held.get(path);
  if (lock && lock.count > 1) locks.held.set(path, { ...lock, count: lock.count - 1 });
  else if (lock) removeLock(locks, lock);
}

/** Removes the locks that have expired. */
export function expireLocks(locks: LockState, now_ms: number): void {
  for (let next = locks.expiry.first(); next && next.rank <= now_ms; next = locks.expiry.first()) {
    const lock = locks.held.get(next.key)!;
    removeLock(locks, lock);
    locks.expired += 1;
    locks.lapsed.set(lock.path, lock.agent);
    if (locks.lapsed.size > COORDINATION_LIMITS.live) locks.lapsed.delete(locks.lapsed.keys().next().value!);
  }
}

function removeLock(locks: LockState, { path, agent }: WorkspaceLock): void {
  locks.held.delete(path);
  locks.expiry.delete(path);
  for (const folder of [path, ...listParentFolders(path)]) {
    const owners = locks.under.get(folder)!;
    const paths = owners.get(agent)!;
    paths.delete(path);
    if (paths.size === 0) owners.delete(agent);
    if (owners.size === 0) locks.under.delete(folder);
  }
}
