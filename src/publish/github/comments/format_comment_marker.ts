import { sha256 } from '../../../record/json/compute_digest.js';

/** Purpose of a comment: a report, or questions to people. */
type CommentKind = 'report' | 'questions';

/** Number of hexadecimal digits of the digest. */
const DIGITS = 12;

/**
 * Returns the first line of our comment. Its readable part is for people; the digest of the check's whole name
 * identifies the comment.
 */
export function formatCommentMarker(kind: CommentKind, check_name: string): string {
  const digest = sha256(`${kind}\n${check_name}`).slice(0, DIGITS);
  return `<!-- gatebench:${toReadableName(kind, check_name)}#${digest} -->`;
}

/** Returns true if a comment's first line is the marker of this kind and check, in the current or the earlier form. */
export function hasCommentMarker(body: string, kind: CommentKind, check_name: string): boolean {
  const [first = ''] = body.split(/\r?\n/, 1);
  return first === formatCommentMarker(kind, check_name) || first === formatEarlierMarker(kind, check_name);
}

/**
 * Returns the marker of versions without digests. In it every other character was a "-", so only names without such
 * characters are unambiguous.
 *
 * @returns undefined if the marker would be ambiguous
 */
function formatEarlierMarker(kind: CommentKind, check_name: string): string | undefined {
  const certain = kind === 'report' && /^[A-Za-z0-9._]+$/.test(check_name);
  return certain ? `<!-- gatebench:${check_name} -->` : undefined;
}

/** Returns at most 60 characters of the name, none of which ends the comment. */
function toReadableName(kind: CommentKind, check_name: string): string {
  const name = check_name.replace(/[^A-Za-z0-9._]+/g, '-').slice(0, 60);
  return kind === 'report' ? name : `questions-${name}`;
}
