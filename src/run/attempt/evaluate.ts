import { eventsOf, type FileChange, type Payload } from '../../record/events.js';
import type { RunDirectory } from '../../record/run_directory.js';
import { settlePatch } from '../patch_facts/settle.js';
import { type Application, applyPatch } from '../workspace/apply.js';
import { PATH_LIMITS } from '../workspace/path_limits.js';
import type { Workspace } from '../workspace/workspace.js';
import { runCanary } from './canary.js';
import { challengeAround } from './challenge.js';
import { notRun, openCheckRoom, runCheck, skip, skipCanary } from './checks.js';
import type { Ground } from './ground.js';
import { inPatchedWorkspace } from './patched_workspace.js';
import { perturb } from './perturb.js';

/** The answer that is evaluated. `expected_tree`: what the snapshot must become, where we extracted the patch ourselves. */
export interface Answer {
  patch: Uint8Array;
  expected_tree: string | null;
}

/**
 * Evaluates an answer on a fresh layer, without secrets and without a network (design §3, step 6): apply, lay the oracle
 * over, build, checks, canary. Records what happens; judges nothing.
 */
export async function evaluate(answer: Answer, ground: Ground): Promise<void> {
  const { loaded, layer, run, rooms } = ground;
  const { log } = run;
  const started_ms = log.now();
  const application = await applyPatch(answer.patch, layer, rooms.cache);
  const applied = application.outcome === 'applied' || application.outcome === 'empty';
  log.append('patch_applied', 'harness', describe(application, answer, started_ms, log.now(), patchDigest(run)));
  if (!applied) {
    notRun(loaded, run, { because: 'patch', detail: application.detail });
    return;
  }
  try {
    if (application.outcome === 'applied') await settlePatch(loaded, application, answer.patch, layer, run, rooms);
    const built = await challengeAround(application, ground, () =>
      inPatchedWorkspace(loaded, application, layer, rooms, (workspace, laid) => {
        log.append('oracle_laid', 'harness', laid);
        return runChecks(workspace, ground);
      }),
    );
    const { canary } = loaded.contract.oracle;
    if (canary && built) await runCanary(canary, application, ground);
    else if (canary) skipCanary(run, unbuilt);
    await perturb(application, suspicions(run), ground);
  } finally {
    if (application.outcome === 'applied') await application.applied.release();
  }
}

const unbuilt = { because: 'build', detail: 'the build did not succeed' } as const;

/** @returns whether there is something built to check */
async function runChecks(workspace: Workspace, ground: Ground): Promise<boolean> {
  const { run } = ground;
  const { contract } = ground.loaded;
  const room = await openCheckRoom(ground, workspace);
  try {
    let built = true;
    for (const check of contract.build === 'none' ? [] : contract.build) {
      const kind = check.kind ?? 'build';
      const succeeded = await runCheck(kind === 'static' ? 'static_check' : 'build', check, room);
      if (kind === 'build') built &&= succeeded;
    }
    for (const check of contract.acceptance) {
      if (built) await runCheck('acceptance_check', check, room);
      else skip('acceptance_check', check, run, unbuilt);
    }
    for (const check of contract.scoring.maintainability) await runCheck('maintainability_check', check, room);
    return built;
  } finally {
    await room.session.close();
  }
}

/** What the facts about the patch name as suspicious. */
const suspicions = (run: RunDirectory) =>
  eventsOf(run.log.events, 'patch_facts').flatMap((event) => event.payload.suspicions);

const patchDigest = (run: RunDirectory) => {
  const mutation = run.log.events.findLast((event) => event.type === 'workspace_mutation');
  return mutation?.type === 'workspace_mutation' ? mutation.payload.patch_sha256 : '0'.repeat(64);
};

function describe(
  application: Application,
  answer: Answer,
  started_ms: number,
  ended_ms: number,
  patch_sha256: string,
): Payload<'patch_applied'> {
  const files: FileChange[] = application.outcome === 'applied' ? application.files : [];
  const { text } = application;
  // The patch's own words, which may name paths of any length.
  const sayable = ({ path }: { path: string }) => path.length <= PATH_LIMITS.path;
  return {
    outcome: application.outcome,
    started_ms,
    ended_ms,
    command: 'git apply --cached',
    patch_sha256,
    detail: application.detail,
    refusals: application.outcome === 'refused' ? application.refusals : [],
    conflict_markers: text.conflict_markers.filter(sayable),
    files,
    tree: 'tree' in application ? application.tree : null,
    expected_tree: answer.expected_tree,
    added_lines: text.files.flatMap((file) =>
      file.first_added && sayable(file) ? [{ path: file.path, ...file.first_added }] : [],
    ),
  };
}
