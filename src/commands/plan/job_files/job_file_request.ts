/** Study whose shards are to run as jobs of an engine, one container or process per shard. */
export interface JobFileRequest {
  /** Name of the study, for names of jobs. */
  name: string;
  /** Digest of the plan, for the comment at the head of the file. */
  digest: string;
  /** Path of the plan file, as `--out` names it. */
  plan_path: string;
  shards: number;
  /** Words that start gatebench in a job. */
  program: readonly string[];
  /** Arguments that say which attempts there are, the same for `plan` and `run`. */
  study_arguments: readonly string[];
  /** Arguments of `plan` alone, without its file. */
  plan_arguments: readonly string[];
  /** Container image of the jobs; undefined = that of the engine, or none. */
  image: string | undefined;
}

/** Folder of the shards' results, below the working folder of the jobs. */
export const SHARD_FOLDER = 'gatebench-shards';

/** Folder of the merged report. */
export const MERGED_REPORT_FOLDER = 'gatebench-report';

/**
 * Creates the arguments with which a job runs its shard, without `--shard` and `--out`.
 *
 * A job that runs again goes on with what it had sealed. All shards are judged together, so a shard does not fail.
 */
export function createShardArguments({ program, study_arguments, plan_path }: JobFileRequest): string[] {
  return [...program, 'run', ...study_arguments, '--plan', plan_path, '--resume', '--fail-on', 'never'];
}

/** Creates the arguments that merge the shards, verify every record and judge the study. */
export function createReportArguments({ program, plan_path }: JobFileRequest): string[] {
  return [...program, 'report', SHARD_FOLDER, '--plan', plan_path, '--verify', '--out', MERGED_REPORT_FOLDER];
}

/** Creates a name for jobs from the name of a study: lower-case letters, digits and `-`, at most 40 characters. */
export function createJobName(study: string): string {
  const name = study
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 30)
    .replace(/^-+|-+$/g, '');
  return name === '' || name === 'gatebench' ? 'gatebench' : `gatebench-${name}`;
}
