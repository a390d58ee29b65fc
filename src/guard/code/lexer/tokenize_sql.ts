/** Token of a SQL statement. */
export interface SqlToken {
  kind: 'word' | 'text' | 'mark' | 'shell';
  text: string;
}

const WORD = /[\p{L}_@#$][\p{L}\p{N}_$#]*|\d[\w.]*/uy;
/** Commands of SQL clients that run a shell or read a file. */
const META = /(?:\\!|\.shell|\.system|system)[ \t]+(.*)|\\(?:copy|o|w|g)[ \t]*\|?[ \t]*(.*)/y;
const EXECUTED = /\/\*!\d*/y;
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
    if (code.startsWith('--', index) || (sign === '#' && /\s/.test(code[index + 1] ?? '\n'))) {
      const line = code.indexOf('\n', index);
      index = line < 0 ? code.length : line;
    } else if (code.startsWith('/*', index)) {
      // MySQL executes the text in /*! … */.
      const executed = match(EXECUTED, index)?.[0];
      const close = executed === undefined ? code.indexOf('*/', index + 2) : 0;
      index = executed !== undefined ? index + executed.length : close < 0 ? code.length : close + 2;
    } else if (code.startsWith('*/', index)) index += 2;
    else if (sign === ';') {
      end();
      index += 1;
    } else if (sign === "'" || sign === '"' || sign === '`' || sign === '[') {
      const close = sign === '[' ? ']' : sign;
      let value = '';
      let start = index + 1;
      for (;;) {
        const result = code.indexOf(close, start);
        const stop = result < 0 ? code.length : result;
        value += code.slice(start, stop);
        index = stop + 1;
        if (result < 0 || code[index] !== close || close === ']') break;
        value += close;
        start = index + 1;
      }
      tokens.push({ kind: sign === "'" ? 'text' : 'word', text: value });
      // MySQL reads double quotes as text, others as a name: both meanings are kept.
      if (sign === '"' && /[\s/]/.test(value)) tokens[tokens.length - 1] = { kind: 'text', text: value };
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
        if (!/\s/.test(sign)) tokens.push({ kind: 'mark', text: sign });
        index += 1;
      }
    }
  }
  end();
  return statements;
}
