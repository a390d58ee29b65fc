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
  const match = (pattern: RegExp, at: number) => {
    pattern.lastIndex = at;
    return pattern.exec(code);
  };
  for (let at = 0; at < code.length; ) {
    const here = code[at]!;
    if (here === '\\' || ((here === '.' || here === 's') && tokens.length === 0)) {
      const meta = match(META, at);
      if (meta) {
        end();
        if (meta[1] !== undefined) statements.push([{ kind: 'shell', text: meta[1] }]);
        at += meta[0].length;
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
    if (code.startsWith('--', at) || (here === '#' && /\s/.test(code[at + 1] ?? '\n'))) {
      const line = code.indexOf('\n', at);
      at = line < 0 ? code.length : line;
    } else if (code.startsWith('/*', at)) {
      // MySQL executes the text in /*! … */.
      const executed = match(EXECUTED, at)?.[0];
      const close = executed === undefined ? code.indexOf('*/', at + 2) : 0;
      at = executed !== undefined ? at + executed.length : close < 0 ? code.length : close + 2;
    } else if (code.startsWith('*/', at)) at += 2;
    else if (here === ';') {
      end();
      at += 1;
    } else if (here === "'" || here === '"' || here === '`' || here === '[') {
      const close = here === '[' ? ']' : here;
      let value = '';
      let from = at + 1;
      for (;;) {
        const found = code.indexOf(close, from);
        const stop = found < 0 ? code.length : found;
        value += code.slice(from, stop);
        at = stop + 1;
        if (found < 0 || code[at] !== close || close === ']') break;
        value += close;
        from = at + 1;
      }
      tokens.push({ kind: here === "'" ? 'text' : 'word', text: value });
      // MySQL reads double quotes as text, others as a name: both meanings are kept.
      if (here === '"' && /[\s/]/.test(value)) tokens[tokens.length - 1] = { kind: 'text', text: value };
    } else if (here === '$' && match(DOLLAR, at)) {
      const tag = match(DOLLAR, at)![0];
      const close = code.indexOf(tag, at + tag.length);
      const stop = close < 0 ? code.length : close;
      tokens.push({ kind: 'text', text: code.slice(at + tag.length, stop) });
      at = stop + tag.length;
    } else {
      const word = match(WORD, at)?.[0];
      if (word !== undefined) {
        if (tokens.length === 1 && /^go$/i.test(word) && code[at - 1] === '\n') end();
        else tokens.push({ kind: 'word', text: word });
        at += word.length;
      } else {
        if (!/\s/.test(here)) tokens.push({ kind: 'mark', text: here });
        at += 1;
      }
    }
  }
  end();
  return statements;
}
