/** A word of a shell script with its quotes, an operator, or the end of a line. */
export interface ShellWord {
  kind: 'word' | 'operator' | 'line-end';
  start: number;
  end: number;
  text: string;
  /** Text of the here document that `<<` announces, at the word behind it. */
  body?: { start: number; end: number };
}

const OPERATOR = /&&|\|\||;;|<<<|<<-?|>>|<\(|>\(|>&|<&|&>|\(\(|\)\)|[;&|()<>]/y;
const MOST_SHELL_WORDS = 200_000;

/**
 * Cuts a shell script into words, operators and line ends. Words keep their quotes; a command substitution is part of its word.
 *
 * @returns undefined for a script with a quote or a here document that is never closed
 */
export function readShellWords(text: string): ShellWord[] | undefined {
  if (text.length > 2 ** 20) return undefined;
  const words: ShellWord[] = [];
  let announced: { word: ShellWord; tabs: boolean }[] = [];
  let at = 0;
  while (at < text.length) {
    if (words.length > MOST_SHELL_WORDS) return undefined;
    const one = text[at]!;
    if (one === '\n') {
      words.push({ kind: 'line-end', start: at, end: at + 1, text: '\n' });
      at++;
      for (const { word, tabs } of announced) {
        const end = endOfHereDocument(text, at, word.text.replace(/['"\\]/g, ''), tabs);
        if (!end) return undefined;
        word.body = { start: at, end: end.start };
        at = end.behind;
      }
      announced = [];
    } else if (one === ' ' || one === '\t' || one === '\r') at++;
    else if (one === '\\' && text[at + 1] === '\n') at += 2;
    else if (one === '#') at = text.indexOf('\n', at) < 0 ? text.length : text.indexOf('\n', at);
    else {
      OPERATOR.lastIndex = at;
      const operator = OPERATOR.exec(text)?.[0];
      if (operator) {
        words.push({ kind: 'operator', start: at, end: at + operator.length, text: operator });
        at += operator.length;
        continue;
      }
      const end = endOfWord(text, at);
      if (end < 0) return undefined;
      const word: ShellWord = { kind: 'word', start: at, end, text: text.slice(at, end) };
      const before = words.at(-1)?.text;
      if (before === '<<' || before === '<<-') announced.push({ word, tabs: before === '<<-' });
      words.push(word);
      at = end;
    }
  }
  return words;
}

function endOfHereDocument(
  text: string,
  from: number,
  end: string,
  tabs: boolean,
): { start: number; behind: number } | undefined {
  for (let line = from; line < text.length; ) {
    const next = text.indexOf('\n', line);
    const behind = next < 0 ? text.length : next;
    const content = text.slice(line, Math.min(behind, line + 200));
    if ((tabs ? content.replace(/^\t+/, '') : content) === end) return { start: line, behind };
    line = behind + 1;
  }
  return undefined;
}

/** Offset behind a word; -1 where a quote in it is never closed. Substitutions nest, and the depth is counted, not recursed into. */
function endOfWord(text: string, start: number): number {
  const open: ('word' | '"' | '(' | '{' | '`')[] = ['word'];
  for (let i = start; i < text.length; i++) {
    const one = text[i]!;
    const inside = open.at(-1)!;
    if (one === '\\') i++;
    else if (one === "'" && inside !== '"') {
      // `$'…'` has escapes.
      const ansi = text[i - 1] === '$' && inside === 'word';
      let close = text.indexOf("'", i + 1);
      while (ansi && close > 0 && text[close - 1] === '\\' && text[close - 2] !== '\\')
        close = text.indexOf("'", close + 1);
      if (close < 0) return -1;
      i = close;
    } else if (one === '"') {
      if (inside === '"') open.pop();
      else open.push('"');
    } else if (one === '`') {
      if (inside === '`') open.pop();
      else if (open.includes('`')) return -1;
      else open.push('`');
    } else if (one === '$' && (text[i + 1] === '(' || text[i + 1] === '{')) {
      if (open.length > 200) return -1;
      open.push(text[i + 1] === '(' ? '(' : '{');
      i++;
    } else if (inside === '(' && one === '(') open.push('(');
    else if ((inside === '(' && one === ')') || (inside === '{' && one === '}')) open.pop();
    else if (inside === 'word' && /[\s;&|()<>]/.test(one)) return i;
  }
  return open.length === 1 ? text.length : -1;
}

/** A word that is one literal text: its offsets without the quotes. @returns undefined where something is put into it */
export function literalOf({ text, start, end }: ShellWord): { start: number; end: number } | undefined {
  if (/^'[^']*'$/.test(text)) return { start: start + 1, end: end - 1 };
  if (/^"(?:[^"$`\\]|\\.)*"$/s.test(text)) return { start: start + 1, end: end - 1 };
  if (/^\$'[^']*'$/.test(text)) return { start: start + 2, end: end - 1 };
  return /^[\w.,:/@%+=-]+$/.test(text) ? { start, end } : undefined;
}

/** Literal parts of a word that has expansions too: `"$n items"`, `*"partial"*`. */
export function literalPartsOf({ text, start }: ShellWord): { start: number; end: number }[] {
  const parts: { start: number; end: number }[] = [];
  if (text.length > 2000 || /\$\(|`/.test(text)) return parts;
  const plain = text.replace(/\$\{[^}]*\}|\$[\w@#?*!-]|\$\w+/g, (found) => '\0'.repeat(found.length));
  const cleared = plain.replace(/\0\w*/g, (found) => '\0'.repeat(found.length));
  for (const { 0: found, index } of cleared.matchAll(/[^\0"'*?[\]]{2,}/g))
    if (/[A-Za-z0-9]/.test(found)) parts.push({ start: start + index, end: start + index + found.length });
  return parts;
}
