import { randomInt } from 'node:crypto';
import type { Check } from '../../contract/schema.js';
import { basePassed } from '../../record/base_passed.js';
import { hasLoaded, hasPassed, knownTests, type ObservedRun } from '../../record/check_standing.js';
import { eventsOf, type Payload } from '../../record/events.js';
import { withPublishedNames } from '../../record/published_names.js';
import {
  type ChangeKind,
  type Changes,
  changeKinds,
  equivalentOracle,
  isChanged,
  namingOf,
  type PerturbedOracle,
  repeatedChecks,
} from '../oracle/perturbation/equivalent.js';
import { mentionsOf } from '../oracle/perturbation/new_names.js';
import { type Occasion, occasionOf, type Suspicion } from '../oracle/perturbation/occasion.js';
import { dependsOn, wrongOracle } from '../oracle/perturbation/wrong.js';
import { git } from '../workspace/git.js';
import type { Layer } from '../workspace/layer.js';
import type { Workspace } from '../workspace/workspace.js';
import { buildAgain, observeCheck, openCheckRoom } from './checks.js';
import type { Ground } from './ground.js';
import { type Applied, inPatchedWorkspace } from './patched_workspace.js';
import type { Rooms } from './rooms.js';

/** What perturbed runs of one attempt have in common. */
interface Repetition extends Ground {
  application: Applied;
  because: string;
}

/**
 * Runs the acceptance checks of a patch that passed once more, over an oracle that was changed (S2): in ways that must not matter,
 * where they must pass again, and with wrong expectations, where they must fail. Each on a fresh workspace, so that nothing that
 * an earlier run left behind tells the tested code which one it is in.
 *
 * Records what happens; whether it agrees is judged from the record.
 */
export async function perturb(application: Applied, suspicions: readonly Suspicion[], ground: Ground): Promise<void> {
  const { loaded, run } = ground;
  const occasion: Occasion = occasionOf(loaded, run.manifest.agent.kind, run.log.events, suspicions);
  if (!occasion) return;
  const repetition = { ...ground, application, because: occasion.because };
  await repeatEquivalent(repetition);
  if (occasion.expectations) await repeatWrong(repetition);
}

/**
 * Repeats a check that differs under yet other names: only what differs twice is the patch's doing. One that does not even load may have
 * been broken by the changes themselves, so they are made one at a time; where the reference solution was seen to withstand all of them
 * they are not to blame.
 */
async function repeatEquivalent(repetition: Repetition): Promise<void> {
  const { loaded, layer, rooms } = repetition;
  const mentioned = await mentionedInSnapshot(mentionsOf(namingOf(loaded)), layer, rooms);
  const { acceptance } = repeatedChecks(loaded);
  const tryOnce = async (checks: readonly Check[], only?: ChangeKind): Promise<Differences> => {
    if (checks.length === 0 || rooms.signal.aborted) return AS_BEFORE;
    return repeat('equivalent', equivalentOracle(loaded, mentioned, randomInt, only), checks, repetition);
  };
  const { differing, unloaded } = await tryOnce(acceptance);
  const withstood = loaded.proof?.proven === true && loaded.proof.perturbation.equivalent;
  await tryOnce(withstood ? [...differing, ...unloaded] : differing);
  if (withstood || unloaded.length === 0) return;
  for (const kind of changeKinds.filter((one) => loaded.contract.oracle.perturbation[one])) {
    const alone = await tryOnce(unloaded, kind);
    await tryOnce(alone.differing, kind);
  }
}

/** With every check that depends on what is made wrong; the others get an event that says so. */
async function repeatWrong(repetition: Repetition): Promise<void> {
  const { loaded, run } = repetition;
  const oracle = wrongOracle(loaded);
  // Without the reference solution's word for it, only what a check certainly depends on may speak against a patch.
  const unnamed = run.manifest.agent.kind === 'golden' || loaded.proof?.proven === true;
  const { acceptance } = repeatedChecks(loaded);
  const dependent = acceptance.filter((check) => dependsOn(check, oracle, unnamed));
  const independent = acceptance.filter((check) => !dependent.includes(check));
  await repeat(
    'wrong-expectations',
    { ...oracle, changes: { ...oracle.changes, expectations: 0 } },
    independent,
    repetition,
  );
  if (dependent.length > 0) await repeat('wrong-expectations', oracle, dependent, repetition);
}

