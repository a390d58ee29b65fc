import type { z } from 'zod';
import type { envelopeSchema } from '../../contract/lock.js';
import type { Contract } from '../../contract/schema.js';
import type { Observation } from './observation.js';

/** What one check took over all runs on the reference solution. */
export type Envelope = z.infer<typeof envelopeSchema>;

/** Less room than this between what was needed and what is allowed is worth a word. */
const TIME_ROOM = 3;
const MEMORY_ROOM = 0.8;

/** @param disk sizes of workspaces after a command line of the contract, where they were measured */
export function envelopesOf(
  observations: readonly Observation[],
  disk: ReadonlyMap<string, readonly number[]>,
): Envelope[] {
  const runs = observations.filter(({ variant }) => variant.role === 'golden').flatMap((one) => one.runs);
  const names = [...new Set(runs.map(({ check }) => check))];
  return names.map((name) => {
    const of = runs.filter(({ check, usage }) => check === name && usage !== null);
    return {
      check: name,
      runs: of.length,
      wall_ms: spread(of.map(({ usage }) => usage!.wall_ms)),
      cpu_ms: spread(of.map(({ usage }) => usage!.cpu_ms)),
      peak_memory_bytes: spread(of.map(({ usage }) => usage!.peak_memory_bytes)),
      disk_bytes: spread([...(disk.get(of[0]?.command ?? '') ?? [])]),
      timeout_ms: of[0]?.timeout_ms ?? 0,
    };
  });
}

/** Limits of the contract that leave little room. */
export function tightLimits(envelopes: readonly Envelope[], contract: Contract): string[] {
  return envelopes.flatMap(({ check, wall_ms, peak_memory_bytes, disk_bytes, timeout_ms }) => [
    ...(wall_ms && timeout_ms < TIME_ROOM * wall_ms.max
      ? [
          `${check}: took up to ${seconds(wall_ms.max)} of its ${seconds(timeout_ms)}; ${seconds(up(TIME_ROOM * wall_ms.max))} would be safe`,
        ]
      : []),
    ...(peak_memory_bytes && peak_memory_bytes.max > MEMORY_ROOM * contract.budget.memory
      ? [
          `${check}: used up to ${mebibytes(peak_memory_bytes.max)} of the ${mebibytes(contract.budget.memory)} of memory in the budget`,
        ]
      : []),
    ...(disk_bytes && disk_bytes.max > MEMORY_ROOM * contract.budget.disk
      ? [
          `${check}: wrote up to ${mebibytes(disk_bytes.max)} of the ${mebibytes(contract.budget.disk)} of disk in the budget`,
        ]
      : []),
  ]);
}

/** Largest and median; null when there is nothing, or when any run was not measured. */
function spread(values: readonly (number | null)[]): { max: number; median: number } | null {
  if (values.length === 0 || values.some((value) => value === null)) return null;
  const sorted = (values as number[]).toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
  return { max: round(sorted.at(-1)!), median: round(median) };
}

const round = (value: number) => Math.round(value * 10) / 10;
const up = (ms: number) => Math.ceil(ms / 1000) * 1000;
const seconds = (ms: number) => `${(ms / 1000).toFixed(1).replace(/\.0$/, '')} s`;
const mebibytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MiB`;
