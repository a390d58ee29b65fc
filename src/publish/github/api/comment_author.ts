import type { GitHubClient } from './github_client.js';
import { getUser, getViewer } from './index.js';
import type { CommentResponse } from './parse_api_response.js';
import { isRequestError } from './publishing_faults.js';

/** Account that a token writes as: an app by the login of its bot, or a person by their number. */
export type CommentAuthor = { kind: 'app'; login: string } | { kind: 'person'; id: number };

/**
 * Finds the account that the token writes as. A person's token is asked directly. For an installation token the
 * response to its check run names the app, else GraphQL does. Throws a request error if a person's token cannot be
 * asked.
 *
 * @returns undefined if GitHub does not say
 */
export async function findTokenAuthor(github: GitHubClient): Promise<CommentAuthor | undefined> {
  if (/^(?:ghp_|gho_|ghu_|github_pat_)/.test(github.token)) return { kind: 'person', id: (await getUser(github)).id };
  if (github.app !== undefined) return toBotAuthor(github.app);
  try {
    const login = await getViewer(github);
    return login.endsWith('[bot]') ? { kind: 'app', login } : { kind: 'person', id: (await getUser(github)).id };
  } catch (error) {
    // GraphQL's viewer needs no permission; a server without GraphQL cannot answer.
    if (isRequestError(error) && error.status === 401) throw error;
    return undefined;
  }
}

/**
 * Returns the author of a comment that gatebench just created.
 *
 * @returns undefined if the response does not say
 */
export function getCommentAuthor({ user }: CommentResponse): CommentAuthor | undefined {
  if (!user) return undefined;
  return user.type === 'Bot' ? { kind: 'app', login: user.login } : { kind: 'person', id: user.id };
}

/**
 * Returns true if a comment was written by `author`. The app that made the comment must not contradict the login. Both
 * are statements of GitHub, which the text of a comment cannot forge.
 */
export function isWrittenBy({ user, performed_via_github_app: app }: CommentResponse, author: CommentAuthor): boolean {
  if (author.kind === 'person') return user?.id === author.id;
  return user?.type === 'Bot' && user.login === author.login && (!app || toBotAuthor(app.slug).login === user.login);
}

const toBotAuthor = (slug: string) => ({ kind: 'app', login: `${slug}[bot]` }) as const;
