import type { LiteralKind, SourceToken } from './source_token.js';
import type { TestLanguage } from './test_language.js';

/** Extent of a literal: its end, and for a here document the pattern that ends its lines. */
interface LiteralExtent {
  kind: LiteralKind;
  end: number;
  bodyEnd?: RegExp;
}

/**
 * Reads the literal that begins at an offset.
 *
 * @returns undefined if there is none
 */
export type LiteralReader = (
  text: string,
  at: number,
  before: readonly SourceToken[],
) => LiteralExtent | 'unclosed' | undefined;

const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/uy;
const WORDS: Partial<Record<TestLanguage, RegExp>> = {
  ruby: /(?:@{1,2}|\$)?[\p{L}_][\p{L}\p{N}_]*[?!]?(?!=[^=~>])|(?:@{1,2}|\$)?[\p{L}_][\p{L}\p{N}_]*/uy,
  php: /[\p{L}_$\\][\p{L}\p{N}_$\\]*/uy,
  kotlin: /`[^`\n]+`|[\p{L}_][\p{L}\p{N}_]*/uy,
  java: /@?[\p{L}_$][\p{L}\p{N}_$]*/uy,
  python: /[\p{L}_][\p{L}\p{N}_]*/uy,
  rust: /'?[\p{L}_][\p{L}\p{N}_]*!?(?!=)|[\p{L}_][\p{L}\p{N}_]*/uy,
};

/** Returns the sticky pattern of a name. */
export const getWordPattern = (language: TestLanguage) => WORDS[language] ?? WORD;

/** Returns the reader of a language's literals. */
export const getLiteralReader = (language: TestLanguage): LiteralReader => READERS[language] ?? readPlain;

/** Finds the offset after a quoted text, skipping escapes; -1 if it is never closed. */
function skipQuotes(text: string, at: number, quote: string, oneLine: boolean, escapes = true): number {
  let i = at + quote.length;
  const stop = quote.charCodeAt(0);
  for (; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 92 && escapes) i++;
    else if (code === 10 && oneLine) return -1;
    else if (code === stop && (quote.length === 1 || text.startsWith(quote, i))) return i + quote.length;
  }
  return -1;
}

const createExtent = (kind: LiteralKind, end: number): LiteralExtent | 'unclosed' =>
  end < 0 ? 'unclosed' : { kind, end };

/** Reads double quotes as strings and single ones as characters: C, Go, Java. */
const readPlain: LiteralReader = (text, at) => {
  const one = text[at];
  if (one === '"') {
    if (text.startsWith('"""', at)) return createExtent('string', skipQuotes(text, at, '"""', false));
    return createExtent('string', skipQuotes(text, at, '"', true));
  }
  if (one === "'") return createExtent('char', skipQuotes(text, at, "'", true));
  return undefined;
};

/** Finds the end of a text with code between `opening` and `}`; nested braces, quotes and templates are counted. */
function skipTemplate(text: string, at: number, quote: string, opening: string): { end: number; code: boolean } {
  const open: ('text' | 'code')[] = ['text'];
  let code = false;
  for (let i = at + quote.length; i < text.length; i++) {
    const inText = open.at(-1) === 'text';
    const one = text[i]!;
    if (one === '\\') i++;
    else if (inText && text.startsWith(opening, i)) {
      open.push('code');
      code = true;
      i += opening.length - 1;
    } else if (text.startsWith(quote, i)) {
      i += quote.length - 1;
      if (!inText) open.push('text');
      else {
        open.pop();
        if (open.length === 0) return { end: i + 1, code };
      }
    } else if (!inText && one === '{') open.push('code');
    else if (!inText && one === '}') open.pop();
    else if (!inText && (one === '"' || one === "'")) {
      const close = skipQuotes(text, i, one, true);
      if (close < 0) return { end: -1, code };
      i = close - 1;
    }
  }
  return { end: -1, code };
}

function readTemplate(text: string, at: number, quote: string, opening: string): LiteralExtent | 'unclosed' {
  const { end, code } = skipTemplate(text, at, quote, opening);
  return createExtent(code ? 'template' : 'string', end);
}

/** Most characters of a regular expression; the limit keeps reading linear in texts full of slashes. */
const MOST_EXPRESSION_CHARACTERS = 200;

/** Finds the offset after a regular expression in slashes; -1 if its line or the limit ends first. */
function skipExpression(text: string, at: number): number {
  let inClass = false;
  const last = Math.min(text.length, at + MOST_EXPRESSION_CHARACTERS);
  for (let i = at + 1; i < last; i++) {
    const one = text[i]!;
    if (one === '\n') return -1;
    if (one === '\\') i++;
    else if (one === '[') inClass = true;
    else if (one === ']') inClass = false;
    else if (one === '/' && !inClass) {
      if (i === at + 1) return -1;
      for (i++; i < text.length && /[a-z]/.test(text[i]!); i++);
      return i;
    }
  }
  return -1;
}

/** Tells whether `/` may begin a regular expression; after a value it divides. */
function canBeginExpression(tokens: readonly SourceToken[]): boolean {
  const last = tokens.at(-1);
  if (!last) return true;
  if (last.kind === 'word')
    return /^(return|typeof|case|in|of|and|or|not|if|elsif|unless|when|match|must_match|assert_match|yield|await)$/.test(
      last.text,
    );
  return last.kind === 'symbol' && !/^[)\]}]$/.test(last.text);
}

function readExpression(text: string, at: number, before: readonly SourceToken[]): LiteralExtent | undefined {
  if (text[at] !== '/' || !canBeginExpression(before)) return undefined;
  const end = skipExpression(text, at);
  return end < 0 ? undefined : { kind: 'expression', end };
}

/** Most characters of a line that is searched again for every quote. */
const MOST_JSX_LINE = 2000;

const readJavascript: LiteralReader = (text, at, before) => {
  const one = text[at];
  // JSX text contains apostrophes: a quote that its line does not close is taken for one.
  if (one === '"' || one === "'") {
    const end = skipQuotes(text, at, one, true);
    if (end >= 0) return { kind: 'string', end };
    const line = text.slice(at, at + MOST_JSX_LINE);
    return line.length < MOST_JSX_LINE || line.includes('\n') ? { kind: 'other', end: at + 1 } : 'unclosed';
  }
  if (one === '`') return readTemplate(text, at, '`', '${');
  return readExpression(text, at, before);
};

const PYTHON_STRING = /([rRbBuUfFtT]{0,2})("""|'''|"|')/y;

const readPython: LiteralReader = (text, at) => {
  PYTHON_STRING.lastIndex = at;
  const [, prefix = '', quote = ''] = PYTHON_STRING.exec(text) ?? [];
  if (!quote) return undefined;
  const kind = /[ft]/i.test(prefix) ? 'template' : 'string';
  return createExtent(kind, skipQuotes(text, at + prefix.length, quote, quote.length === 1));
};

const readGo: LiteralReader = (text, at, before) =>
  text[at] === '`' ? createExtent('string', skipQuotes(text, at, '`', false, false)) : readPlain(text, at, before);

const readKotlin: LiteralReader = (text, at) => {
  const one = text[at];
  if (text.startsWith('"""', at)) {
    const end = skipQuotes(text, at, '"""', false, false);
    return createExtent(/\$[\w{]/.test(text.slice(at, end)) ? 'template' : 'string', end);
  }
  if (one === '"') {
    const read = readTemplate(text, at, '"', '${');
    return read !== 'unclosed' && /\$\w/.test(text.slice(at, read.end)) ? { ...read, kind: 'template' } : read;
  }
  if (one !== "'") return undefined;
  // Strings of Swift and Dart.
  const end = skipQuotes(text, at, one, true);
  return createExtent(end - at > 4 && text[at + 1] !== '\\' ? 'string' : 'char', end);
};

const readCsharp: LiteralReader = (text, at, before) => {
  const prefix = /(?:\$@|@\$|\$|@)(?=")/y;
  prefix.lastIndex = at;
  const mark = prefix.exec(text)?.[0];
  if (!mark) return readPlain(text, at, before);
  if (!mark.includes('@')) return createExtent('template', skipQuotes(text, at + mark.length, '"', true));
  let end = skipQuotes(text, at + mark.length, '"', false, false);
  while (end > 0 && text[end] === '"') end = skipQuotes(text, end, '"', false, false);
  return createExtent('other', end);
};

const RUST_RAW = /(?:br|r|cr)(#*)"/y;

const readRust: LiteralReader = (text, at) => {
  RUST_RAW.lastIndex = at;
  const raw = RUST_RAW.exec(text);
  if (raw) {
    const end = text.indexOf(`"${raw[1]}`, at + raw[0].length);
    return createExtent(text[at] === 'r' ? 'string' : 'other', end < 0 ? -1 : end + 1 + raw[1]!.length);
  }
  const one = text[at];
  if (one === '"') return createExtent('string', skipQuotes(text, at, '"', false));
  if ((one === 'b' || one === 'c') && text[at + 1] === '"')
    return createExtent('string', skipQuotes(text, at + 1, '"', false));
  const char = /b?'(?:[^'\\\n]|\\(?:x[\da-fA-F]{2}|u\{[\da-fA-F_]{1,8}\}|.))'/uy;
  char.lastIndex = at;
  const found = char.exec(text)?.[0];
  return found ? { kind: 'char', end: at + found.length } : undefined;
};

