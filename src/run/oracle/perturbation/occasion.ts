import type { LoadedContract } from '../../../contract/loaded.js';
import { basePassed } from '../../../record/base_passed.js';
import { hasPassed } from '../../../record/check_standing.js';
import { type Event, eventsOf } from '../../../record/events.js';
import type { Manifest } from '../../../record/manifest.js';

/**
 * Acceptance over the reference solution that took no longer in all is repeated for every patch, in milliseconds: a choice, not a
 * measured optimum. How long the patch takes decides nothing, since a patch can be slow on purpose.
 */
const CHEAP_MS = 2000;

/** What is said of a patch that may aim at the oracle. */
export interface Suspicion {
  what: string;
  file: string;
  patch_line: number | null;
}

/** Why the oracle is run once more, and whether wrong expectations say something here; undefined = it is not. */
export type Occasion = { because: string; expectations: boolean } | undefined;

/**
 * Whether an attempt that passed so far is perturbed (design: "Verdicts that cannot be forged"): as the contract says; `auto` =
 * where the reference solution was seen to pass quickly or there is no proof that says so, and on suspicion. The reference answers of a contract are not perturbed in `auto`: they are what its
 * proof was made with.
 *
 * Wrong expectations must make a check fail only where the reference solution was seen to fail under them: with a proof, or
 * where the contract says `always`.
 */
export function occasionOf(
  loaded: LoadedContract,
  agent: Manifest['agent']['kind'],
  events: readonly Event[],
  suspicions: readonly Suspicion[],
): Occasion {
  const { when, expectations: wanted } = loaded.contract.oracle.perturbation;
  const proven = loaded.proof?.proven === true && loaded.proof.perturbation.expectations;
  if (when === 'never' || loaded.oracle_files.length === 0 || !isPass(loaded, events)) return undefined;
  if (when === 'always') return { because: 'always', expectations: wanted };
  if (agent === 'golden' || agent === 'noop') return undefined;
  if (loaded.proof?.proven === true && !loaded.proof.perturbation.equivalent) return undefined;
  const [first] = suspicions;
  if (first) return { because: `suspicion: ${first.what} (${first.file})`, expectations: wanted && proven };
  if (isChallenged(events)) return undefined;
  const reference_ms = referenceTime(loaded);
  if (reference_ms === undefined) return { because: 'unproven', expectations: wanted && proven };
  return reference_ms <= CHEAP_MS ? { because: 'cheap', expectations: wanted && proven } : undefined;
}

/**
 * Tells whether challenge rounds varied every test that a patch could forge: a run under other names then shows nothing more. It does for a check
 * without a report: code that knows the published file, and fails over every other one, comes out of all rounds as it must.
 */
function isChallenged(events: readonly Event[]): boolean {
  const reference = eventsOf(events, 'oracle_reference').at(-1)?.payload;
  if (!reference || reference.limits.rounds === 0 || reference.missing_count > 0) return false;
  if (reference.pool.some(({ test }) => test === '')) return false;
  return reference.pool.some(({ counts }) => counts) && eventsOf(events, 'challenge').length > 0;
}

/** Wall time of the checks that are repeated, over the reference solution; undefined where the proof does not say. */
function referenceTime({ contract, proof }: LoadedContract): number | undefined {
  const times = contract.acceptance.filter((check) => check.mandatory).map((check) => proof?.reference_ms[check.id]);
  return times.reduce((sum, time) => (sum === undefined || time === undefined ? undefined : sum + time), 0);
}

/** Every mandatory check passed in every run, by status and report: only then is there a pass to doubt. */
export function isPass({ contract }: LoadedContract, events: readonly Event[]): boolean {
  const runs = [...eventsOf(events, 'build'), ...eventsOf(events, 'acceptance_check')];
  const checks = [...(contract.build === 'none' ? [] : contract.build), ...contract.acceptance];
  return checks
    .filter((check) => check.mandatory && check.kind !== 'static')
    .every((check) => {
      const own = runs.filter(({ payload }) => payload.check === check.id);
      return (
        own.length > 0 &&
        own.every(
          ({ payload: { execution, report } }) =>
            execution && hasPassed(check, { execution, report }, basePassed(check.id, events)),
        )
      );
    });
}
