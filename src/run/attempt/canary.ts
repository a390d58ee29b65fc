import { randomInt } from 'node:crypto';
import type { Contract } from '../../contract/schema.js';
import { canaryOracle } from '../oracle/canary_oracle.js';
import { repeatedChecks } from '../oracle/perturbation/equivalent.js';
import type { Workspace } from '../workspace/workspace.js';
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
  const act = async (workspace: Workspace) => {
    const room = await openCheckRoom({ ...ground, loaded: oracle.loaded }, workspace, { writable: oracle.writes });
    try {
      const unbuilt = await buildAgain(repeatedChecks(oracle.loaded).build, 'canary', room);
      if (unbuilt !== undefined) return skipCanary(run, { because: 'build', detail: unbuilt });
      const seen = await observe(oracle.canary, oracle.canary.report, undefined, room);
      const { renamed } = oracle;
      run.log.append('canary', 'harness', { ...seen, ...(Object.keys(renamed).length > 0 ? { renamed } : {}) });
    } finally {
      await room.session.close();
    }
  };
  await inPatchedWorkspace(oracle.loaded, application, layer, rooms, act, Object.keys(oracle.renamed));
}
