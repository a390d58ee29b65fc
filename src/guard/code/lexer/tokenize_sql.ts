import { matchAt } from './read_literal.js';

/** Token of a SQL statement. */
export interface SqlToken {
  kind: 'word' | 'text' | 'mark' | 'shell';
  text: string;
}

/** Commands of SQL clients: those that run a shell, and those that pipe to a program or name one. */
const META = new RegExp(
  String.raw`(?:\\!|\.shell|\.system|system)[ \t]+(?<shell>.*)|\\(?:copy|o|w|g)\w*[ \t]*` +
    String.raw`(?:\|[ \t]*(?<piped>.*)|(?:.{0,4000}?\b(?:program|PROGRAM)[ \t]+'(?<program>(?:[^'\n]|'')*)')?.*)`,
  'y',
);
const TOKEN = new RegExp(
  [
    // Comments and space, and the signs around what MySQL executes although it looks like a comment.
    String.raw`\s+|--[^\n]*|#(?=\s|$)[^\n]*|\/\*!\d*|\/\*[\s\S]*?(?:\*\/|$)|\*\/`,
    String.raw`(?<quote>['"\x60])(?<quoted>(?:(?!\k<quote>)[\s\S]|\k<quote>\k<quote>)*)\k<quote>?|\[(?<name>[^\]]*)\]?`,
    String.raw`\$(?<tag>\w*)\$(?<text>[\s\S]*?)(?:\$\k<tag>\$|$)`,
    String.raw`(?<word>[\p{L}_@#$][\p{L}\p{N}_$#]*|\d[\w.]*)|(?<mark>[\s\S])`,
  ].join('|'),
  'uy',
);

/** Splits SQL of any dialect into statements; client commands that run a shell are statements of their own. */
export function tokenizeSql(code: string): SqlToken[][] {
  const statements: SqlToken[][] = [[]];
  const put = (kind: SqlToken['kind'], text: string) => statements.at(-1)!.push({ kind, text });
  for (let index = 0; index < code.length; ) {
    const isStart = code[index] === '\\' || statements.at(-1)!.length === 0;
    const meta = isStart ? matchAt(META, code, index) : undefined;
    const match = meta ?? matchAt(TOKEN, code, index)!;
    const { shell, piped, program, quote, quoted, name, text, word, mark } = match.groups!;
    const line = shell ?? piped ?? program?.replaceAll("''", "'");
    // MySQL reads double quotes as text, others as a name.
    const isText = quote === "'" || (quote === '"' && /[\s/]/.test(quoted!));
    const isBatchEnd = word !== undefined && /^go$/i.test(word) && code[index - 1] === '\n';
    if (line !== undefined) statements.push([{ kind: 'shell', text: line }], []);
    else if (meta || mark === ';' || isBatchEnd) statements.push([]);
    else if (quoted !== undefined) put(isText ? 'text' : 'word', quoted.replaceAll(quote! + quote!, quote!));
    else if (text !== undefined) put('text', text);
    else if (mark !== undefined) put('mark', mark);
    else if (word !== undefined || name !== undefined) put('word', (word ?? name)!);
    index += match[0].length;
  }
  return statements.filter((tokens) => tokens.length > 0);
}