/** Checks that do not stand as before: they run and do not pass, or do not come as far as their tests. */
interface Differences {
  differing: readonly Check[];
  unloaded: readonly Check[];
}
const AS_BEFORE: Differences = { differing: [], unloaded: [] };

async function repeat(
  kind: Payload<'perturbation'>['kind'],
  oracle: PerturbedOracle,
  checks: readonly Check[],
  repetition: Repetition,
): Promise<Differences> {
  const { application, layer, run, rooms, because } = repetition;
  const { changes, vacated, root } = oracle;
  const say = (check: Check, what: Pick<Payload<'perturbation'>, 'execution' | 'not_run' | 'report'>) =>
    run.log.append('perturbation', 'harness', { check: check.id, kind, because, changes, ...what });
  const skipAll = (not_run: NonNullable<Payload<'perturbation'>['not_run']>) => {
    for (const check of checks) say(check, { not_run, report: { state: 'none' } });
    return AS_BEFORE;
  };
  if (rooms.signal.aborted) return skipAll({ because: 'interrupted', detail: 'the run was interrupted' });
  if (!isChanged(changes)) return skipAll({ because: 'unchanged', detail: whyUnchanged(changes) });
  const act = async (workspace: Workspace) => {
    const room = await openCheckRoom({ ...repetition, loaded: oracle.loaded }, workspace, { root });
    try {
      const repeated = repeatedChecks(oracle.loaded);
      const unbuilt = await buildAgain(repeated.build, 'perturbation', room);
      if (unbuilt !== undefined) {
        skipAll({ because: 'build', detail: unbuilt });
        return { differing: [], unloaded: checks };
      }
      const seen = new Map<Check, ObservedRun>();
      for (const check of checks) {
        const observed = await observeCheck(repeated.acceptance.find(({ id }) => id === check.id)!, room);
        say(check, observed);
        seen.set(check, { ...observed, report: withPublishedNames(observed.report, changes.renamed) });
      }
      const passed = (check: Check) => hasPassed(check, seen.get(check)!, basePassed(check.id, run.log.events));
      const loadedIn = (check: Check) =>
        hasLoaded(check, seen.get(check)!, knownTests(check, acceptedReport(check, run)));
      return {
        differing: checks.filter((check) => !passed(check) && loadedIn(check)),
        unloaded: checks.filter((check) => !passed(check) && !loadedIn(check)),
      };
    } finally {
      await room.session.close();
    }
  };
  return inPatchedWorkspace(oracle.loaded, application, layer, rooms, act, vacated);
}

const acceptedReport = (check: Check, { log }: Repetition['run']) =>
  eventsOf(log.events, 'acceptance_check').find(({ payload }) => payload.check === check.id)?.payload.report;

function whyUnchanged({ kept }: Changes): string {
  const reasons = Object.entries(kept).map(([path, why]) => `${path}: ${why}`);
  return reasons.slice(0, 3).join('; ') || 'nothing that it depends on can be changed safely';
}

/** Texts that a tracked file of the snapshot holds. What the patch says decides nothing: it could keep the names as they are. */
async function mentionedInSnapshot(texts: readonly string[], layer: Layer, { cache }: Rooms): Promise<Set<string>> {
  if (texts.length === 0) return new Set();
  const call = { store: cache.store, timeout_ms: 30_000 };
  const found = await git(['grep', '-I', '-F', '-o', '-h', ...texts.flatMap((text) => ['-e', text]), layer.tree], call);
  // Status 1 = nothing found; anything else and we know nothing, so that every name stays.
  if (!found.ok && found.exit_code !== 1) return new Set(texts);
  const lines = new Set(found.stdout.toString('utf8').split('\n'));
  // The longest match hides a shorter one at the same place.
  return new Set(texts.filter((text) => [...lines].some((line) => line.includes(text))));
}
