import type { LoadedContract } from '../../contract/loaded.js';
import type { Check } from '../../contract/schema.js';
import type { Execution, ReportReading } from '../../record/events.js';
import { repeatedChecks } from '../oracle/perturbation/equivalent.js';
import { buildAgain, observeCheck, openCheckRoom } from './checks.js';
import type { Ground } from './ground.js';
import { type Applied, inPatchedWorkspace } from './patched_workspace.js';

/** One execution of a check in a run of its own. */
export interface ObservedCheck {
  check: Check;
  execution: Execution;
  report: ReportReading;
}

/** What a run over a fresh workspace shows; `unbuilt`: why there was nothing to run. */
export type ObservedRound = { runs: ObservedCheck[] } | { unbuilt: string };

/** Returns the checks that challenge rounds run: the mandatory ones, or one by its narrower command. */
export function challengedChecks({ contract }: LoadedContract): Check[] {
  const mandatory = contract.acceptance.filter((check) => check.mandatory);
  const { run, check: id } = contract.oracle.challenge;
  if (run === undefined) return mandatory;
  const named = id === undefined ? mandatory.find(({ report }) => report !== 'exit-code') : undefined;
  const check = mandatory.find((one) => one.id === id) ?? named ?? mandatory[0]!;
  return [{ ...check, run }];
}

/** Runs checks once over a patch in a fresh workspace, built again, as acceptance does. */
export function observeRound(checks: readonly Check[], application: Applied, ground: Ground): Promise<ObservedRound> {
  const { loaded, layer, rooms } = ground;
  return inPatchedWorkspace(loaded, application, layer, rooms, async (workspace) => {
    const room = await openCheckRoom(ground, workspace);
    try {
      const unbuilt = await buildAgain(repeatedChecks(loaded).build, 'challenge', room);
      if (unbuilt !== undefined) return { unbuilt };
      const runs: ObservedCheck[] = [];
      for (const check of checks) runs.push({ check, ...(await observeCheck(check, room)) });
      return { runs };
    } finally {
      await room.session.close();
    }
  });
}
