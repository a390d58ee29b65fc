import { sha256 } from '../../record/canonical.js';

/** What a comment of ours is about: a report, or questions to people. */
export type CommentKind = 'report' | 'questions';

/** Hexadecimal digits of the digest. */
const DIGITS = 12;

/**
 * Returns the first line of our comment. The readable part is for people; the digest of the check's whole name tells comments
 * apart, whatever characters a name has.
 */
export function commentMarker(kind: CommentKind, check_name: string): string {
  const digest = sha256(`${kind}\n${check_name}`).slice(0, DIGITS);
  return `<!-- gatebench:${readable(kind, check_name)}#${digest} -->`;
}

/** Returns true when a comment's first line is the marker of this kind and check, of this version or of an earlier one. */
export function hasMarker(body: string, kind: CommentKind, check_name: string): boolean {
  const [first = ''] = body.split(/\r?\n/, 1);
  return first === commentMarker(kind, check_name) || first === earlierMarker(kind, check_name);
}

/**
 * The marker before there were digests. Every other character was a "-" there, as was what told questions from reports: where a "-"
 * may stand for something else no marker is certain, and there is none.
 */
function earlierMarker(kind: CommentKind, check_name: string): string | undefined {
  const certain = kind === 'report' && /^[A-Za-z0-9._]+$/.test(check_name);
  return certain ? `<!-- gatebench:${check_name} -->` : undefined;
}

/** At most 60 characters of the name, none of which ends the comment. */
function readable(kind: CommentKind, check_name: string): string {
  const name = check_name.replace(/[^A-Za-z0-9._]+/g, '-').slice(0, 60);
  return kind === 'report' ? name : `questions-${name}`;
}
