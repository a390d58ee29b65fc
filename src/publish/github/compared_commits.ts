import { z } from 'zod';
import type { Repository } from './check_run.js';
import type { GitHub } from './client.js';

/** As many files as GitHub lists of a comparison. */
export const COMPARED_FILES = 300;

/** What lies between two commits. */
export interface ComparedCommits {
  /** of the second as seen from the first */
  status: 'ahead' | 'behind' | 'identical' | 'diverged';
  merge_base: string;
  /** what the second changed since both were one, renamed files under both names */
  paths: readonly string[];
  /** the subset that was added */
  added: readonly string[];
  /** false: GitHub lists no more files than this, and there may be more */
  complete: boolean;
}

const answer = z.object({
  status: z.enum(['ahead', 'behind', 'identical', 'diverged']),
  merge_base_commit: z.object({ sha: z.string() }),
  files: z
    .array(z.object({ filename: z.string(), previous_filename: z.string().optional(), status: z.string() }))
    .default([]),
});

/**
 * Compares two commits as a pull request does (three dots). Throws a request error, and a ZodError for an answer of
 * another form.
 *
 * @param head commit, or the name of a branch: what it is now
 */
export async function compareCommits(
  { octokit }: GitHub,
  repository: Repository,
  base: string,
  head: string,
): Promise<ComparedCommits> {
  const { data } = await octokit.rest.repos.compareCommitsWithBasehead({
    ...repository,
    basehead: `${base}...${head}`,
    per_page: 1,
  });
  const { status, merge_base_commit, files } = answer.parse(data);
  return {
    status,
    merge_base: merge_base_commit.sha,
    paths: files.flatMap((file) => [file.filename, ...(file.previous_filename ? [file.previous_filename] : [])]),
    added: files.filter((file) => file.status !== 'removed').map(({ filename }) => filename),
    complete: files.length < COMPARED_FILES,
  };
}
