import type { TransitionOf } from '../../record/transitions.js';
import type { Touched } from '../safety/protected_paths.js';
import { BOUNDS } from './bounds.js';
import {
  type Asked,
  type Decision,
  done,
  failed,
  full,
  outside,
  type Refusal,
  refusal,
  type Settings,
  shownSpan,
} from './decision.js';
import { first } from './first.js';
import { KeyedHeap } from './keyed_heap.js';
import { foldersOf, insideWorkspace, shownPath } from './workspace_path.js';

/** A lock on a file, or on a folder and all that is below it. Other agents' locks never overlap. */
export interface Lock {
  path: string;
  agent: string;
  /** How often its owner has acquired it and not yet released it. */
  count: number;
  expires_ms: number;
  reason: string | null;
}

export interface Locks {
  held: Map<string, Lock>;
  /** For every path with locks at it or below it: whose, and which. */
  under: Map<string, Map<string, Set<string>>>;
  expiry: KeyedHeap;
  /** Locks that ran out and were not taken since, the oldest first: whose they were. Bounded. */
  lapsed: Map<string, string>;
  /** Locks that ran out. */
  expired: number;
}

export const noLocks = (): Locks => ({
  held: new Map(),
  under: new Map(),
  expiry: new KeyedHeap(),
  lapsed: new Map(),
  expired: 0,
});

/** A lock of somebody else that covers the path, or lies below it. */
export function lockInTheWay(locks: Locks, path: string, agent: string): Lock | undefined {
  for (const folder of foldersOf(path)) {
    const lock = locks.held.get(folder);
    if (lock && lock.agent !== agent) return lock;
  }
  for (const [owner, paths] of locks.under.get(path) ?? [])
    if (owner !== agent) return locks.held.get(paths.values().next().value!);
  return undefined;
}

/** Everybody else whose locks overlap the path. */
export function ownersInTheWay(locks: Locks, path: string, agent: string): Set<string> {
  const owners = new Set(locks.under.get(path)?.keys());
  for (const folder of foldersOf(path)) {
    const lock = locks.held.get(folder);
    if (lock) owners.add(lock.agent);
  }
  owners.delete(agent);
  return owners;
}

/** The agent's own lock that covers the path. */
export function ownLock(locks: Locks, path: string, agent: string): Lock | undefined {
  return [path, ...foldersOf(path)].map((at) => locks.held.get(at)).find((lock) => lock?.agent === agent);
}

export function decideAcquire(locks: Locks, asked: Asked<'acquire_lock'>, settings: Settings): Decision {
  const path = insideWorkspace(asked.arguments.path);
  if (path === undefined) return { answer: outside(asked.arguments.path), transition: null };
  if (settings.off.has('locking')) return done({ path: shownPath(path), enforced: false });
  const other = lockInTheWay(locks, path, asked.agent);
  if (other) return { answer: lockHeld(path, other, asked.now_ms), transition: null };
  const own = locks.held.get(path);
  if (!own && locks.held.size >= settings.live) return full('locks', settings.live);
  const ttl_ms = Math.min(asked.arguments.ttl_ms ?? settings.lock_ttl_ms, settings.lock_ttl_ms);
  // Acquired once more for a moment, a lock lasts no shorter than before.
  const expires_ms = Math.max(own?.expires_ms ?? 0, asked.now_ms + ttl_ms);
  return done(
    { path: shownPath(path), count: (own?.count ?? 0) + 1, expires_in_ms: expires_ms - asked.now_ms },
    {
      kind: 'lock_acquired',
      at_ms: asked.now_ms,
      agent: asked.agent,
      path,
      expires_ms,
      reason: asked.arguments.reason ?? own?.reason ?? null,
      contended: false,
    },
  );
}

export function lockHeld(path: string, by: Lock, now_ms: number): Refusal {
  const of = by.path === path ? '' : ` (by its lock of ${shownPath(by.path)})`;
  const why = by.reason === null ? '' : `, for: ${by.reason}`;
  return refusal(
    'lock_held',
    `${shownPath(path)} is locked by ${by.agent}${of} for another ${shownSpan(by.expires_ms - now_ms)} at most${why}`,
  );
}

export function decideRelease(locks: Locks, asked: Asked<'release_lock'>, settings: Settings): Decision {
  const path = insideWorkspace(asked.arguments.path);
  if (path === undefined) return { answer: outside(asked.arguments.path), transition: null };
  if (settings.off.has('locking')) return done({ path: shownPath(path), enforced: false });
  const shown = shownPath(path);
  const lock = locks.held.get(path);
  if (lock && lock.agent !== asked.agent)
    return failed('not_lock_owner', `the lock of ${shown} is ${lock.agent}'s; only ${lock.agent} can release it`);
  if (!lock && locks.lapsed.get(path) === asked.agent)
    return failed('lease_expired', `your lock of ${shown} ran out before it was released; others could have taken it`);
  if (!lock)
    return failed('not_lock_owner', `nobody holds a lock of ${shown}: it was released already, or never acquired`);
  return done(
    { path: shown, count: lock.count - 1 },
    { kind: 'lock_released', at_ms: asked.now_ms, agent: asked.agent, path },
  );
}

