import type { Language } from './language.js';

/** Whole numbers below `n`: randomness is handed in, so that a test can repeat what was done. */
export type Random = (n: number) => number;

/**
 * Adds two comments to a file: one above its first statement and one at its end, so that neither its digest, nor its beginning, nor
 * the numbers of its lines are those that were published.
 *
 * @returns undefined where a comment could change the meaning
 */
export function withComments(content: string, language: Language, random: Random): string | undefined {
  if (!mayHaveComments(content, language)) return undefined;
  const line = () => (language.comment === 'hash' ? `# ${remark(random)}` : `/* ${remark(random)} */`);
  const end = content.includes('\r\n') ? '\r\n' : '\n';
  const at = placeAbove(content, language);
  const body = at === undefined ? content : `${content.slice(0, at)}${line()}${end}${content.slice(at)}`;
  return `${body}${body.endsWith('\n') ? '' : end}${line()}${end}`;
}

/** What follows these lines is data. */
const DATA = /^(__END__|__DATA__)\s*$/m;
/** A last line that goes on would swallow the comment or carry it into code. */
const GOES_ON = /\\\s*$/;
/** Scripts that read themselves. */
const OWN_TEXT = /\b(tail|sed|awk|head|tar|dd|cat|source|sh)\b[^\n]*\$\{?(0|BASH_SOURCE)\b/;

function mayHaveComments(content: string, { name }: Language): boolean {
  if (DATA.test(content) || GOES_ON.test(content)) return false;
  return name !== 'shell' || !(OWN_TEXT.test(content) || hasOpenDocument(content));
}

/** Whether a here document ends with the file and not by its word. */
function hasOpenDocument(content: string): boolean {
  const words = [...content.matchAll(/<<-?[ \t]*(?:\\|(['"]))?([\w.-]+)\1?/g)];
  return words.some(([found, , word], i) => {
    const rest = content.slice(words[i]!.index + found.length);
    return !rest.split('\n').some((line) => line.trim() === word);
  });
}

/** Tests that ask for the number of a line. */
const LINE_NUMBERS = /\b(__LINE__|LINENO|lineno|f_lineno|line_?number)\b/i;
/** Licence, encoding and directives of a runner come first, in these languages in a comment of several lines as well. */
const LEADING_LINES = {
  hash: /^(?:#[^\n]*\n)*/,
  block: /^(?:#![^\n]*\n)?(?:[^\S\n]*\n)*(?:\/\*[\s\S]*?\*\/[^\S\n]*\n)?/,
};

/** Where a comment above the first statement begins; undefined where one could be part of a constraint or of documentation. */
function placeAbove(content: string, { name, comment }: Language): number | undefined {
  if (name === 'go' || name === 'c' || name === 'java' || LINE_NUMBERS.test(content)) return undefined;
  const start = content.startsWith('\uFEFF') ? 1 : 0;
  const text = content.slice(start);
  // Python finds an encoding in the second line also below an empty one.
  const encoding = name === 'python' ? (/^\s*\n#.*coding[:=][^\n]*\n/.exec(text)?.[0].length ?? 0) : 0;
  const at = Math.max(encoding, LEADING_LINES[comment].exec(text)![0].length);
  // A comment that is not over, or has code behind it, stays what comes first.
  return comment === 'block' && /^\s*\/\*/.test(text.slice(at)) ? undefined : start + at;
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

/** A remark as people write them: nothing in it says where it comes from. */
function remark(random: Random): string {
  const one = (words: readonly string[]) => words[random(words.length)]!;
  const [first, second] = [one(NOUNS), one(NOUNS)];
  return `${one(VERBS)} ${first === second ? first : `${first} and ${second}`} ${one(ENDS)}.`;
}
