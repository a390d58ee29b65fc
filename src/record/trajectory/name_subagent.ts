/** Longest id of a subagent that is kept as it is, in characters. */
const MAX_ID = 200;

/**
 * Names the steps of an embedded trajectory: the path of its id. A longer id is cut, and its place among its siblings
 * keeps it apart from another one that begins alike.
 *
 * @param parent name of the trajectory that holds it; null = the root
 * @param at place among its siblings, from 0
 */
export function nameSubagent(parent: string | null, id: string | null | undefined, at: number): string {
  const name = id ?? '';
  const own = name.length <= MAX_ID ? name : `${name.slice(0, 160).toWellFormed()}~${at}`;
  return parent === null ? own : `${parent}/${own}`;
}
