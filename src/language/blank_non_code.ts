import type { SourceLanguage } from './source_language.js';

/** Replaces strings and comments of a line with blanks, so that positions stay. */
export function blankNonCode(line: string, { comment }: SourceLanguage): string {
  let code = '';
  let quote = '';
  for (let i = 0; i < line.length; i++) {
    const character = line[i]!;
    if (quote !== '') {
      if (character === '\\') {
        code += ' ';
        i++;
      } else if (character === quote) quote = '';
      code += ' ';
      continue;
    }
    if (comment === '//' && line.startsWith('/*', i)) {
      const end = line.indexOf('*/', i + 2);
      const next = end === -1 ? line.length : end + 2;
      code += ' '.repeat(next - i);
      i = next - 1;
      continue;
    }
    if (line.startsWith(comment, i) && (comment !== '#' || i === 0 || /\s/.test(line[i - 1]!))) break;
    if (character === '"' || character === "'" || character === '`') {
      quote = character;
      code += ' ';
    } else code += character;
  }
  return code.padEnd(line.length);
}

/** Finds the lines within multi-line comments and texts, first and last line included. A piece of a file is enough. */
export function findProseLines(lines: readonly string[], { name }: SourceLanguage): Set<number> {
  const prose = new Set<number>();
  const isPython = name === 'python';
  const [open, close] = isPython ? [/"""|'''/g, /"""|'''/g] : [/\/\*/g, /\*\//g];
  let isInside = false;
  lines.forEach((line, i) => {
    const opens = line.match(open)?.length ?? 0;
    const closes = line.match(close)?.length ?? 0;
    const flips = isPython ? opens % 2 === 1 : isInside ? closes > 0 : opens > closes;
    if (isInside || flips) prose.add(i);
    if (flips) isInside = !isInside;
  });
  return prose;
}

/** Tells whether a line begins, or goes on with, a comment of several lines or a documentation text. */
export const isProseLine = (line: string): boolean => /^\s*(\/?\*|"""|''')/.test(line);

/** Tells whether a line has more than punctuation and is no comment, as far as one line shows. */
export const isCodeLine = (line: string, { comment }: SourceLanguage): boolean =>
  /\w/.test(line) && !line.trimStart().startsWith(comment) && !isProseLine(line);
