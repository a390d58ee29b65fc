/** Word of a shell script as written, with its quotes. */
export interface StatementWord {
  start: number;
  text: string;
}

/** Simple command of a shell script. */
export interface ShellStatement {
  start: number;
  words: readonly [StatementWord, ...StatementWord[]];
  /** Operators around the command: `;` for a line end, `&&`, `||`, `|`, `&`, or a reserved word such as `if`. */
  before: string;
  after: string;
  /** Constructs around the command, outermost first: `name()` for a function, else a bracket or a reserved word. */
  enclosing: readonly string[];
}

const OPENING = /^(if|while|until|for|case|select|\{|\()$/;
const CLOSING: Record<string, string> = { fi: 'if', done: 'do', esac: 'case', '}': '{', ')': '(' };
const INNER = /^(then|else|elif|do|!|time)$/;
const TOKEN = /[ \t]+|\\\r?\n|\r?\n|&&|\|\||;;|\d*(?:>>|>&|<&|>\||<<-?|>|<)|[;&|()]/y;

/**
 * Finds the end of a word, or of what is within `"…"` or `$(…)` up to a closing character; -1 where that is not
 * known.
 */
function findWordEnd(content: string, start: number, close = ''): number {
  let position = start;
  while (position < content.length) {
    const one = content[position]!;
    if (one === '`') return -1;
    if (one === close) return position + 1;
    if (close === '' && /[\s;&|()<>]/.test(one)) return position;
    if (one === '\\') position += 2;
    else if (one === "'" && close !== '"') {
      position = content.indexOf("'", position + 1) + 1;
      if (position === 0) return -1;
    } else if (one === '"' || (one === '$' && content[position + 1] === '(')) {
      position = one === '"' ? findWordEnd(content, position + 1, '"') : findWordEnd(content, position + 2, ')');
      if (position < 0) return -1;
    } else if (one === '(' && close === ')') {
      position = findWordEnd(content, position + 1, ')');
      if (position < 0) return -1;
    } else position++;
  }
  return close === '' ? position : -1;
}

/** Reads an operator, blanks or a word; undefined where that is not known. */
function readToken(content: string, position: number): string | undefined {
  TOKEN.lastIndex = position;
  const operator = TOKEN.exec(content)?.[0];
  if (operator !== undefined) return operator;
  const isComment = content[position] === '#' && /[\s;&|()]|^$/.test(content[position - 1] ?? '');
  if (isComment) return /#[^\n]*/.exec(content.slice(position))![0];
  const end = findWordEnd(content, position);
  return end > position ? content.slice(position, end) : undefined;
}

/**
 * Splits a script into its simple commands.
 *
 * @returns undefined where something is written in a way that is not known for certain
 */
export function readShellStatements(content: string): ShellStatement[] | undefined {
  const commands: ShellStatement[] = [];
  const enclosing: string[] = [];
  let words: StatementWord[] = [];
  let operatorBefore = ';';
  let isTarget = false;
  const heredocs: string[] = [];
  const finish = (after: string) => {
    const [first, ...rest] = words;
    if (first)
      commands.push({
        start: first.start,
        words: [first, ...rest],
        before: operatorBefore,
        after,
        enclosing: [...enclosing],
      });
    // A line may end behind an operator, or behind the word that begins a branch.
    if (words.length > 0 || after !== ';' || !/^(&&|\|\||\||then|else|elif)$/.test(operatorBefore))
      operatorBefore = after;
    words = [];
  };
  let position = 0;
  while (position < content.length) {
    const token = readToken(content, position);
    if (token === undefined) return undefined;
    const start = position;
    position += token.length;
    if (/^([ \t]|\\\r?\n)/.test(token)) continue;
    if (token.startsWith('#')) continue;
    if (/^\r?\n$/.test(token)) {
      finish(';');
      for (const end of heredocs.splice(0)) {
        const match = new RegExp(`^\\t*${end}$`, 'm').exec(content.slice(position));
        if (!match) return undefined;
        position += match.index + match[0].length;
      }
    } else if (/^\d*[<>]/.test(token)) {
      isTarget = true;
      if (/<</.test(token)) {
        const end = /^\s*(["']?)([\w-]+)\1/.exec(content.slice(position));
        if (!end) return undefined;
        heredocs.push(end[2]!);
      }
    } else if (token === '(' && words.length === 1 && content[position] === ')') {
      position += 1;
      const open = /^\s*\{(?=\s)/.exec(content.slice(position));
      if (!open) return undefined;
      position += open[0].length;
      enclosing.push(`${words[0]!.text}()`);
      words = [];
      operatorBefore = ';';
    } else if (/^(&&|\|\||;;?|&|\||\()$/.test(token)) {
      if (token === '(' && words.length > 0) return undefined;
      finish(token);
      if (token === '(') enclosing.push('(');
    } else if (isTarget) isTarget = false;
    else if (words.length === 0 && OPENING.test(token)) {
      enclosing.push(token);
      operatorBefore = token;
      if (token === 'case' || token === 'for') words.push({ start, text: token });
    } else if ((words.length === 0 && CLOSING[token]) || token === ')') {
      if (token === ')' && enclosing.at(-1) === 'case') {
        words = [];
        operatorBefore = ')';
        continue;
      }
      finish(token);
      const opener = enclosing.pop() ?? '';
      const isLoop = token === 'done' && /^(while|until|for|select)$/.test(opener);
      if (!isLoop && opener !== CLOSING[token] && !(token === '}' && opener.endsWith('()'))) return undefined;
    } else if (words.length === 0 && INNER.test(token)) operatorBefore = token;
    else words.push({ start, text: token });
  }
  finish(';');
  return enclosing.length > 0 ? undefined : commands;
}
