import { resolve } from 'node:path';
import { openTrajectoryLibrary } from '../../adapters/trajectories/open_trajectory_library.js';
import { UserError } from '../../contract/input/user_error.js';
import type { LoadedContract } from '../../contract/loaded_contract.js';
import { computeDigest } from '../../record/json/compute_digest.js';
import type { ImportedTrajectory } from '../../record/trajectory/imported_trajectory.js';
import type { Agent } from './agent.js';

/** Longest name of an agent with its model in the name of an arm. */
const MAX_NAME = 80;

/**
 * Creates an agent from recorded trajectories: it submits the patch of the one whose task is the contract. The only
 * trajectory of a file that names no other task is that of every contract.
 *
 * @throws {UserError} if the file cannot be read
 */
export async function createTrajectoryAgent(file: string, cwd: string): Promise<Agent> {
  const library = await openTrajectoryLibrary(resolve(cwd, file), file);
  const trajectory = async ({
    contract,
    shown,
  }: LoadedContract): Promise<ImportedTrajectory & { patch: Uint8Array }> => {
    const found = await library.read(contract.id);
    if (found === undefined)
      throw new UserError(`${shown}: ${file} has no trajectory of "${contract.id}"`, 'Leave the contract out.');
    const { patch } = found;
    if (patch === null)
      throw new UserError(
        `${found.place}  holds no patch`,
        'Put the patch of the agent beside the file, under its name with .patch in place of .json or .traj.',
      );
    return { ...found, patch };
  };
  const named = library.agent.replace(/[^\x21-\x7e]+/g, ' ').trim();
  return {
    kind: 'patch',
    made_elsewhere: true,
    name: `trajectory:${named.slice(0, MAX_NAME)}`,
    identity: computeDigest({ kind: 'trajectory', digests: Object.fromEntries(library.tasks) }),
    detail: { file, agent: named.slice(0, 200), trajectories: library.tasks.size },
    patch: async (loaded) => (await trajectory(loaded)).patch,
    trajectory,
  };
}
