import { randomInt } from 'node:crypto';
import type { Contract } from '../../contract/contract_schema.js';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import type { Workspace } from '../../workspace/workspace.js';
import { createCanaryOracle } from '../oracle/create_canary_oracle.js';
import { listRepeatedChecks } from '../oracle/perturbation/perturbed_oracle.js';
import type { PatchContext } from './patch_context.js';
import { executeWithReport, openCheckSession, recordSkippedCanary, repeatBuild } from './run_check.js';
import { type EvaluablePatch, runInPatchedWorkspace } from './run_in_patched_workspace.js';

/**
 * Runs the canary in a fresh, rebuilt workspace, with hidden files read-only as for checks.
 *
 * Files of an earlier check, or writable hidden files, would tell the tested code that this is not the check that
 * counts.
 */
export async function runCanary(
  declared: NonNullable<Contract['oracle']['canary']>,
  application: EvaluablePatch,
  context: PatchContext,
): Promise<void> {
  const { loaded, run, runner } = context;
  if (runner.signal.aborted) {
    recordSkippedCanary(run, { because: 'interrupted', detail: 'the run was interrupted' });
    return;
  }
  const oracle = createCanaryOracle(declared, loaded, randomInt);
  const act = async (workspace: Workspace) => {
    const session = await openCheckSession({ ...context, loaded: oracle.loaded }, workspace, {
      writable: oracle.writes,
    });
    try {
      const unbuilt = await repeatBuild(listRepeatedChecks(oracle.loaded).build, 'canary', session);
      if (unbuilt !== undefined) return recordSkippedCanary(run, { because: 'build', detail: unbuilt });
      const observed = await executeWithReport(oracle.canary, session);
      const { renamed } = oracle;
      run.log.append('canary', 'harness', {
        ...observed,
        ...omitUndefined({ renamed: Object.keys(renamed).length > 0 ? renamed : undefined }),
      });
    } finally {
      await session.sandbox.close();
    }
  };
  await runInPatchedWorkspace({ ...context, loaded: oracle.loaded }, application, act, Object.keys(oracle.renamed));
}
