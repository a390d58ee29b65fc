/** Longest id of a subagent that is kept as it is, in characters. */
const MAX_ID = 200;

/** Embedded trajectory, as far as it has an id. */
interface NamedTrajectory {
  trajectory_id?: string | null | undefined;
}

/**
 * Names the steps of an embedded trajectory: the path of its id. An id that an earlier sibling has, and a longer one,
 * is kept apart by its place. Signs of the path itself are escaped in an id.
 *
 * @param parent name of the trajectory that holds it; null = the root
 * @param siblings trajectories beside it, and itself
 * @param at place among them, from 0
 */
export function nameSubagent(parent: string | null, siblings: readonly NamedTrajectory[], at: number): string {
  const id = siblings[at]?.trajectory_id ?? '';
  const isLong = id.length > MAX_ID;
  const isRepeated = siblings.slice(0, at).some((one) => (one.trajectory_id ?? '') === id);
  const shown = isLong ? id.slice(0, 160).toWellFormed() : id;
  const escaped = shown.replace(/[%/~]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  const own = isLong || isRepeated ? `${escaped}~${at}` : escaped;
  return parent === null ? own : `${parent}/${own}`;
}
