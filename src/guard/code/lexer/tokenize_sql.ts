/** Token of a SQL statement. */
export interface SqlToken {
  kind: 'word' | 'text' | 'mark' | 'shell';
  text: string;
}

const WORD = /[\p{L}_@#$][\p{L}\p{N}_$#]*|\d[\w.]*/uy;
/** Commands of SQL clients that run a shell or read a file. */
const META = /(?:\\!|\.shell|\.system|system)[ \t]+(.*)|\\(?:copy|o|w|g)[ \t]*\|?[ \t]*(.*)/y;
/** Comments and space, and the signs around what MySQL executes although it looks like a comment. */
const SKIPPED = /\s+|--[^\n]*|#(?=\s|$)[^\n]*|\/\*!\d*|\/\*[\s\S]*?(?:\*\/|$)|\*\//y;
const QUOTED = /'[^']*(?:''[^']*)*'?|"[^"]*(?:""[^"]*)*"?|`[^`]*(?:``[^`]*)*`?|\[[^\]]*\]?/y;
const DOLLAR = /\$(\w*)\$/y;

/** Splits SQL of any dialect into statements; client commands that run a shell are tokens of their own. */
export function tokenizeSql(code: string): SqlToken[][] {
  const statements: SqlToken[][] = [];
  let tokens: SqlToken[] = [];
  const end = () => {
    if (tokens.length > 0) statements.push(tokens);
    tokens = [];
  };
  const match = (pattern: RegExp, index: number) => {
    pattern.lastIndex = index;
    return pattern.exec(code);
  };
  for (let index = 0; index < code.length; ) {
    const sign = code[index]!;
    if (sign === '\\' || ((sign === '.' || sign === 's') && tokens.length === 0)) {
      const meta = match(META, index);
      if (meta) {
        end();
        if (meta[1] !== undefined) statements.push([{ kind: 'shell', text: meta[1] }]);
        index += meta[0].length;
        const copied = meta[2];
        if (copied !== undefined) {
          const piped = /^\\\w+[ \t]*\|/.test(meta[0]) ? copied : undefined;
          const program = /\bprogram[ \t]+'((?:[^']|'')*)'/i.exec(copied.slice(0, 4000))?.[1];
          if (piped !== undefined || program !== undefined)
            statements.push([{ kind: 'shell', text: piped ?? program!.replaceAll("''", "'") }]);
        }
        continue;
      }
    }
    const skipped = match(SKIPPED, index)?.[0];
    const quoted = match(QUOTED, index)?.[0];
    if (skipped !== undefined) index += skipped.length;
    else if (sign === ';') {
      end();
      index += 1;
    } else if (quoted !== undefined) {
      const close = sign === '[' ? ']' : sign;
      const value = quoted.slice(1, quoted.endsWith(close) && quoted.length > 1 ? -1 : undefined);
      // MySQL reads double quotes as text, others as a name.
      const isText = sign === "'" || (sign === '"' && /[\s/]/.test(value));
      tokens.push({ kind: isText ? 'text' : 'word', text: value.replaceAll(close + close, close) });
      index += quoted.length;
    } else if (sign === '$' && match(DOLLAR, index)) {
      const tag = match(DOLLAR, index)![0];
      const close = code.indexOf(tag, index + tag.length);
      const stop = close < 0 ? code.length : close;
      tokens.push({ kind: 'text', text: code.slice(index + tag.length, stop) });
      index = stop + tag.length;
    } else {
      const word = match(WORD, index)?.[0];
      if (word !== undefined) {
        if (tokens.length === 1 && /^go$/i.test(word) && code[index - 1] === '\n') end();
        else tokens.push({ kind: 'word', text: word });
        index += word.length;
      } else {
        tokens.push({ kind: 'mark', text: sign });
        index += 1;
      }
    }
  }
  end();
  return statements;
}
