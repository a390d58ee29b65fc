import { defaultCoordination, withWorkers } from '../../contract/coordination.js';
import type { LoadedContract } from '../../contract/loaded.js';
import { didYouMean } from '../../contract/suggest.js';
import { UserError } from '../../contract/user_error.js';
import { type Place, placedUses, type Script } from './script.js';

/** A script as it was read. */
export interface ScriptFile {
  file: string;
  script: Script;
  /** Field path → line. */
  lines: Record<string, number>;
}

/**
 * That a script is one for this contract: it acts as agents that there are, and has a list for each part where it is split.
 *
 * @throws {UserError} with file and line
 */
export function fitting({ file, script, lines }: ScriptFile, { contract, shown }: LoadedContract): void {
  const { agents, subtasks } = withWorkers(contract.coordination ?? defaultCoordination);
  const at = (...place: Place) => `${file}:${lines[place.join('.')] ?? 1} `;
  for (const { one, path } of placedUses(script))
    if (one.as !== undefined && agents.every(({ name }) => name !== one.as))
      throw new UserError(
        `${at(...path, 'as')} operation ${one.use} is done as "${one.as}", whom ${shown} does not name`,
        `Its coordination.agents are: ${agents.map(({ name }) => name).join(', ')}.`,
      );
  if (!script.subtasks) return;
  const ids = subtasks.map(({ id }) => id);
  if (ids.length === 0)
    throw new UserError(
      `${at('subtasks')} the script is split, and ${shown} has no coordination.subtasks`,
      'Write its operations under `operations`, or the parts into the contract.',
    );
  for (const id of Object.keys(script.subtasks))
    if (!ids.includes(id))
      throw new UserError(
        `${at('subtasks', id)} ${shown} has no part "${id}"${didYouMean(id, ids)}`,
        `Its coordination.subtasks are: ${ids.join(', ')}.`,
      );
  for (const id of ids)
    if (!Object.hasOwn(script.subtasks, id))
      throw new UserError(
        `${at('subtasks')} there are no operations for the part "${id}" of ${shown}`,
        `Write \`${id}: []\` if nothing is to be done there.`,
      );
}