export function decideCheck(locks: Locks, asked: Asked<'check_locks'>, settings: Settings): Decision {
  const given = asked.arguments.path;
  const path = given === undefined ? '' : insideWorkspace(given);
  if (path === undefined) return { answer: outside(given!), transition: null };
  if (settings.off.has('locking')) return done({ locks: [], more: 0, enforced: false });
  const above = foldersOf(path).filter((folder) => locks.held.has(folder));
  const below = [...(locks.under.get(path)?.values() ?? [])];
  const some = [...above, ...below.flatMap((paths) => first(paths, BOUNDS.list))].slice(0, BOUNDS.list);
  const all = above.length + below.reduce((sum, paths) => sum + paths.size, 0);
  const shown = some.map((at) => {
    const { agent, count, reason, expires_ms } = locks.held.get(at)!;
    const expires_in_ms = expires_ms - asked.now_ms;
    return { path: shownPath(at), agent, yours: agent === asked.agent, count, reason, expires_in_ms };
  });
  return done({ locks: shown, more: all - shown.length });
}

/**
 * What stands against an edit of the path by the agent: somebody else's lock, or, where locks are required, that the agent has none.
 * Undefined = nothing.
 */
export function lockStanding(
  locks: Locks,
  path: string,
  { agent, now_ms, settings }: { agent: string; now_ms: number; settings: Settings },
): Refusal | undefined {
  const at = insideWorkspace(path);
  if (at === undefined) return outside(path);
  const other = othersLockStanding(locks, { path: at, below: true }, { agent, now_ms, settings });
  if (other) return other;
  if (settings.off.has('locking')) return undefined;
  if (!settings.require_locks || ownLock(locks, at, agent)) return undefined;
  return refusal('lock_required', `${shownPath(at)} can be edited only by whoever holds its lock: acquire_lock first`);
}

/** Somebody else's lock that stands against changing a path of the workspace, alone or with all that is below; undefined = none. */
export function othersLockStanding(
  locks: Locks,
  { path, below = false }: Touched,
  { agent, now_ms, settings }: { agent: string; now_ms: number; settings: Settings },
): Refusal | undefined {
  if (settings.off.has('locking')) return undefined;
  const covering = () =>
    [path, ...foldersOf(path)].map((at) => locks.held.get(at)).find((lock) => lock && lock.agent !== agent);
  const other = below ? lockInTheWay(locks, path, agent) : covering();
  return other && lockHeld(path, other, now_ms);
}

export function applyAcquired(locks: Locks, { path, agent, expires_ms, reason }: TransitionOf<'lock_acquired'>): void {
  const before = locks.held.get(path);
  locks.held.set(path, { path, agent, count: (before?.count ?? 0) + 1, expires_ms, reason });
  locks.expiry.set(path, expires_ms);
  locks.lapsed.delete(path);
  for (const at of [path, ...foldersOf(path)]) {
    const owners = locks.under.get(at) ?? new Map<string, Set<string>>();
    owners.set(agent, (owners.get(agent) ?? new Set()).add(path));
    locks.under.set(at, owners);
  }
}

export function applyReleased(locks: Locks, { path }: TransitionOf<'lock_released'>): void {
  const lock = locks.held.get(path);
  if (lock && lock.count > 1) locks.held.set(path, { ...lock, count: lock.count - 1 });
  else if (lock) free(locks, lock);
}

/** Lets go of the locks that have run out. */
export function settleLocks(locks: Locks, now_ms: number): void {
  for (let next = locks.expiry.first(); next && next.rank <= now_ms; next = locks.expiry.first()) {
    const lock = locks.held.get(next.key)!;
    free(locks, lock);
    locks.expired += 1;
    locks.lapsed.set(lock.path, lock.agent);
    if (locks.lapsed.size > BOUNDS.live) locks.lapsed.delete(locks.lapsed.keys().next().value!);
  }
}

function free(locks: Locks, { path, agent }: Lock): void {
  locks.held.delete(path);
  locks.expiry.delete(path);
  for (const at of [path, ...foldersOf(path)]) {
    const owners = locks.under.get(at)!;
    const paths = owners.get(agent)!;
    paths.delete(path);
    if (paths.size === 0) owners.delete(agent);
    if (owners.size === 0) locks.under.delete(at);
  }
}
