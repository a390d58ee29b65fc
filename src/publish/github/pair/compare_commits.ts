import type { GitHubClient } from '../api/github_client.js';
import { getComparison, type Repository } from '../api/index.js';

/** Maximum number of files that GitHub lists of a comparison. */
const COMPARED_FILES = 300;

/** GitHub's words for files that are new under their name. */
const NEW = new Set(['added', 'renamed', 'copied']);

/** Difference between two commits. */
export interface CommitComparison {
  /** position of the second commit as seen from the first */
  status: 'ahead' | 'behind' | 'identical' | 'diverged';
  merge_base: string;
  /** files that the second commit changed since the merge base; renamed files under both names */
  paths: readonly string[];
  /** the subset that did not exist under this name */
  added: readonly string[];
  /** false if GitHub's list is full, so that more files may have changed */
  complete: boolean;
}

/**
 * Compares two commits as a pull request does (three dots). Throws a request error, or an `UnexpectedAnswer`.
 *
 * @param head commit, or the name of a branch, which stands for its current head
 */
export async function compareCommits(
  github: GitHubClient,
  repository: Repository,
  base: string,
  head: string,
): Promise<CommitComparison> {
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
