import type { z } from 'zod';
import type { Contract } from '../../contract/contract_schema.js';
import type { resourceEnvelopeSchema } from '../../contract/validation/contract_lock.js';
import type { ProofObservation } from './proof_observation.js';

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
