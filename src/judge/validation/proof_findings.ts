import type { z } from 'zod';
import type { Contract } from '../../contract/contract_schema.js';
import {
  type ContractLock,
  createEmptyReference,
  type flakinessScreenSchema,
  type resourceEnvelopeSchema,
  type survivorSchema,
} from '../../contract/validation/contract_lock.js';
import { computeDigest } from '../../record/json/compute_digest.js';
import type { AttemptResult } from '../../record/verdict/attempt_result.js';
import { missedBelow } from '../statistics/reruns_to_find.js';
import { selectObservations } from './create_step_result.js';
import type { ProofEvidence, ProofObservation } from './proof_observation.js';

/** Findings of a validation that a lock holds. */
export type ProofFindings = Omit<
  ContractLock,
  'schema' | 'digest' | 'contract' | 'harness' | 'sandbox' | 'tools' | 'snapshot' | 'made_at'
>;

/** Creates the findings of a validation for the lock, from its evidence and the results of its attempts. */
export function createProofFindings(
  evidence: ProofEvidence,
  results: readonly Pick<AttemptResult, 'attempt_id' | 'head'>[],
  { steps, abc, seed }: Pick<ProofFindings, 'steps' | 'abc'> & { seed: number },
): ProofFindings {
  const { observations, contract, disk, reruns } = evidence;
  const screens = computeFlakinessScreens(observations);
  return {
    steps,
    mutants: { ...computeMutantScore(observations), seed },
    flakiness: {
      reruns,
      tolerance: contract.flakiness.tolerance,
      checks: screens.filter(({ test, differed }) => test === null || differed > 0),
    },
    envelope: computeResourceEnvelopes(observations, disk),
    perturbation: summarizePerturbation(evidence),
    reference: evidence.reference ?? createEmptyReference('golden', 'no challenge was tried'),
    abc,
    evidence: {
      attempts: results.length,
      heads_sha256: computeDigest(Object.fromEntries(results.map(({ attempt_id, head }) => [attempt_id, head]))),
    },
  };
}

/** Flakiness statistics of one check, or of one of its tests, over all runs on one side. */
export type FlakinessScreen = z.infer<typeof flakinessScreenSchema>;

/**
 * Computes the flakiness screen: how often runs of the same check had different outcomes.
 *
 * It covers every execution of every check on the unchanged snapshot and on the reference solution, each in a fresh
 * workspace. A run differs if its outcome is not the most frequent one.
 */
export function computeFlakinessScreens(observations: readonly ProofObservation[]): FlakinessScreen[] {
  const outcomes = new Map<string, { check: string; test: string | null; on: FlakinessScreen['on']; seen: string[] }>();
  const note = (check: string, test: string | null, on: FlakinessScreen['on'], outcome: string) => {
    const key = JSON.stringify([check, test, on]);
    const entry = outcomes.get(key) ?? { check, test, on, seen: [] };
    entry.seen.push(outcome);
    outcomes.set(key, entry);
  };
  for (const { variant, status, runs } of observations) {
    const role = variant.role;
    // An invalid attempt says nothing about the checks.
    if ((role !== 'base' && role !== 'golden') || status === 'invalid') continue;
    for (const run of runs) {
      note(run.check, null, role, run.reached ? run.outcome : 'not reached');
      for (const [test, standing] of Object.entries(run.tests)) note(run.check, test, role, standing);
    }
  }
  return [...outcomes.values()].map(({ check, test, on, seen }) => {
    const differed = seen.length - countMostFrequent(seen);
    return { check, test, on, runs: seen.length, differed, missed_below: missedBelow(differed, seen.length) };
  });
}

/** Selects checks and tests that differed more often than the contract tolerates. */
export function selectFlakyScreens(screens: readonly FlakinessScreen[], tolerance: number): FlakinessScreen[] {
  return screens.filter(({ runs, differed }) => differed > 0 && differed / runs > tolerance);
}

function countMostFrequent(seen: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const outcome of seen) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return Math.max(0, ...counts.values());
}

/** Formats the name of a screened check or test: "canary (golden)", "unit > adds (base)". */
export const formatScreenName = ({ check, test, on }: Pick<FlakinessScreen, 'check' | 'test' | 'on'>): string =>
  `${check}${test === null ? '' : `: ${test}`} (on ` +
  `${on === 'base' ? 'the unchanged snapshot' : 'the reference solution'})`;

/**
 * Formats a sentence: "0 of 6 runs differed; a check failing less often than 39 % of the time may have been missed (95
 * %)".
 */
export function formatScreenSentence({ runs, differed, missed_below }: FlakinessScreen): string {
  const share = missed_below * 100;
  const shown = share < 10 ? share.toFixed(1) : share.toFixed(0);
  return differed === 0
    ? `0 of ${runs} runs differed; a check failing less often than ${shown} % of the time may have been missed (95 %)`
    : `${differed} of ${runs} runs differed; the rate may be as high as ${shown} % (95 %)`;
}

