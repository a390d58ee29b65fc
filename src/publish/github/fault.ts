import { shorten, visible } from '../report/escape.js';
import { UnexpectedAnswer } from './answers.js';

/** An error of a request, as Octokit throws it; without `response` no answer came. */
interface RequestError extends Error {
  name: 'HttpError';
  status: number;
  response?: { headers: Record<string, string | number | undefined> };
}

/** Returns true for an error that GitHub, or the way to it, has answered a request with. */
export function isRequestError(error: unknown): error is RequestError {
  return error instanceof Error && error.name === 'HttpError' && 'status' in error;
}

/**
 * Returns true when a request is worth repeating: it may or may not have been carried out (server errors, resets, timeouts,
 * an answer of another form), or it met another one (409).
 */
export function isPassing(error: unknown): boolean {
  return error instanceof UnexpectedAnswer || (isRequestError(error) && (error.status >= 500 || error.status === 409));
}

/** Why something could not be published. Faults of one `kind` have one cause and become one warning. */
export interface FaultReason {
  kind: string;
  /** One sentence with what to do. `permissions`: what the requests need, such as "checks: write". */
  text(permissions: readonly string[]): string;
}

/** Returns one line for people: what could not be read, why, and what to do. `permission`: what the request needs. */
export const readFault = (error: unknown, what: string, permission: string): string =>
  `${what} could not be read: ${faultReason(error).text([permission])}`;

/** Returns why a request failed. Errors that did not come from a request are told with their message. */
export function faultReason(error: unknown): FaultReason {
  if (error instanceof UnexpectedAnswer)
    return one('answer', `what answered is not GitHub's API, or has another form (${said(error)}).`);
  if (!isRequestError(error)) return one(`other: ${said(error)}`, `an unexpected error (${said(error)}).`);
  switch (error.status) {
    case 401:
      return one('token', 'GitHub refused the token (401). Pass a valid one as github-token.');
    case 403:
    case 429:
      return refusal(error);
    case 404:
      return {
        kind: 'missing',
        text: (needed) =>
          `GitHub does not know the repository or commit, or the token may not see it (404). The job needs ${quoted(needed)}.`,
      };
    case 409:
      return one(`conflict: ${said(error)}`, `GitHub reports a conflict (409: ${said(error)}).`);
    case 422:
      return one(`content: ${said(error)}`, `GitHub refused the content (422: ${said(error)}).`);
    default:
      return error.response === undefined
        ? one('unreachable', `GitHub could not be reached (${said(error)}).`)
        : one(`server ${error.status}`, `GitHub answered with an error (${error.status}: ${said(error)}).`);
  }
}

function refusal(error: RequestError): FaultReason {
  if (isRateLimit(error))
    return one('rate limit', `GitHub's rate limit is reached (${error.status}); ${retryAfter(error)}.`);
  if (isLocked(error))
    return one(
      'locked',
      'the conversation is locked. Unlock it, or set `comment: false`; the report is in the job summary.',
    );
  return {
    kind: 'permission',
    text: (needed) =>
      `the token may not do this (${error.status}: ${said(error)}). Give the job ${quoted(needed)}; a run of a fork or of Dependabot has a read-only token, see the workflow_run reporter.`,
  };
}

const one = (kind: string, text: string): FaultReason => ({ kind, text: () => text });

/** Permissions as they stand in a workflow. */
function quoted(permissions: readonly string[]): string {
  return permissions.length === 1 ? `"permissions: ${permissions[0]}"` : `"permissions: { ${permissions.join(', ')} }"`;
}

const said = (error: unknown) => shorten(visible(error instanceof Error ? error.message : String(error)), 200);

/** Locking is told by the message alone: status and fields are those of a missing permission. */
const isLocked = (error: RequestError) => error.status === 403 && /\blocked\b/i.test(error.message);

function isRateLimit(error: RequestError): boolean {
  return (
    error.status === 429 ||
    /rate limit/i.test(error.message) ||
    error.response?.headers['x-ratelimit-remaining'] === '0'
  );
}

function retryAfter(error: RequestError): string {
  const seconds = Number(error.response?.headers['retry-after'] ?? Number.NaN);
  return Number.isFinite(seconds) ? `run the job again after ${seconds} s` : 'run the job again later';
}
