/** A decision as it stands in a comment. */
export interface WrittenReply {
  decision: 'allow' | 'deny';
  id: string;
  justification: string;
}

/** Only the beginning of a comment is looked at, in characters. */
const LOOKED_AT = 10_000;

/**
 * The decisions in a comment: `/gatebench allow ID because REASON`, or `deny`, one per line from its first line on. Whatever
 * stands before or between them ends the reading, so nothing that is quoted, in a code block or hidden can decide.
 */
export function readReplies(body: string): WrittenReply[] {
  const replies: WrittenReply[] = [];
  for (const line of body.slice(0, LOOKED_AT).split(/\r?\n/)) {
    const [, decision, id, reason = ''] =
      /^\/gatebench +(allow|deny) +([0-9a-f]{10})(?: +because\b)?[ :,]+(\S.*)$/.exec(line.trimEnd()) ?? [];
    if (decision === undefined || id === undefined) break;
    // The word alone is no reason.
    if (/^because[\s:,]*$/.test(reason)) break;
    replies.push({ decision: decision as 'allow', id, justification: reason });
  }
  return replies;
}
