import type { CommentAnswer } from './answers.js';
import { getUser, getViewer } from './api.js';
import type { GitHub } from './client.js';
import { isRequestError } from './fault.js';

/** Who a token writes as: an app, by the login of its bot, or a person, by the number that outlives a name. */
export type Author = { kind: 'app'; login: string } | { kind: 'person'; id: number };

/**
 * Returns who the token writes as, or undefined when GitHub does not say. A person's token may ask; of an installation
 * token the answer to its check run says it, else GraphQL. Throws a request error when a person's token cannot be asked about.
 */
export async function findAuthor(github: GitHub): Promise<Author | undefined> {
  if (/^(?:ghp_|gho_|ghu_|github_pat_)/.test(github.token)) return { kind: 'person', id: (await getUser(github)).id };
  if (github.app !== undefined) return botOf(github.app);
  try {
    const login = await getViewer(github);
    return login.endsWith('[bot]') ? { kind: 'app', login } : { kind: 'person', id: (await getUser(github)).id };
  } catch (error) {
    // Without permissions of its own the question is free; a server that has no GraphQL does not say who we are.
    if (isRequestError(error) && error.status === 401) throw error;
    return undefined;
  }
}

/** Returns who wrote a comment that we have just made, or undefined when the answer does not say. */
export function authorOf({ user }: CommentAnswer): Author | undefined {
  if (!user) return undefined;
  return user.type === 'Bot' ? { kind: 'app', login: user.login } : { kind: 'person', id: user.id };
}

/**
 * Returns true when a comment was written by `author`. The app that a comment was made through must not contradict the login:
 * both are GitHub's own statements, and neither can be set in the text of a comment.
 */
export function isWrittenBy({ user, performed_via_github_app: app }: CommentAnswer, author: Author): boolean {
  if (author.kind === 'person') return user?.id === author.id;
  return user?.type === 'Bot' && user.login === author.login && (!app || botOf(app.slug).login === user.login);
}

const botOf = (slug: string) => ({ kind: 'app', login: `${slug}[bot]` }) as const;
