import { randomInt } from 'node:crypto';
import type { Contract } from '../../contract/schema.js';
import { canaryOracle } from '../oracle/canary_oracle.js';
import { repeatedChecks } from '../oracle/perturbation/equivalent.js';
import { removeFiles } from '../workspace/place.js';
import { buildAgain, observe, openCheckRoom, skipCanary } from './checks.js';
import type { Ground } from './ground.js';
import { type Applied, inPatchedWorkspace } from './patched_workspace.js';

/**
 * Runs the canary on a workspace of its own, built again, with hidden files read-only as for checks: what an earlier check left behind
 * would tell the tested code that the check which counts is over, and hidden files that can be written that this is none.
 */
export async function runCanary(
  declared: NonNullable<Contract['oracle']['canary']>,
  application: Applied,
  ground: Ground,
): Promise<void> {
  const { loaded, layer, run, rooms } = ground;
  if (rooms.signal.aborted) {
    skipCanary(run, { because: 'interrupted', detail: 'the run was interrupted' });
    return;
  }
  const oracle = canaryOracle(declared, loaded, randomInt);
  await inPatchedWorkspace(oracle.loaded, application, layer, rooms, async (workspace) => {
    removeFiles(
      workspace.view,
      oracle.vacated.map((path) => Buffer.from(path, 'utf8').toString('latin1')),
    );
    const room = await openCheckRoom({ ...ground, loaded: oracle.loaded }, workspace, { writable: oracle.writes });
    try {
      const unbuilt = await buildAgain(repeatedChecks(oracle.loaded).build, 'canary', room);
      if (unbuilt !== undefined) return skipCanary(run, { because: 'build', detail: unbuilt });
      run.log.append('canary', 'harness', await observe(oracle.canary, oracle.canary.report, undefined, room));
    } finally {
      await room.session.close();
    }
  });
}
