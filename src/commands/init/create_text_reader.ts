import type { GitHubClient } from '../../publish/github/api/github_client.js';
import { type Repository as GitHubRepository, getIssue } from '../../publish/github/api/index.js';
import type { CommitChange } from '../../workspace/history/read_commit.js';
import { type ChangeText, createCommitText } from './drafts/change_text.js';

/** Project on GitHub whose issues and pull requests may be read. */
export interface GitHubProject extends GitHubRepository {
  client: GitHubClient;
}

/** Function that reads what people wrote about a change. */
type ChangeTextReader = (change: CommitChange) => Promise<ChangeText>;

const CLOSED_ISSUE = /\b(?:fix(?:e[sd])?|close[sd]?|resolve[sd]?):? #(\d{1,9})\b/gi;
const PULL_REQUEST = /^Merge pull request #(\d{1,9}) |\(#(\d{1,9})\)\s*$/;
const MAX_ISSUES = 3;

/** Finds the number of the pull request that a commit merged; undefined if its subject names none. */
export function findPullNumber({ subject }: Pick<CommitChange, 'subject'>): number | undefined {
  const [, merged, squashed] = PULL_REQUEST.exec(subject) ?? [];
  const number = merged ?? squashed;
  return number === undefined ? undefined : Number(number);
}

/**
 * Creates a reader that takes the text of the issue that a change closes, else that of its pull request, else the
 * commit message. Without a project on GitHub, or where it does not answer, it is the commit message.
 *
 * @param warn is called once, with the first reason why GitHub could not be read
 */
export function createTextReader(project: GitHubProject | undefined, warn: (reason: string) => void): ChangeTextReader {
  let warned = false;
  const read = async (number: number) => {
    const { client, owner, repo } = project!;
    try {
      return await getIssue(client, { owner, repo, issue_number: number });
    } catch (error) {
      // A number may belong to another repository: what is not there is not missed.
      if ((error as { status?: number }).status === 404) return undefined;
      if (!warned) warn(error instanceof Error ? error.message : String(error));
      warned = true;
      return undefined;
    }
  };
  return async (change) => {
    const commitText = createCommitText(change);
    if (project === undefined) return commitText;
    const number = findPullNumber(change);
    const pull = number === undefined ? undefined : await read(number);
    for (const issue_number of listClosedIssues(`${change.subject}\n${change.body}\n${pull?.body ?? ''}`)) {
      const issue = issue_number === number ? undefined : await read(issue_number);
      if (issue && !issue.pull_request) return { origin: 'issue', title: issue.title, body: issue.body ?? '' };
    }
    return pull ? { origin: 'pull request', title: pull.title, body: pull.body ?? '' } : commitText;
  };
}

function listClosedIssues(text: string): number[] {
  return [...new Set([...text.matchAll(CLOSED_ISSUE)].map(([, number]) => Number(number)))].slice(0, MAX_ISSUES);
}
