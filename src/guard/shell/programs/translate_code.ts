import type { Dialect } from '../../vocabulary/vocabulary.js';

/** Translates code of a dialect to the language `other` of languages.yml. */
export function translateCode(code: string, { comment, texts: literals, inserts, rewrites }: Dialect): string {
  const contents: string[] = [];
  const literal = new RegExp(`${comment}|${literals}`, 'gm');
  const hideTexts = (part: string): string =>
    part.replace(literal, (...groups) => {
      const content: string | undefined = groups.slice(1, -2).find((each) => each !== undefined);
      if (content === undefined) return ' ';
      const pieces = inserts === undefined ? [content] : content.split(new RegExp(inserts));
      const parts = pieces.map((piece, index) =>
        index % 2 === 1 ? `(${hideTexts(piece)})` : `"${contents.push(piece) - 1}"`,
      );
      return parts.length === 1 ? parts[0]! : `(${parts.join(' + ')})`;
    });
  const plain = rewrites.reduce(
    (part, [pattern, usual]) => part.replace(new RegExp(pattern, 'gm'), usual),
    hideTexts(code),
  );
  const quoteText = (text: string) => text.replace(/\\[\s\S]|"/g, (each) => (each === '"' ? '\\"' : each));
  return plain.replace(/"(\d+)"/g, (_, index) => `"${quoteText(contents[index] ?? '')}"`);
}
