/** Decision as written in a comment. */
interface ParsedReply {
  decision: 'allow' | 'deny';
  id: string;
  justification: string;
}

/** Number of characters of a comment that are read. */
const LOOKED_AT = 10_000;

/**
 * Parses the decisions in a comment: `/gatebench allow ID because REASON`, or `deny`, one per line from the first line
 * on. Any other line ends the reading, so that quoted, fenced or hidden text cannot decide.
 */
export function parseReplies(body: string): ParsedReply[] {
  const replies: ParsedReply[] = [];
  for (const line of body.slice(0, LOOKED_AT).split(/\r?\n/)) {
    const [, decision, id, reason = ''] =
      /^\/gatebench +(allow|deny) +([0-9a-f]{10})(?: +because\b)?[ :,]+(\S.*)$/.exec(line.trimEnd()) ?? [];
    if (decision === undefined || id === undefined) break;
    // The word "because" alone is no reason.
    if (/^because[\s:,]*$/.test(reason)) break;
    replies.push({ decision: decision as 'allow', id, justification: reason });
  }
  return replies;
}
