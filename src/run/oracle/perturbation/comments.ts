import type { Language } from './language.js';

/** Whole numbers below `n`: randomness is handed in, so that a test can repeat what was done. */
export type Random = (n: number) => number;

/**
 * A file with two comments more: one above its first statement and one at its end, so that neither its digest, nor its
 * beginning, nor the numbers of its lines are those that were published.
 *
 * @returns undefined where a comment could change the meaning
 */
export function withComments(content: string, { name, comment }: Language, random: Random): string | undefined {
  // What follows these lines is data; a last line that goes on would swallow the comment or carry it into code.
  if (/^(__END__|__DATA__)\s*$/m.test(content) || /\\\s*$/.test(content)) return undefined;
  const lines = content.split('\n');
  const line = `${comment} ${remark(random)}`;
  // Shebang, encoding, licence and build constraints stay first.
  const leading = lines.findIndex((text) => !text.startsWith(comment) && !text.startsWith('#!'));
  // In Go and C what comes first may be part of a constraint or of a documentation comment.
  const above = name === 'go' || name === 'c' || name === 'java' || leading === -1 ? [] : [line];
  const at = Math.max(0, leading);
  const body = [...lines.slice(0, at), ...above, ...lines.slice(at)].join('\n');
  return `${body}${body.endsWith('\n') ? '' : '\n'}${comment} ${remark(random)}\n`;
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
