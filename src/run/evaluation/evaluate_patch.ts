import type { EventPayload, FileChange } from '../../record/events/event.js';
import { selectEvents } from '../../record/events/select_events.js';
import type { RunDirectory } from '../../record/storage/run_directory.js';
import { applyPatch, type PatchApplication } from '../../workspace/patch/apply_patch.js';
import { PATH_LIMITS } from '../../workspace/patch/patch_text.js';
import type { Workspace } from '../../workspace/workspace.js';
import type { AttemptContext } from '../attempt/attempt_context.js';
import type { CandidatePatch } from '../attempt/attempt_ports.js';
import { computeVolumeBytes } from '../attempt/runner_context.js';
import { decidePerturbation, hasPassedChecks } from '../oracle/perturbation/perturbation_decision.js';
import type { ActMonitor } from '../supervisor/acts/act_monitor.js';
import { isValidationRun } from './make_reference.js';
import {
  type CollectedAnswer,
  collectAnswers,
  recordSkippedModelCheck,
  runModelChecks,
} from './model_checks/run_model_checks.js';
import type { PatchContext } from './patch_context.js';
import { reviewPatch } from './review_patch.js';
import { runCanary } from './run_canary.js';
import { runChallengeRounds } from './run_challenge_rounds.js';
import {
  openCheckSession,
  recordSkippedCanary,
  recordSkippedCheck,
  recordSkippedChecks,
  runCheck,
} from './run_check.js';
import { runInPatchedWorkspace } from './run_in_patched_workspace.js';
import { runPerturbations } from './run_perturbations.js';
import { watchChecks } from './watch_checks.js';
import { createWorkspaceSupply, type WorkspaceSupply } from './workspace_supply.js';

/**
 * Evaluates a patch on a fresh layer, without secrets and without a network.
 *
 * It applies the patch, installs the oracle, then runs build, checks and canary. It records events and judges nothing.
 *
 * @param acts monitor of the agent's stages; undefined if there were none
 */
export async function evaluatePatch(answer: CandidatePatch, context: AttemptContext, acts?: ActMonitor): Promise<void> {
  const { loaded, layer, runner } = context;
  const supply = createWorkspaceSupply(layer, runner.cache, runner.method, {
    volume_bytes: computeVolumeBytes(loaded, runner),
    pool: runner.supplies?.getWorkspaces(loaded),
  });
  runner.backend.prepare?.();
  // The first workspace is opened while git applies the patch.
  supply.expect(1);
  try {
    await evaluateInWorkspaces(answer, { ...context, supply }, supply, acts);
  } finally {
    await supply.close();
  }
}

async function evaluateInWorkspaces(
  answer: CandidatePatch,
  given: PatchContext,
  supply: WorkspaceSupply,
  acts: ActMonitor | undefined,
): Promise<void> {
  const { loaded, layer, run, runner } = given;
  const { log } = run;
  const started_ms = log.now();
  const { patches } = runner.supplies ?? {};
  const application = await (patches
    ? patches.apply(answer.patch, layer)
    : applyPatch(answer.patch, layer, runner.cache));
  const applied = application.outcome === 'applied' || application.outcome === 'empty';
  log.append(
    'patch_applied',
    'harness',
    describeApplication(application, answer, started_ms, log.now(), getPatchDigest(run)),
  );
  if (!applied) {
    recordSkippedChecks(loaded, run, { because: 'patch', detail: application.detail });
    return;
  }
  const watch = watchChecks(given, acts);
  const { context } = watch;
  try {
    if (loaded.contract.oracle.canary) supply.expect(1);
    if (application.outcome === 'applied') await reviewPatch(loaded, application, answer.patch, layer, run, runner);
    let answers: readonly CollectedAnswer[] = [];
    const build_passed = await runChallengeRounds(application, context, () =>
      runInPatchedWorkspace(
        context,
        application,
        (workspace, laid) => {
          log.append('oracle_laid', 'harness', laid);
          return runChecks(workspace, context, answers);
        },
        [],
        // Before hidden files are laid: a judge model must see none of them.
        (workspace, written) => {
          answers = collectAnswers(loaded, workspace.view, written);
        },
      ),
    );
    const { canary } = loaded.contract.oracle;
    // The workspace of the perturbed run is opened while the canary runs.
    if (decidePerturbation(loaded, run.manifest.agent.kind, log.events, listSuspicions(run))) supply.expect(1);
    if (canary) {
      const skipped = explainSkippedCanary(build_passed, context);
      if (skipped) recordSkippedCanary(run, skipped);
      else await runCanary(canary, application, context);
    }
    await runPerturbations(application, listSuspicions(run), context);
    await watch.finish();
  } finally {
    if (application.outcome === 'applied') await application.applied.release();
  }
}

/**
 * Returns why the canary is not run; undefined if it is. It asks whether a pass is worth anything, so that a proof, most
 * of whose patches fail, has no use for it after a failure.
 */
function explainSkippedCanary(
  built: boolean,
  context: PatchContext,
): Parameters<typeof recordSkippedCanary>[1] | undefined {
  if (!built) return BUILD_FAILED;
  return isValidationRun(context) && !hasPassedChecks(context.loaded, context.run.log.events)
    ? { because: 'acceptance', detail: 'the acceptance checks did not pass' }
    : undefined;
}

const BUILD_FAILED = { because: 'build', detail: 'the build did not succeed' } as const;

/**
 * Runs build and checks in a workspace, and has a judge model grade the answers that were in it before.
 *
 * @returns true if the build succeeded
 */
async function runChecks(
  workspace: Workspace,
  context: PatchContext,
  answers: readonly CollectedAnswer[],
): Promise<boolean> {
  const { run } = context;
  const { contract } = context.loaded;
  const session = await openCheckSession(context, workspace);
  setImmediate(() => context.runner.supplies?.getWorkspaces(context.loaded).refill());
  try {
    let build_passed = true;
    for (const check of contract.build === 'none' ? [] : contract.build) {
      const kind = check.kind ?? 'build';
      const succeeded = await runCheck(kind === 'static' ? 'static_check' : 'build', check, session, context);
      if (kind === 'build') build_passed &&= succeeded;
    }
    for (const check of contract.acceptance) {
      if (build_passed) await runCheck('acceptance_check', check, session, context);
      else recordSkippedCheck('acceptance_check', check, run, BUILD_FAILED);
    }
    if (build_passed) await runModelChecks(answers, context.judge, run, context.runner.signal);
    else for (const { check } of answers) recordSkippedModelCheck(check, run, BUILD_FAILED);
    for (const check of contract.scoring.maintainability)
      await runCheck('maintainability_check', check, session, context);
    return build_passed;
  } finally {
    await session.sandbox.close();
  }
}

/** Lists the suspicions that the facts about the patch name. */
const listSuspicions = (run: RunDirectory) =>
  selectEvents(run.log.events, 'patch_facts').flatMap((event) => event.payload.suspicions);

const getPatchDigest = (run: RunDirectory) => {
  const mutation = run.log.events.findLast((event) => event.type === 'workspace_mutation');
  return mutation?.type === 'workspace_mutation' ? mutation.payload.patch_sha256 : '0'.repeat(64);
};

function describeApplication(
  application: PatchApplication,
  answer: CandidatePatch,
  started_ms: number,
  ended_ms: number,
  patch_sha256: string,
): EventPayload<'patch_applied'> {
  const files: FileChange[] = application.outcome === 'applied' ? application.files : [];
  const { text } = application;
  // Paths come from the patch's text and may have any length.
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
