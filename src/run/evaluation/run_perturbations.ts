import { randomInt } from 'node:crypto';
import type { Check } from '../../contract/contract_schema.js';
import {
  hasCheckLoaded,
  hasCheckPassed,
  listKnownTests,
  type ObservedCheckRun,
  restorePublishedNames,
} from '../../record/checks/has_check_passed.js';
import type { EventPayload } from '../../record/events/event.js';
import { findBasePassedTests, selectEvents } from '../../record/events/select_events.js';
import { runGit } from '../../workspace/git/run_git.js';
import type { Layer } from '../../workspace/layer.js';
import type { Workspace } from '../../workspace/workspace.js';
import type { RunnerContext } from '../attempt/runner_context.js';
import { listNameMentions } from '../oracle/perturbation/new_names.js';
import {
  decidePerturbation,
  type PatchSuspicion,
  type PerturbationDecision,
} from '../oracle/perturbation/perturbation_decision.js';
import {
  createEquivalentOracle,
  createNamingContext,
  isOracleChanged,
  listRepeatedChecks,
  type OracleChangeKind,
  type OracleChanges,
  oracleChangeKinds,
  type PerturbedOracle,
} from '../oracle/perturbation/perturbed_oracle.js';
import type { PatchContext } from './patch_context.js';
import { executeWithReport, openCheckSession, repeatBuild } from './run_check.js';
import { type EvaluablePatch, runInPatchedWorkspace } from './run_in_patched_workspace.js';

/** Context shared by the perturbed runs of one attempt. */
interface PerturbationContext extends PatchContext {
  application: EvaluablePatch;
  because: string;
}

/**
 * Repeats the acceptance checks of a passing patch over a changed oracle (requirement S2).
 *
 * Equivalent changes must not matter, so checks must pass again. Each run has a fresh workspace, so that no trace of an
 * earlier run tells the tested code which run it is. The function records events; the judge reads them.
 */
export async function runPerturbations(
  application: EvaluablePatch,
  suspicions: readonly PatchSuspicion[],
  context: PatchContext,
): Promise<void> {
  const { loaded, run } = context;
  const occasion: PerturbationDecision = decidePerturbation(
    loaded,
    run.manifest.agent.kind,
    run.log.events,
    suspicions,
  );
  if (!occasion) return;
  const repetition = { ...context, application, because: occasion.because };
  await runEquivalentPerturbations(repetition);
}

/**
 * Runs the checks over equivalent oracles. A check that differs is repeated under other names: only what differs twice
 * is the patch's doing. A check that does not load may be broken by the changes, so they are made one at a time, unless
 * the reference solution is known to withstand all of them.
 */
async function runEquivalentPerturbations(repetition: PerturbationContext): Promise<void> {
  const { loaded, layer, runner } = repetition;
  const mentioned = await rememberMentions(listNameMentions(createNamingContext(loaded)), layer, runner);
  const { acceptance } = listRepeatedChecks(loaded);
  const tryOnce = async (checks: readonly Check[], only?: OracleChangeKind): Promise<PerturbationDifferences> => {
    if (checks.length === 0 || runner.signal.aborted) return NO_DIFFERENCES;
    return runPerturbation(
      'equivalent',
      createEquivalentOracle(loaded, mentioned, randomInt, only),
      checks,
      repetition,
    );
  };
  const { differing, unloaded } = await tryOnce(acceptance);
  const withstood = loaded.proof?.proven === true && loaded.proof.perturbation.equivalent;
  await tryOnce(withstood ? [...differing, ...unloaded] : differing);
  if (withstood || unloaded.length === 0) return;
  for (const kind of oracleChangeKinds.filter((one) => loaded.contract.oracle.perturbation[one])) {
    const alone = await tryOnce(unloaded, kind);
    await tryOnce(alone.differing, kind);
  }
}

/** Checks that differ from before: they run and fail, or do not reach their tests. */
interface PerturbationDifferences {
  differing: readonly Check[];
  unloaded: readonly Check[];
}
const NO_DIFFERENCES: PerturbationDifferences = { differing: [], unloaded: [] };

