import { shorten, visible } from '../report/escape.js';

/** An error of a request, as Octokit throws it; without `response` no answer came. */
interface RequestError extends Error {
  name: 'HttpError';
  status: number;
  response?: { headers: Record<string, string | number | undefined> };
}

function isRequestError(error: unknown): error is RequestError {
  return error instanceof Error && error.name === 'HttpError' && 'status' in error;
}

/**
 * True when a request is worth repeating: it may or may not have been carried out (server errors, resets, timeouts), or
 * it met another one (409).
 */
export function isPassing(error: unknown): boolean {
  return isRequestError(error) && (error.status >= 500 || error.status === 409);
}

/**
 * One line for people: what could not be published, why, and what to do. `permission` is what the request needs, as
 * written in a workflow ("checks: write"). Errors that did not come from a request are our own faults and are thrown on.
 */
export function explain(error: unknown, what: string, permission: string): string {
  if (!isRequestError(error)) throw error;
  return `${what} was not published: ${reason(error, permission)}`;
}

/** One line for people: what could not be read, why, and what to do; as `explain`. */
export function explainRead(error: unknown, what: string, permission: string): string {
  if (!isRequestError(error)) throw error;
  return `${what} could not be read: ${reason(error, permission)}`;
}

function reason(error: RequestError, permission: string): string {
  const said = shorten(visible(error.message), 200);
  switch (error.status) {
    case 401:
      return 'GitHub refused the token (401). Pass a valid one as github-token.';
    case 403:
    case 429:
      if (isRateLimit(error)) return `GitHub's rate limit is reached (${error.status}); ${retryAfter(error)}.`;
      return `the token may not do this (${error.status}: ${said}). Give the job "permissions: ${permission}"; a run of a fork or of Dependabot has a read-only token, see the workflow_run reporter.`;
    case 404:
      return `GitHub does not know the repository or commit, or the token may not see it (404). The job needs "permissions: ${permission}".`;
    case 409:
      return `GitHub reports a conflict (409: ${said}).`;
    case 422:
      return `GitHub refused the content (422: ${said}).`;
    default:
      return error.response === undefined
        ? `GitHub could not be reached (${said}).`
        : `GitHub answered with an error (${error.status}: ${said}).`;
  }
}

function isRateLimit(error: RequestError): boolean {
  return (
    error.status === 429 ||
    /rate limit/i.test(error.message) ||
    error.response?.headers['x-ratelimit-remaining'] === '0'
  );
}

function retryAfter(error: RequestError): string {
  const seconds = error.response?.headers['retry-after'];
  return seconds === undefined ? 'run the job again later' : `run the job again after ${Number(seconds)} s`;
}
