import type { Check } from '../../contract/contract_schema.js';
import type { LoadedContract } from '../../contract/loaded_contract.js';
import type { Execution, TestReportResult } from '../../record/events/event.js';
import { listRepeatedChecks } from '../oracle/perturbation/perturbed_oracle.js';
import type { PatchContext } from './patch_context.js';
import { executeWithReport, openCheckSession, repeatBuild } from './run_check.js';
import { type EvaluablePatch, runInPatchedWorkspace } from './run_in_patched_workspace.js';

/** One execution of a check with its report. */
interface CheckObservation {
  check: Check;
  execution: Execution;
  report: TestReportResult;
}

/** Observations of a round in a fresh workspace; `unbuilt`: failure of its build. */
type CheckRoundResult = { runs: CheckObservation[] } | { unbuilt: string };

/** Selects the checks that challenge rounds run: the mandatory ones, or one with its narrower command. */
export function selectChallengedChecks({ contract }: LoadedContract): Check[] {
  const mandatory = contract.acceptance.filter((check) => check.mandatory);
  const { run, check: id } = contract.oracle.challenge;
  if (run === undefined) return mandatory;
  const reporting = id === undefined ? mandatory.find(({ report }) => report !== 'exit-code') : undefined;
  const check = mandatory.find((one) => one.id === id) ?? reporting ?? mandatory[0]!;
  return [{ ...check, run }];
}

/** Runs checks once over a patch in a fresh, rebuilt workspace, as acceptance does. */
export function runCheckRound(
  checks: readonly Check[],
  application: EvaluablePatch,
  context: PatchContext,
): Promise<CheckRoundResult> {
  const { loaded } = context;
  return runInPatchedWorkspace(context, application, async (workspace) => {
    const session = await openCheckSession(context, workspace);
    try {
      const unbuilt = await repeatBuild(listRepeatedChecks(loaded).build, 'challenge', session);
      if (unbuilt !== undefined) return { unbuilt };
      const runs: CheckObservation[] = [];
      for (const check of checks) runs.push({ check, ...(await executeWithReport(check, session)) });
      return { runs };
    } finally {
      await session.sandbox.close();
    }
  });
}
