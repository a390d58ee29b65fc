/** Text that describes a problem, with where it comes from. */
export interface ChangeText {
  origin: 'issue' | 'pull request' | 'commit message';
  title: string;
  body: string;
}

/** Creates the text of a commit. The commit that merges a pull request has the pull request's title in its body. */
export function createCommitText({ subject, body }: { subject: string; body: string }): ChangeText {
  const [first = '', ...rest] = body.split('\n');
  if (/^Merge (?:pull request|branch|remote-tracking branch) /.test(subject) && first.trim() !== '')
    return { origin: 'commit message', title: first.trim(), body: rest.join('\n').trim() };
  return { origin: 'commit message', title: subject, body };
}

/** Lines that say something about the change's way into the repository, not about the problem. */
const TRAILER =
  /^(?:(?:Signed-off-by|Co-authored-by|Reviewed-by|Acked-by|Tested-by|Reported-by|Change-Id|Cc|PR-URL|Backport-PR-URL|Refs?):\s|(?:Fix(?:e[sd])?|Close[sd]?|Resolve[sd]?):?\s+(?:#|GH-|https?:\/\/|[\w.-]+\/[\w.-]+#)\S+\s*\.?$)/i;
const REFERENCE = /\s*\((?:#\d+|GH-\d+)(?:,\s*#\d+)*\)\s*$/;
/** Prefixes of conventional commits. */
const PREFIX =
  /^(?:(?:fix|feat|feature|perf|refactor|bug|bugfix|hotfix)(?:\([^)]*\))?!?:|(?:fix(?:es|ed)?|closes) #\d+:?|#\d+:?)\s+/i;
const MAX_TITLE = 180;
const MAX_BODY = 12_000;
/** Most of a body that is read, in characters. */
const MAX_READ = 100_000;

/** Creates the title of a task from that of a change: without references and prefixes, on one line. */
export function createTitle(title: string): string {
  const plain = removeControls(title).replace(/\s+/g, ' ').trim().replace(REFERENCE, '').replace(PREFIX, '').trim();
  const text = plain === '' ? removeControls(title).trim() : plain;
  return text.length > MAX_TITLE ? `${text.slice(0, MAX_TITLE)}…` : text;
}

/**
 * Lists descriptions of a task, the fullest first: the whole text, the text without code, its first paragraph, the
 * title alone. Texts in which nothing is left are skipped. The caller takes the first that does not give the solution
 * away.
 */
export function listDescriptions({ title, body }: ChangeText): string[] {
  const head = createTitle(title);
  const clean = cleanBody(body);
  const prose = clean
    .replace(/^(```|~~~)[\s\S]*?^\1[^\n]*$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  const [first = ''] = prose.split(/\n\s*\n/);
  const heading = head === '' ? '' : `${head}\n\n`;
  const texts = [clean, prose, first].filter((text) => text !== '').map((text) => `${heading}${text}\n`);
  return [...new Set([...texts, ...(head === '' ? [] : [`${head}\n`])])];
}

/** Removes comments, trailers and check lists from the body of an issue, pull request or commit. */
function cleanBody(body: string): string {
  const lines = removeComments(removeControls(body.slice(0, MAX_READ).replace(/\r\n?/g, '\n')))
    .split('\n')
    .filter((line) => !TRAILER.test(line.trim()) && !/^\s*[-*] \[[ xX]\]/.test(line));
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .slice(0, MAX_BODY);
}

/** Removes characters that stand for nothing and that YAML forbids. */
const removeControls = (text: string): string =>
  text.toWellFormed().replace(/[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');

/** Removes HTML comments. One that does not end goes on to the end. */
function removeComments(text: string): string {
  const parts: string[] = [];
  let commentEnd = 0;
  for (let start = text.indexOf('<!--'); start >= 0; start = text.indexOf('<!--', commentEnd)) {
    parts.push(text.slice(commentEnd, start));
    const end = text.indexOf('-->', start + 4);
    commentEnd = end < 0 ? text.length : end + 3;
  }
  return parts.join('') + text.slice(commentEnd);
}

/** Tells whether a change reads like the repair of a fault. */
export function isBugFix({ title, body }: ChangeText): boolean {
  return /\b(?:fix(?:e[sd]|ing)?|bug|regression|issue|crash|wrong|incorrect(?:ly)?|broken|fault|leak)\b|(?:fixes|closes|resolves) #\d/i.test(
    `${title}\n${body}`,
  );
}