const C_RAW = /(?:u8|[uUL])?R"([^()\\\s]{0,16})\(/y;

const readC: LiteralReader = (text, at, before) => {
  C_RAW.lastIndex = at;
  const raw = C_RAW.exec(text);
  if (!raw) return readPlain(text, at, before);
  const close = `)${raw[1]}"`;
  const end = text.indexOf(close, at + raw[0].length);
  return createExtent('other', end < 0 ? -1 : end + close.length);
};

const RUBY_HEREDOC = /<<[~-]?(["'`]?)([A-Za-z_]\w*)\1/y;
const RUBY_PERCENT = /%([qQwWiIr]?)([[({<|!/])/y;
const CLOSING: Record<string, string> = { '[': ']', '(': ')', '{': '}', '<': '>' };

const readRuby: LiteralReader = (text, at, before) => {
  const one = text[at]!;
  if (one === '"') return readTemplate(text, at, '"', '#{');
  if (one === "'") return createExtent('string', skipQuotes(text, at, "'", false));
  if (one === '`') return createExtent('other', skipQuotes(text, at, '`', false));
  const isOperand = canBeginExpression(before) || (before.at(-1)?.kind === 'word' && text[at - 1] === ' ');
  if (one === '<' && isOperand) {
    RUBY_HEREDOC.lastIndex = at;
    const found = RUBY_HEREDOC.exec(text);
    if (found && /[A-Z_]/.test(found[2]![0]!))
      return { kind: 'heredoc', end: at + found[0].length, bodyEnd: new RegExp(`^[ \\t]*${found[2]}$`, 'gm') };
  }
  if (one === '%' && isOperand) {
    RUBY_PERCENT.lastIndex = at;
    const found = RUBY_PERCENT.exec(text);
    if (found && text[at + found[0].length] !== ' ') {
      const [whole, , opening = ''] = found;
      const end = skipPair(text, at + whole.length, opening, CLOSING[opening] ?? opening);
      return createExtent('other', end);
    }
  }
  return isOperand && !/\s/.test(text[at + 1] ?? ' ') ? readRubyExpression(text, at) : readExpression(text, at, before);
};

function readRubyExpression(text: string, at: number): LiteralExtent | undefined {
  if (text[at] !== '/') return undefined;
  const end = skipExpression(text, at);
  return end < 0 ? undefined : { kind: 'expression', end };
}

function skipPair(text: string, from: number, opening: string, closing: string): number {
  let depth = 1;
  for (let i = from; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === closing) {
      if (--depth === 0) return i + 1;
    } else if (text[i] === opening) depth++;
  }
  return -1;
}

const PHP_HEREDOC = /<<<[ \t]*(["']?)([A-Za-z_]\w*)\1/y;

const readPhp: LiteralReader = (text, at) => {
  const one = text[at];
  if (one === "'") return createExtent('string', skipQuotes(text, at, "'", false));
  if (one === '"') {
    const end = skipQuotes(text, at, '"', false);
    return createExtent(/[^\\]\$[\w{]|\{\$/.test(text.slice(at, end)) ? 'template' : 'string', end);
  }
  if (one !== '<') return undefined;
  PHP_HEREDOC.lastIndex = at;
  const found = PHP_HEREDOC.exec(text);
  return found
    ? { kind: 'heredoc', end: at + found[0].length, bodyEnd: new RegExp(`^[ \\t]*${found[2]}\\b`, 'gm') }
    : undefined;
};

const READERS: Partial<Record<TestLanguage, LiteralReader>> = {
  javascript: readJavascript,
  python: readPython,
  go: readGo,
  kotlin: readKotlin,
  csharp: readCsharp,
  rust: readRust,
  c: readC,
  ruby: readRuby,
  php: readPhp,
};
