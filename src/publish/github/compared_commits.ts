import { getComparison, type Repository } from './api.js';
import type { GitHub } from './client.js';

/** As many files as GitHub lists of a comparison. */
export const COMPARED_FILES = 300;

/** What GitHub calls files that are new under their name. */
const NEW = new Set(['added', 'renamed', 'copied']);

/** What lies between two commits. */
export interface ComparedCommits {
  /** of the second as seen from the first */
  status: 'ahead' | 'behind' | 'identical' | 'diverged';
  merge_base: string;
  /** what the second changed since both were one, renamed files under both names */
  paths: readonly string[];
  /** the subset that was not there before under this name */
  added: readonly string[];
  /** false: GitHub lists no more files than this, and there may be more */
  complete: boolean;
}

/**
 * Compares two commits as a pull request does (three dots). Throws a request error, or an
 * `UnexpectedAnswer`.
 *
 * @param head commit, or the name of a branch: what it is now
 */
export async function compareCommits(
  github: GitHub,
  repository: Repository,
  base: string,
  head: string,
): Promise<ComparedCommits> {
  const { status, merge_base_commit, files } = await getComparison(github, {
    ...repository,
    basehead: `${base}...${head}`,
  });
  return {
    status,
    merge_base: merge_base_commit.sha,
    paths: files.flatMap((file) => [file.filename, ...(file.previous_filename ? [file.previous_filename] : [])]),
    added: files.filter(({ status }) => NEW.has(status)).map(({ filename }) => filename),
    complete: files.length < COMPARED_FILES,
  };
}
