import { escapeInvisible } from '../../../contract/input/user_error.js';
import { shortenText } from '../../text/escape_text.js';
import { UnexpectedResponseError } from './parse_api_response.js';

/** Collection of publishing faults. Faults with one cause become one warning, whatever they concern. */
export interface PublishingFaults {
  /**
   * Adds a fault.
   *
   * @param what thing that was not published
   * @param permission permission of the request, as written in a workflow ("checks: write")
   */
  add(what: string, error: unknown, permission: string): void;
  /** Adds a warning of its own. */
  warn(text: string): void;
  /** Returns one warning for each cause, in the order of appearance. */
  warnings(): string[];
}

interface CollectedFault {
  reason: FaultReason;
  whats: string[];
  permissions: string[];
}

/** Creates an empty collection. */
export function createPublishingFaults(): PublishingFaults {
  const faults = new Map<string, CollectedFault | string>();
  return {
    add(what, error, permission) {
      const reason = explainFault(error);
      const fault = faults.get(reason.kind);
      if (typeof fault !== 'object') {
        faults.set(reason.kind, { reason, whats: [what], permissions: [permission] });
        return;
      }
      if (!fault.whats.includes(what)) fault.whats.push(what);
      if (!fault.permissions.includes(permission)) fault.permissions.push(permission);
    },
    warn(text) {
      faults.set(`warning: ${text}`, text);
    },
    warnings: () => [...faults.values()].map((fault) => (typeof fault === 'string' ? fault : formatWarning(fault))),
  };
}

/** Maximum number of things that a warning names; more are counted. */
const NAMED = 5;

function formatWarning({ reason, whats, permissions }: CollectedFault): string {
  const names = whats.slice(0, NAMED);
  const rest = whats.length - names.length;
  const parts = rest === 0 ? names : [...names, `${rest} more`];
  const last = parts.length > 1 ? ` and ${parts.at(-1)}` : '';
  const list = `${(last ? parts.slice(0, -1) : parts).join(', ')}${last}`;
  const verb = parts.length > 1 || /^(?!1 )\d+ of /.test(list) ? 'were' : 'was';
  return `${list.charAt(0).toUpperCase()}${list.slice(1)} ${verb} not published: ${reason.text(permissions)}`;
}

/** Error of a request, as Octokit throws it; without `response` if no response came. */
interface RequestError extends Error {
  name: 'HttpError';
  status: number;
  response?: { headers: Record<string, string | number | undefined> };
}

/** Returns true for an error of a request to GitHub. */
export function isRequestError(error: unknown): error is RequestError {
  return error instanceof Error && error.name === 'HttpError' && 'status' in error;
}

/**
 * Returns true if a request is worth repeating. Its outcome is unknown (server errors, resets, timeouts, a response of
 * another form), or it met another request (409).
 */
export function isRetryableError(error: unknown): boolean {
  return (
    error instanceof UnexpectedResponseError || (isRequestError(error) && (error.status >= 500 || error.status === 409))
  );
}

/** Reason why something could not be published. Faults of one `kind` become one warning. */
interface FaultReason {
  kind: string;
  /**
   * Returns one sentence with a remedy.
   *
   * @param permissions permissions of the requests, such as "checks: write"
   */
  text(permissions: readonly string[]): string;
}

/**
 * Formats one line for people: the thing that could not be read, the reason and a remedy.
 *
 * @param permission permission of the request
 */
export const formatReadFault = (error: unknown, what: string, permission: string): string =>
  `${what} could not be read: ${explainFault(error).text([permission])}`;

/** Explains why a request failed. Other errors are explained by their message. */
export function explainFault(error: unknown): FaultReason {
  if (error instanceof UnexpectedResponseError)
    return createReason('answer', `what answered is not GitHub's API, or has another form (${getErrorText(error)}).`);
  if (!isRequestError(error))
    return createReason(`other: ${getErrorText(error)}`, `an unexpected error (${getErrorText(error)}).`);
  switch (error.status) {
    case 401:
      return createReason('token', 'GitHub refused the token (401). Pass a valid one as github-token.');
    case 403:
    case 429:
      return explainRefusal(error);
    case 404:
      return {
        kind: 'missing',
        text: (needed) =>
          'GitHub does not know the repository or commit, or the token may not see it (404). ' +
          `The job needs ${quotePermissions(needed)}.`,
      };
    case 409:
      return createReason(
        `conflict: ${getErrorText(error)}`,
        `GitHub reports a conflict (409: ${getErrorText(error)}).`,
      );
    case 422:
      return createReason(
        `content: ${getErrorText(error)}`,
        `GitHub refused the content (422: ${getErrorText(error)}).`,
      );
    default:
      return error.response === undefined
        ? createReason('unreachable', `GitHub could not be reached (${getErrorText(error)}).`)
        : createReason(
            `server ${error.status}`,
            `GitHub answered with an error (${error.status}: ${getErrorText(error)}).`,
          );
  }
}

function explainRefusal(error: RequestError): FaultReason {
  if (isRateLimit(error))
    return createReason('rate limit', `GitHub's rate limit is reached (${error.status}); ${formatRetryAfter(error)}.`);
  if (isLocked(error))
    return createReason(
      'locked',
      'the conversation is locked. Unlock it, or set `comment: false`; the report is in the job summary.',
    );
  return {
    kind: 'permission',
    text: (needed) =>
      `the token may not do this (${error.status}: ${getErrorText(error)}). ` +
      `Give the job ${quotePermissions(needed)}; ` +
      'a run of a fork or of Dependabot has a read-only token, see the workflow_run reporter.',
  };
}

const createReason = (kind: string, text: string): FaultReason => ({ kind, text: () => text });

/** Formats permissions as a workflow writes them. */
function quotePermissions(permissions: readonly string[]): string {
  return permissions.length === 1 ? `"permissions: ${permissions[0]}"` : `"permissions: { ${permissions.join(', ')} }"`;
}

const getErrorText = (error: unknown) =>
  shortenText(escapeInvisible(error instanceof Error ? error.message : String(error)), 200);

/** Detects a locked conversation by the message; status and fields are those of a missing permission. */
const isLocked = (error: RequestError) => error.status === 403 && /\blocked\b/i.test(error.message);

function isRateLimit(error: RequestError): boolean {
  return (
    error.status === 429 ||
    /rate limit/i.test(error.message) ||
    error.response?.headers['x-ratelimit-remaining'] === '0'
  );
}

function formatRetryAfter(error: RequestError): string {
  const seconds = Number(error.response?.headers['retry-after'] ?? Number.NaN);
  return Number.isFinite(seconds) ? `run the job again after ${seconds} s` : 'run the job again later';
}
