/** Word of a shell script with its quotes, an operator, or a line end. */
export interface ShellWord {
  kind: 'word' | 'operator' | 'line-end';
  start: number;
  end: number;
  text: string;
  /** Text of the here document that `<<` announces, at the word after it. */
  body?: { start: number; end: number };
}

const OPERATOR = /&&|\|\||;;|<<<|<<-?|>>|<\(|>\(|>&|<&|&>|\(\(|\)\)|[;&|()<>]/y;
const MOST_SHELL_WORDS = 200_000;

/**
 * Splits a shell script into words, operators and line ends. Words keep their quotes and command substitutions.
 *
 * @returns undefined for a script with an unclosed quote or here document
 */
export function splitShellWords(text: string): ShellWord[] | undefined {
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
        const end = findHereDocumentEnd(text, at, word.text.replace(/['"\\]/g, ''), tabs);
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
      const end = findWordEnd(text, at);
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

function findHereDocumentEnd(
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

/**
 * Finds the offset after a word; -1 if a quote is never closed. Nested substitutions are counted, without recursion.
 */
function findWordEnd(text: string, start: number): number {
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

/**
 * Finds the offsets of a literal word without its quotes.
 *
 * @returns undefined if the word has expansions
 */
export function findLiteralRange({ text, start, end }: ShellWord): { start: number; end: number } | undefined {
  if (/^'[^']*'$/.test(text)) return { start: start + 1, end: end - 1 };
  if (/^"(?:[^"$`\\]|\\.)*"$/s.test(text)) return { start: start + 1, end: end - 1 };
  if (/^\$'[^']*'$/.test(text)) return { start: start + 2, end: end - 1 };
  return /^[\w.,:/@%+=-]+$/.test(text) ? { start, end } : undefined;
}

/** Finds the literal parts of a word that has expansions: `"$n items"`, `*"partial"*`. */
export function findLiteralParts({ text, start }: ShellWord): { start: number; end: number }[] {
  const parts: { start: number; end: number }[] = [];
  if (text.length > 2000 || /\$\(|`/.test(text)) return parts;
  const plain = text.replace(/\$\{[^}]*\}|\$[\w@#?*!-]|\$\w+/g, (found) => '\0'.repeat(found.length));
  const cleared = plain.replace(/\0\w*/g, (found) => '\0'.repeat(found.length));
  for (const { 0: found, index } of cleared.matchAll(/[^\0"'*?[\]]{2,}/g))
    if (/[A-Za-z0-9]/.test(found)) parts.push({ start: start + index, end: start + index + found.length });
  return parts;
}