async function runPerturbation(
  kind: EventPayload<'perturbation'>['kind'],
  oracle: PerturbedOracle,
  checks: readonly Check[],
  repetition: PerturbationContext,
): Promise<PerturbationDifferences> {
  const { application, run, runner, because } = repetition;
  const { changes, vacated, root } = oracle;
  const say = (check: Check, what: Pick<EventPayload<'perturbation'>, 'execution' | 'not_run' | 'report'>) =>
    run.log.append('perturbation', 'harness', { check: check.id, kind, because, changes, ...what });
  const skipAll = (not_run: NonNullable<EventPayload<'perturbation'>['not_run']>) => {
    for (const check of checks) say(check, { not_run, report: { state: 'none' } });
    return NO_DIFFERENCES;
  };
  if (runner.signal.aborted) return skipAll({ because: 'interrupted', detail: 'the run was interrupted' });
  if (!isOracleChanged(changes)) return skipAll({ because: 'unchanged', detail: explainUnchanged(changes) });
  const act = async (workspace: Workspace) => {
    const session = await openCheckSession({ ...repetition, loaded: oracle.loaded }, workspace, { root });
    try {
      const repeated = listRepeatedChecks(oracle.loaded);
      const unbuilt = await repeatBuild(repeated.build, 'perturbation', session);
      if (unbuilt !== undefined) {
        skipAll({ because: 'build', detail: unbuilt });
        return { differing: [], unloaded: checks };
      }
      const observations = new Map<Check, ObservedCheckRun>();
      for (const check of checks) {
        const observed = await executeWithReport(repeated.acceptance.find(({ id }) => id === check.id)!, session);
        say(check, observed);
        observations.set(check, { ...observed, report: restorePublishedNames(observed.report, changes.renamed) });
      }
      const passed = (check: Check) =>
        hasCheckPassed(check, observations.get(check)!, findBasePassedTests(check.id, run.log.events));
      const loadedIn = (check: Check) =>
        hasCheckLoaded(check, observations.get(check)!, listKnownTests(check, findAcceptedReport(check, run)));
      return {
        differing: checks.filter((check) => !passed(check) && loadedIn(check)),
        unloaded: checks.filter((check) => !passed(check) && !loadedIn(check)),
      };
    } finally {
      await session.sandbox.close();
    }
  };
  return runInPatchedWorkspace({ ...repetition, loaded: oracle.loaded }, application, act, vacated);
}

const findAcceptedReport = (check: Check, { log }: PerturbationContext['run']) =>
  selectEvents(log.events, 'acceptance_check').find(({ payload }) => payload.check === check.id)?.payload.report;

function explainUnchanged({ kept }: OracleChanges): string {
  const reasons = Object.entries(kept).map(([path, why]) => `${path}: ${why}`);
  return reasons.slice(0, 3).join('; ') || 'nothing that it depends on can be changed safely';
}

/** Mentions by layer and texts, which all attempts at a contract share. */
const knownMentions = new WeakMap<Layer, Map<string, Promise<ReadonlySet<string>>>>();

/** Finds texts in the snapshot once for all attempts. */
function rememberMentions(texts: readonly string[], layer: Layer, runner: RunnerContext): Promise<ReadonlySet<string>> {
  const mentions = knownMentions.get(layer) ?? new Map<string, Promise<ReadonlySet<string>>>();
  knownMentions.set(layer, mentions);
  const key = JSON.stringify(texts);
  const search = mentions.get(key) ?? findMentionsInSnapshot(texts, layer, runner);
  mentions.set(key, search);
  search.then(
    (mentioned) => mentioned.size === texts.length && mentions.delete(key),
    () => mentions.delete(key),
  );
  return search;
}

/**
 * Finds texts that a tracked file of the snapshot holds. The patch is not searched: it could keep the names.
 *
 * @returns all of them if the search failed
 */
async function findMentionsInSnapshot(
  texts: readonly string[],
  layer: Layer,
  { cache }: RunnerContext,
): Promise<Set<string>> {
  if (texts.length === 0) return new Set();
  const call = { store: cache.store, timeout_ms: 30_000 };
  const grep = await runGit(
    ['grep', '-I', '-F', '-o', '-h', ...texts.flatMap((text) => ['-e', text]), layer.tree],
    call,
  );
  // Status 1 means no match. After any other failure nothing is known, so every name stays.
  if (!grep.ok && grep.exit_code !== 1) return new Set(texts);
  const lines = new Set(grep.stdout.toString('utf8').split('\n'));
  // The longest match hides shorter ones at the same position.
  return new Set(texts.filter((text) => [...lines].some((line) => line.includes(text))));
}
