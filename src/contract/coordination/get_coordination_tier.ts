import type { Coordination } from './coordination.js';

/** Parts of a contract that its tier of coordination follows from. */
interface CoordinatedTask {
  coordination?: Pick<Coordination, 'agents' | 'subtasks' | 'require_locks' | 'topology'> | undefined;
}

/**
 * Returns the tier of a task by the coordination that it asks for. `metadata.tier` is the author's, and counts size as
 * well.
 *
 * @returns 1: one agent, who shares nothing · 2: several agents, or locks that edits need · 3: parts for several agents
 */
export function getCoordinationTier({ coordination }: CoordinatedTask): 1 | 2 | 3 {
  if (!coordination) return 1;
  const { agents, subtasks, require_locks, topology } = coordination;
  if (subtasks.length > 1) return 3;
  return agents.length > 1 || require_locks || topology !== undefined ? 2 : 1;
}
