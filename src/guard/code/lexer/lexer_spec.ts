/** Lexical rules of a language, as far as the guard needs them. */
export interface LexerSpec {
  /** Markers that start a comment up to the end of the line. */
  comment: readonly string[];
  block_comment?: readonly [open: string, close: string];
  /** Characters that begin the name of a variable. */
  sigils: string;
  /** Syntax of code within texts: f-strings, `${}` in template strings, `#{}`, `$name`. */
  interpolation: 'f-string' | 'template' | 'hash' | 'dollar';
  /** True if the language has triple-quoted texts, and letter prefixes before quotes. */
  triple: boolean;
  /** True if a backslash in single quotes escapes more than a quote or itself. */
  single_escapes: boolean;
  /** Family of quoting operators: `q(…)`, `%w[…]`, or none. */
  quoting: 'none' | 'q' | 'percent';
  heredoc?: RegExp;
  /** True if a slash where a value is expected begins a regular expression. */
  patterns: boolean;
  /** Significance of line ends: always (python), between statements, or none. */
  lines: 'indent' | 'statements' | 'none';
}

/** Lexical rules of Python. */
export const pythonLexer: LexerSpec = {
  comment: ['#'],
  sigils: '',
  interpolation: 'f-string',
  triple: true,
  single_escapes: true,
  quoting: 'none',
  patterns: false,
  lines: 'indent',
};

/** Lexical rules of JavaScript and TypeScript. */
export const javascriptLexer: LexerSpec = {
  comment: ['//'],
  block_comment: ['/*', '*/'],
  sigils: '$#',
  interpolation: 'template',
  triple: false,
  single_escapes: true,
  quoting: 'none',
  patterns: true,
  lines: 'statements',
};

/** Lexical rules of Perl. */
export const perlLexer: LexerSpec = {
  comment: ['#'],
  sigils: '$@%',
  interpolation: 'dollar',
  triple: false,
  single_escapes: false,
  quoting: 'q',
  heredoc: /<<~?(?:"(\w+)"|'(\w+)'|([A-Z_]\w*))/y,
  patterns: true,
  lines: 'none',
};

/** Lexical rules of Ruby. */
export const rubyLexer: LexerSpec = {
  comment: ['#'],
  sigils: '$@',
  interpolation: 'hash',
  triple: false,
  single_escapes: false,
  quoting: 'percent',
  heredoc: /<<[~-]?(?:"(\w+)"|'(\w+)'|([A-Z_]\w*))/y,
  patterns: true,
  lines: 'statements',
};

/** Lexical rules of PHP. */
export const phpLexer: LexerSpec = {
  comment: ['//', '#'],
  block_comment: ['/*', '*/'],
  sigils: '$',
  interpolation: 'dollar',
  triple: false,
  single_escapes: false,
  quoting: 'none',
  heredoc: /<<<[ \t]*(?:"(\w+)"|'(\w+)'|(\w+))/y,
  patterns: false,
  lines: 'none',
};
