import type { SourceLanguage } from '../../../language/source_language.js';

/** Returns whole numbers below `n`. It is passed in, so that tests can repeat random choices. */
export type RandomInteger = (n: number) => number;

/**
 * Adds two comments to a file, above its first statement and at its end.
 *
 * Digest, beginning and line numbers then differ from those published.
 *
 * @returns undefined if a comment could change the meaning
 */
export function addComments(content: string, language: SourceLanguage, random: RandomInteger): string | undefined {
  if (!language.remark || !canHaveComments(content, language)) return undefined;
  const line = () => (language.remark === 'hash' ? `# ${createRemark(random)}` : `/* ${createRemark(random)} */`);
  const end = content.includes('\r\n') ? '\r\n' : '\n';
  const offset = findCommentOffset(content, language.name, language.remark);
  const body = offset === undefined ? content : `${content.slice(0, offset)}${line()}${end}${content.slice(offset)}`;
  return `${body}${body.endsWith('\n') ? '' : end}${line()}${end}`;
}

/** Lines after which data follows. */
const DATA_MARK = /^(__END__|__DATA__)\s*$/m;
/** Continued last line, which would swallow the comment or carry it into code. */
const CONTINUED_LINE = /\\\s*$/;
/** Commands of scripts that read themselves. */
const SELF_READING = /\b(tail|sed|awk|head|tar|dd|cat|source|sh)\b[^\n]*\$\{?(0|BASH_SOURCE)\b/;

function canHaveComments(content: string, { name }: SourceLanguage): boolean {
  if (DATA_MARK.test(content) || CONTINUED_LINE.test(content)) return false;
  return name !== 'shell' || !(SELF_READING.test(content) || hasOpenDocument(content));
}

/** Tells whether a here document ends with the file and not by its word. */
function hasOpenDocument(content: string): boolean {
  const words = [...content.matchAll(/<<-?[ \t]*(?:\\|(['"]))?([\w.-]+)\1?/g)];
  return words.some(([found, , word], i) => {
    const rest = content.slice(words[i]!.index + found.length);
    return !rest.split('\n').some((line) => line.trim() === word);
  });
}

/** Uses of line numbers in tests. */
const LINE_NUMBERS = /\b(__LINE__|LINENO|lineno|f_lineno|line_?number)\b/i;
/** Lines that come first: licence, encoding, directives of a runner; in some languages block comments, too. */
const LEADING_LINES = {
  hash: /^(?:#[^\n]*\n)*/,
  block: /^(?:#![^\n]*\n)?(?:[^\S\n]*\n)*(?:\/\*[\s\S]*?\*\/[^\S\n]*\n)?/,
};

/**
 * Finds where a comment above the first statement begins.
 *
 * @returns undefined if a comment could become part of a constraint or of documentation
 */
function findCommentOffset(
  content: string,
  name: SourceLanguage['name'],
  remark: 'block' | 'hash',
): number | undefined {
  if (/^(go|c|rust|java)$/.test(name) || LINE_NUMBERS.test(content)) return undefined;
  const start = content.startsWith('\uFEFF') ? 1 : 0;
  const text = content.slice(start);
  // Python also accepts an encoding in the second line below an empty one.
  const encoding = name === 'python' ? (/^\s*\n#.*coding[:=][^\n]*\n/.exec(text)?.[0].length ?? 0) : 0;
  const offset = Math.max(encoding, LEADING_LINES[remark].exec(text)![0].length);
  // An unfinished comment, or one with code after it, stays first.
  return remark === 'block' && /^\s*\/\*/.test(text.slice(offset)) ? undefined : start + offset;
}

const VERBS = ['Covers', 'Keeps', 'Describes', 'Collects', 'Holds', 'Groups', 'Orders', 'Checks'];
const NOUNS = ['cases', 'values', 'inputs', 'results', 'examples', 'steps', 'limits', 'details', 'bounds', 'rules'];
const ENDS = [
  'of this part',
  'as agreed',
  'in order',
  'one by one',
  'for reference',
  'as before',
  'in short',
  'by kind',
];

/** Creates a remark as people write them, without any hint of its origin. */
function createRemark(random: RandomInteger): string {
  const one = (words: readonly string[]) => words[random(words.length)]!;
  const [first, second] = [one(NOUNS), one(NOUNS)];
  return `${one(VERBS)} ${first === second ? first : `${first} and ${second}`} ${one(ENDS)}.`;
}
