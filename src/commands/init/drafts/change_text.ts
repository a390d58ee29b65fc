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
 * away. The title stands above a description, and is repeated only where there is nothing else.
 *
 * @param saysSolution tells which sentences are left out
 */
export function listDescriptions(
  { title, body }: ChangeText,
  saysSolution: (sentence: string) => boolean = () => false,
): string[] {
  const head = createTitle(title);
  const [opening = '', ...body_rest] = cleanBody(body).split(/\n\s*\n/);
  const paragraphs = createTitle(opening) === head ? body_rest : [opening, ...body_rest];
  const clean = removeSentences(paragraphs, saysSolution);
  const prose = clean
    .replace(/^(```|~~~)[\s\S]*?^\1[^\n]*$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  const [first = ''] = prose.split(/\n\s*\n/);
  const texts = [clean, prose, first].filter((text) => text !== '').map((text) => `${text}\n`);
  return [...new Set([...texts, ...(head === '' ? [] : [`${head}\n`])])];
}

/** Removes sentences of paragraphs and lists. A paragraph in which nothing is removed stays as it is. */
function removeSentences(paragraphs: readonly string[], isRemoved: (sentence: string) => boolean): string {
  return paragraphs
    .flatMap((paragraph) => {
      if (/^(?:```|~~~| {4})/m.test(paragraph)) return [paragraph];
      const items = paragraph.split(/\n(?=\s*[-*] )/);
      const itemTexts = items.flatMap((item) => {
        const sentences = item.replace(/\s*\n\s*/g, ' ').split(/(?<=[.!?])\s+/);
        const rest = sentences.filter((sentence) => !isRemoved(sentence));
        if (rest.length === sentences.length) return [item];
        return rest.length === 0 ? [] : [rest.join(' ')];
      });
      return itemTexts.length === 0 ? [] : [itemTexts.join('\n')];
    })
    .join('\n\n');
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

/** Words with which the title of something new begins, and those of a repair. */
const NEW =
  /^(?:feat(?:ure)?\b|add|support|implement|introduce|allow|enable|provide|expose|accept|new)(?:s|ed|ing)?\b/i;
const REPAIR =
  /\b(?:fix(?:e[sd]|ing)?|bug|regression|crash|wrong|incorrect(?:ly)?|broken|fault|leak|missing)\b|(?:fixe|close|resolve)s #\d/i;

/** Reads whether a change repairs a fault or brings something new. Tests that fail before it show a fault, in doubt. */
export const readChangeKind = ({ title, body }: ChangeText): 'bug-fix' | 'feature' =>
  NEW.test(title.trim()) && !REPAIR.test(`${title}\n${body}`) ? 'feature' : 'bug-fix';

/** Change whose description must not say how it was made. */
interface Solution {
  /** Its source files. */
  paths: readonly string[];
  /** Its patch, without tests. */
  patch: string;
  /** Texts that agents may see, or that tests ask for: the hidden files and the title. */
  known: readonly string[];
}

/** Verbs by which a message says how code was edited. Those that say what it does then, such as "Support", are not. */
const EDITS = 'us(?:e[sd]?|ing)|replac(?:e[sd]?|ing)|switch(?:e[sd])? to|refactor(?:s|ed)?|extract(?:s|ed)?';
const MORE_EDITS = 'rewr(?:ite|ites|ote)|inline[sd]?|reuse[sd]?|wrap(?:s|ped)?|rename[sd]?';
const OPENINGS = 'also|then|and|now|instead|we|this (?:commit|change|patch|PR)';
const METHOD = new RegExp(`^(?:(?:${OPENINGS}),? )*(?:${EDITS}|${MORE_EDITS})\\b`, 'i');
/** Word that only code has: with an underscore, a digit or a capital inside. */
const CODE_NAME = /\b(?=\w*[a-z])(?=\w*(?:_|\d|[a-z][A-Z]))[A-Za-z_]\w{3,}\b/g;

/**
 * Creates a predicate that tells whether a sentence of a message says how a change was made: it begins as such
 * sentences do, or names a changed file or a name that the patch brings in.
 */
export function createSolutionFilter({ paths, patch, known }: Solution): (sentence: string) => boolean {
  const files = paths.flatMap((path) => [path, path.slice(path.lastIndexOf('/') + 1)]);
  const lines = patch.split('\n');
  const listNames = (text: string) => text.match(CODE_NAME) ?? [];
  const old = new Set([...lines.filter((line) => !line.startsWith('+')), ...known].flatMap(listNames));
  const names = new Set(lines.filter((line) => line.startsWith('+')).flatMap(listNames));
  return (sentence) =>
    METHOD.test(sentence.replace(/^\s*[-*]\s+/, '')) ||
    files.some((file) => sentence.includes(file)) ||
    listNames(sentence).some((name) => names.has(name) && !old.has(name));
}
