import type { HiddenFileLanguage } from './hidden_file_language.js';

/**
 * Token of source text. Comments and blanks are left out; line ends stay, since they end statements in some languages.
 */
export interface HiddenFileToken {
  kind: 'string' | 'number' | 'word' | 'symbol' | 'line-end' | 'other';
  start: number;
  end: number;
  text: string;
}

/** Sticky patterns of a family of languages for everything that is not code, tried in order. */
interface TokenGrammar {
  skipped: readonly RegExp[];
  strings: readonly RegExp[];
  /** Literals that are left alone: characters, templates with code, regular expressions. */
  others: readonly RegExp[];
  /** True if `/` may begin a regular expression. */
  expressions: boolean;
}

const DOUBLE = /"(?:[^"\\\n]|\\[\s\S])*"/y;
const SINGLE = /'(?:[^'\\\n]|\\[\s\S])*'/y;
const SLASHES = [/\/\/[^\n]*/y, /\/\*[\s\S]*?\*\//y];

const GRAMMARS: Partial<Record<HiddenFileLanguage['name'], TokenGrammar>> = {
  javascript: {
    skipped: SLASHES,
    strings: [DOUBLE, SINGLE, /`(?:[^`\\$]|\\[\s\S]|\$(?!\{))*`/y],
    others: [],
    expressions: true,
  },
  python: {
    skipped: [/#[^\n]*/y],
    strings: [
      /(?:[rRuUbB]{0,2})"""(?:[^\\]|\\[\s\S])*?"""/y,
      /(?:[rRuUbB]{0,2})'''(?:[^\\]|\\[\s\S])*?'''/y,
      /(?:[rRuUbB]{0,2})"(?:[^"\\\n]|\\[\s\S])*"/y,
      /(?:[rRuUbB]{0,2})'(?:[^'\\\n]|\\[\s\S])*'/y,
    ],
    others: [
      /[fFtT][rR]?(?:"""(?:[^\\]|\\[\s\S])*?"""|'''(?:[^\\]|\\[\s\S])*?''')/y,
      /(?:[fFtT][rR]?|[rR][fFtT])(?:"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*')/y,
    ],
    expressions: false,
  },
  go: {
    skipped: SLASHES,
    strings: [DOUBLE, /`[^`]*`/y],
    others: [/'(?:[^'\\\n]|\\[\s\S])*'/y],
    expressions: false,
  },
  java: {
    skipped: SLASHES,
    strings: [/"""[\s\S]*?"""/y, DOUBLE],
    others: [/'(?:[^'\\\n]|\\[\s\S])*'/y],
    expressions: false,
  },
  ruby: {
    skipped: [/#[^\n]*/y, /^=begin[\s\S]*?^=end[^\n]*/my],
    strings: [SINGLE, /"(?:[^"\\\n#]|\\[\s\S]|#(?!\{))*"/y],
    others: [/"(?:[^"\\\n]|\\[\s\S])*"/y],
    expressions: true,
  },
};

const NUMBER = /(?:0[xXbBoO][\da-fA-F_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?)[nLlfFdDu]?/y;
const WORD = /[\p{L}_$@][\p{L}\p{N}_$]*[?!]?/uy;
const SYMBOL = /===|!==|==|!=|<=|>=|:=|=>|->|&&|\|\||[\s\S]/y;
const EXPRESSION = /\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;

/** Most characters of a test file; longer texts are not written by people. */
const MOST_CHARACTERS = 2 ** 20;

/**
 * Splits a source text into tokens. It is no parser, but exact about strings, comments and regular expressions.
 *
 * @returns undefined for languages and texts that it cannot read to the end: an unclosed string, a here document
 */
export function tokenizeHiddenFile(text: string, { name }: HiddenFileLanguage): HiddenFileToken[] | undefined {
  const grammar = GRAMMARS[name];
  if (!grammar || text.length > MOST_CHARACTERS || (name === 'ruby' && /<<[~-]?['"]?[A-Z]/.test(text)))
    return undefined;
  const tokens: HiddenFileToken[] = [];
  let at = 0;
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  const first = (patterns: readonly RegExp[]) => patterns.map(match).find((found) => found !== undefined);
  const take = (kind: HiddenFileToken['kind'], found: string) => {
    tokens.push({ kind, start: at, end: at + found.length, text: found });
    at += found.length;
  };
  while (at < text.length) {
    const blank = match(/(?:[^\S\n]|\\\n)+/y) ?? first(grammar.skipped);
    if (blank) {
      at += blank.length;
      continue;
    }
    if (text[at] === '\n') {
      take('line-end', '\n');
      continue;
    }
    if (name === 'javascript' && text[at] === '`') {
      const template = match(grammar.strings[2]!);
      const whole = template ?? readTemplate(text, at);
      if (whole === undefined) return undefined;
      take(template === undefined ? 'other' : 'string', whole);
      continue;
    }
    const other = first(grammar.others);
    const string = first(grammar.strings);
    if (string !== undefined) take('string', string);
    else if (other !== undefined) take('other', other);
    else if (/["'`]/.test(text[at]!) && !(name === 'ruby' && text[at] === '`')) return undefined;
    else if (grammar.expressions && text[at] === '/' && canBeginExpression(tokens) && match(EXPRESSION))
      take('other', match(EXPRESSION)!);
    else {
      const [number, word] = [match(NUMBER), match(WORD)];
      if (number) take('number', number);
      else if (word) take('word', word);
      else take('symbol', match(SYMBOL)!);
    }
  }
  return tokens;
}

/** Reads a template with code in it, counting nested braces and templates. */
function readTemplate(text: string, start: number): string | undefined {
  const open: ('`' | '{')[] = ['`'];
  for (let at = start + 1; at < text.length; at++) {
    const inside = open.at(-1);
    const one = text[at];
    if (one === '\\') at++;
    else if (inside === '`' && one === '$' && text[at + 1] === '{') {
      open.push('{');
      at++;
    } else if (one === '`' && inside === '`') {
      open.pop();
      if (open.length === 0) return text.slice(start, at + 1);
    } else if (one === '`') open.push('`');
    else if (inside === '{' && one === '{') open.push('{');
    else if (inside === '{' && one === '}') open.pop();
    else if (inside === '{' && (one === '"' || one === "'")) {
      const close = text.indexOf(one, at + 1);
      if (close < 0) return undefined;
      at = close;
    }
  }
  return undefined;
}

/** Tells whether `/` may begin a regular expression; after a value it divides. */
function canBeginExpression(tokens: readonly HiddenFileToken[]): boolean {
  const last = tokens.at(-1);
  if (!last || last.kind === 'line-end') return true;
  if (last.kind === 'word') return /^(return|typeof|case|in|of|and|or|not|if|unless|when|match)$/.test(last.text);
  return last.kind === 'symbol' && !/^[)\]}]$/.test(last.text);
}
