import type { Trial } from '../judge/analysis/trial.js';
import type { Arm, Plan, PlannedAttempt } from '../record/plan.js';
import type { Status } from '../record/verdict.js';
import type { Place, PlaceReader } from './merge_places.js';
import type { MergedSchedule } from './merge_schedule.js';

export interface MergeOrder {
  /** Output folders of `run`, or folders that hold them. */
  folders: readonly string[];
  /** The plan, where it is not in the folders. */
  plan?: string | undefined;
  /** Folder that the report goes to: no source of it. */
  out: string;
  /** Look at the whole record of every attempt that is there. */
  verify?: boolean;
  allow_mixed_versions?: boolean;
}

/** One attempt of all shards: what statistics need of it, and where the rest of it is. */
export interface Merged {
  trial: Trial;
  status: Status;
  /** Strength in bits; null = none. */
  strength_bits: number | null;
  place: Place;
  /** Undefined: nobody planned it. */
  planned: PlannedAttempt | undefined;
}

export interface Merge {
  plan: Plan | undefined;
  arms: Arm[];
  /** In the order of the plan; without one by task, arm and trial. */
  attempts: Merged[];
  /** Attempts that are in no plan, by task, arm and trial: in the merged file, in no rate. */
  unplanned: Merged[];
  missing: PlannedAttempt[];
  shards: Shard[];
  /** Lines that were there more than once, with the same content. */
  repeated: number;
  /** Attempts whose record was sealed but whose shard wrote no line for them. */
  recovered: number;
  /** What shards say of how their attempts came about. */
  schedule: MergedSchedule;
  /** What a reader has to know beside the numbers. */
  warnings: string[];
  mixed: Mixed;
  read: PlaceReader;
}

/** What is there of a shard. */
export interface Shard {
  shard: number;
  planned: number;
  found: number;
}

/** Versions that results differ in: of contracts by task, of gatebench, of the rubric. */
export interface Mixed {
  versions: Map<string, string[]>;
  harness: string[];
  rubrics: string[];
}
