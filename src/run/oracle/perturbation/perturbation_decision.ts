import type { LoadedContract } from '../../../contract/loaded_contract.js';
import { hasCheckPassed } from '../../../record/checks/has_check_passed.js';
import type { Event } from '../../../record/events/event.js';
import { findBasePassedTests, selectEvents } from '../../../record/events/select_events.js';
import type { Manifest } from '../../../record/manifest/manifest.js';

/**
 * Longest acceptance over the reference solution, in milliseconds, that is repeated for every patch: a choice, not a
 * measured optimum.
 *
 * The time of the patch does not count, since a patch can be slow on purpose.
 */
const CHEAP_ACCEPTANCE_MS = 2000;

/** Reason to suspect that a patch targets the oracle. */
export interface PatchSuspicion {
  what: string;
  file: string;
  patch_line: number | null;
}

/** Reason to perturb an attempt; undefined if it is not perturbed. */
export type PerturbationDecision = { because: string } | undefined;

/**
 * Decides whether an attempt that passed so far is perturbed, as the contract says.
 *
 * With `auto` it is perturbed on suspicion, and if the reference solution passed quickly or no proof says so. Reference
 * answers are not perturbed with `auto`, since the proof was made with them.
 */
export function decidePerturbation(
  loaded: LoadedContract,
  agent: Manifest['agent']['kind'],
  events: readonly Event[],
  suspicions: readonly PatchSuspicion[],
): PerturbationDecision {
  const { when } = loaded.contract.oracle.perturbation;
  if (when === 'never' || loaded.oracle_files.length === 0 || !hasPassedChecks(loaded, events)) return undefined;
  if (when === 'always') return { because: 'always' };
  if (agent === 'golden' || agent === 'noop') return undefined;
  if (loaded.proof?.proven === true && !loaded.proof.perturbation.equivalent) return undefined;
  const [first] = suspicions;
  if (first) return { because: `suspicion: ${first.what} (${first.file})` };
  if (isChallenged(events)) return undefined;
  const reference_ms = getReferenceMs(loaded);
  if (reference_ms === undefined) return { because: 'unproven' };
  return reference_ms <= CHEAP_ACCEPTANCE_MS ? { because: 'cheap' } : undefined;
}

/**
 * Tells whether challenge rounds held and varied every test that a patch could forge. A further run under other names
 * then shows nothing more.
 *
 * For checks without a report it does show more: code that recognises the published file, and fails over every other
 * one, passes all challenge rounds.
 */
function isChallenged(events: readonly Event[]): boolean {
  const reference = selectEvents(events, 'oracle_reference').at(-1)?.payload;
  if (!reference || reference.limits.rounds === 0 || reference.missing_count > 0) return false;
  if (reference.pool.some(({ test }) => test === '')) return false;
  const reveal = selectEvents(events, 'challenge_reveal').at(-1)?.payload;
  return reference.pool.some(({ counts }) => counts) && reveal?.held === reference.limits.rounds;
}

/**
 * Returns the wall time in milliseconds of the repeated checks over the reference solution.
 *
 * @returns undefined if the proof does not say
 */
function getReferenceMs({ contract, proof }: LoadedContract): number | undefined {
  const times = contract.acceptance.filter((check) => check.mandatory).map((check) => proof?.reference_ms[check.id]);
  return times.reduce((sum, time) => (sum === undefined || time === undefined ? undefined : sum + time), 0);
}

/** Tells whether every mandatory check passed in every run, by status and report. */
export function hasPassedChecks({ contract }: LoadedContract, events: readonly Event[]): boolean {
  const runs = [...selectEvents(events, 'build'), ...selectEvents(events, 'acceptance_check')];
  const checks = [...(contract.build === 'none' ? [] : contract.build), ...contract.acceptance];
  return checks
    .filter((check) => check.mandatory && check.kind !== 'static')
    .every((check) => {
      const checkRuns = runs.filter(({ payload }) => payload.check === check.id);
      return (
        checkRuns.length > 0 &&
        checkRuns.every(
          ({ payload: { execution, report } }) =>
            execution && hasCheckPassed(check, { execution, report }, findBasePassedTests(check.id, events)),
        )
      );
    });
}
