import { COORDINATION_LIMITS } from '../coordination_limits.js';
import { listParentFolders, normalizeWorkspacePath } from '../normalize_workspace_path.js';
import type { AuthorizedOperation } from './policy_stage.js';

/** Locks that agents asked for while locking is switched off. They exclude nobody. */
interface LockClaims {
  /** Notes a request for a lock, or its release. */
  note(asked: AuthorizedOperation): void;
  /** Tells whether the agent asked for a lock that covers the path. */
  has(agent: string, path: string): boolean;
}

/**
 * Creates the claims that stand for locks in the rules of profiles while locking is switched off: a profile that demands
 * a lock before an edit demands it all the same, and asking for it is enough. Claims do not survive a restart.
 */
export function createLockClaims(): LockClaims {
  const claimed = new Map<string, Set<string>>();
  return {
    note(asked) {
      if (asked.operation !== 'acquire_lock' && asked.operation !== 'release_lock') return;
      const path = normalizeWorkspacePath(asked.arguments.path);
      if (path === undefined) return;
      const own = claimed.get(asked.agent) ?? new Set();
      if (asked.operation === 'release_lock') own.delete(path);
      else if (own.size < COORDINATION_LIMITS.live) own.add(path);
      claimed.set(asked.agent, own);
    },
    has: (agent, path) => [path, ...listParentFolders(path)].some((at) => claimed.get(agent)?.has(at) === true),
  };
}