/** Summarizes the perturbations that the reference solution withstood; untried ones do not count. */
export function summarizePerturbation(evidence: ProofEvidence): ContractLock['perturbation'] {
  const all = selectObservations(evidence, 'perturbed').flatMap(({ perturbations }) => perturbations);
  const tried = all.filter(({ standing }) => standing !== 'none');
  return { equivalent: tried.length > 0 && tried.every(({ standing }) => standing === 'held') };
}

/** Numbers of killed, surviving and undecided mutants. */
interface MutantScore {
  /** Mutants that failed, or ended with an error such as a timeout. */
  killed: number;
  survived: z.infer<typeof survivorSchema>[];
  /** Invalid attempts and mutants that did not apply; they carry no information. */
  undecided: number;
}

/** Counts killed, surviving and undecided mutants. */
export function computeMutantScore(observations: readonly ProofObservation[]): MutantScore {
  const score: MutantScore = { killed: 0, survived: [], undecided: 0 };
  for (const { variant, status, stopped_at } of observations) {
    if (variant.role !== 'mutant') continue;
    if (status === 'invalid' || stopped_at?.gate === 'G1') score.undecided++;
    else if (status === 'success')
      score.survived.push({
        mutant: variant.name,
        change: variant.change,
        file: variant.file ?? '',
        line: variant.line ?? null,
      });
    else score.killed++;
  }
  // Mutants run side by side: what ended first must not show in the lock.
  const toKey = ({ file, line, mutant }: MutantScore['survived'][number]) => JSON.stringify([file, line ?? 0, mutant]);
  score.survived.sort((a, b) => (toKey(a) < toKey(b) ? -1 : 1));
  return score;
}

/** Resources that one check used in all runs on the reference solution. */
type ResourceEnvelope = z.infer<typeof resourceEnvelopeSchema>;

/** Least ratio of limit to use; below it a warning is given. */
const TIME_MARGIN = 3;
const MEMORY_MARGIN = 0.8;

/**
 * Computes time, memory and disk that each check used on the reference solution.
 *
 * @param disk sizes of workspaces in bytes after a command line of the contract, where they were measured
 */
export function computeResourceEnvelopes(
  observations: readonly ProofObservation[],
  disk: ReadonlyMap<string, readonly number[]>,
): ResourceEnvelope[] {
  const runs = observations.filter(({ variant }) => variant.role === 'golden').flatMap((one) => one.runs);
  const names = [...new Set(runs.map(({ check }) => check))];
  return names.map((name) => {
    const check_runs = runs.filter(({ check, usage }) => check === name && usage !== null);
    return {
      check: name,
      runs: check_runs.length,
      wall_ms: computeSpread(check_runs.map(({ usage }) => usage!.wall_ms)),
      cpu_ms: computeSpread(check_runs.map(({ usage }) => usage!.cpu_ms)),
      peak_memory_bytes: computeSpread(check_runs.map(({ usage }) => usage!.peak_memory_bytes)),
      disk_bytes: computeSpread([...(disk.get(check_runs[0]?.command ?? '') ?? [])]),
      timeout_ms: check_runs[0]?.timeout_ms ?? 0,
    };
  });
}

/** Finds limits of the contract that leave little margin. */
export function findTightLimits(envelopes: readonly ResourceEnvelope[], contract: Contract): string[] {
  return envelopes.flatMap(({ check, wall_ms, peak_memory_bytes, disk_bytes, timeout_ms }) => [
    ...(wall_ms && timeout_ms < TIME_MARGIN * wall_ms.max
      ? [
          `${check}: took up to ${formatSeconds(wall_ms.max)} of its ${formatSeconds(timeout_ms)}; ` +
            `${formatSeconds(roundUp(TIME_MARGIN * wall_ms.max))} would be safe`,
        ]
      : []),
    ...(peak_memory_bytes && peak_memory_bytes.max > MEMORY_MARGIN * contract.budget.memory
      ? [
          `${check}: used up to ${formatMebibytes(peak_memory_bytes.max)} of the ` +
            `${formatMebibytes(contract.budget.memory)} of memory in the budget`,
        ]
      : []),
    ...(disk_bytes && disk_bytes.max > MEMORY_MARGIN * contract.budget.disk
      ? [
          `${check}: wrote up to ${formatMebibytes(disk_bytes.max)} of the ` +
            `${formatMebibytes(contract.budget.disk)} of disk in the budget`,
        ]
      : []),
  ]);
}

/**
 * Computes maximum and median.
 *
 * @returns null if there are no values, or if any run was not measured
 */
function computeSpread(values: readonly (number | null)[]): { max: number; median: number } | null {
  if (values.length === 0 || values.some((value) => value === null)) return null;
  const sorted = (values as number[]).toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
  return { max: roundValue(sorted.at(-1)!), median: roundValue(median) };
}

const roundValue = (value: number) => Math.round(value * 10) / 10;
const roundUp = (ms: number) => Math.ceil(ms / 1000) * 1000;
const formatSeconds = (ms: number) => `${(ms / 1000).toFixed(1).replace(/\.0$/, '')} s`;
const formatMebibytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MiB`;
