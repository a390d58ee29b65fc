import type { MixedCondition } from '../../judge/analysis/conditions/comparability.js';
import type { Trial } from '../../judge/analysis/trials/trial.js';
import type { AttemptHead } from '../../record/attestation/attempt_head.js';
import type { Arm, Plan, PlannedAttempt } from '../../record/planning/plan.js';
import type { VerdictStatus } from '../../record/verdict/verdict.js';
import type { MergedSchedule } from './merged_schedule.js';
import type { ResultLocation, ResultReader } from './result_reader.js';

/** Options of a merge. */
export interface MergeOptions {
  /** Output folders of `run`, or folders that hold them. */
  folders: readonly string[];
  /** Plan, if it is not in the folders. */
  plan?: string | undefined;
  /** Folder of the merged report, which is no source. */
  out: string;
  /** Verify the whole record of every attempt. */
  verify?: boolean;
  allow_mixed_versions?: boolean;
  /** With `verify` and a plan: an attempt whose record did not come along has no result, and the others are merged. */
  allow_missing_records?: boolean;
}

/** Attempt of any shard: its trial, and where the rest of it is. */
export interface MergedAttempt {
  trial: Trial;
  status: VerdictStatus;
  /** Strength in bits; null = none. */
  strength_bits: number | null;
  place: ResultLocation;
  /** End of the hash chain of its record. */
  head: AttemptHead;
  /** Attempt of the plan; undefined = it is in no plan. */
  planned: PlannedAttempt | undefined;
}

/** Results of all shards, merged. */
export interface MergedResults {
  plan: Plan | undefined;
  arms: Arm[];
  /** Attempts in the order of the plan; without one by task, arm and trial. */
  attempts: MergedAttempt[];
  /** Attempts that are in no plan, by task, arm and trial: they are written, and counted in no rate. */
  unplanned: MergedAttempt[];
  missing: PlannedAttempt[];
  shards: ShardCoverage[];
  /** Number of lines that were there more than once with the same content. */
  repeated: number;
  /** Number of attempts with a sealed record and no line. */
  recovered: number;
  /** Number of attempts whose line has no record beside it, so that it could not be verified: they have no result. */
  unverified: number;
  /** Schedules of the shards. */
  schedule: MergedSchedule;
  /** Warnings that belong beside the numbers. */
  warnings: string[];
  mixed: VersionMix;
  reader: ResultReader;
}

/** Number of results of a shard. */
export interface ShardCoverage {
  shard: number;
  planned: number;
  found: number;
}

/**
 * Versions of contracts and briefings by task, of gatebench and the rubric, and further conditions in which results
 * differ.
 */
export interface VersionMix {
  versions: Map<string, string[]>;
  briefings: Map<string, string[]>;
  conditions: MixedCondition[];
  harness: string[];
  rubrics: string[];
}
