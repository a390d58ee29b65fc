/** How the words of a language are told apart, as far as reading what it does needs it. */
export interface Lexis {
  /** What starts a comment up to the end of the line. */
  comment: readonly string[];
  block_comment?: readonly [open: string, close: string];
  /** Names begin with these where variables have a sign. */
  sigils: string;
  /** How code stands in a text: f-strings, `${}` in template strings, `#{}`, `$name`. */
  interpolation: 'f-string' | 'template' | 'hash' | 'dollar';
  /** Texts with three quotes; a prefix of letters before the quote. */
  triple: boolean;
  /** Backslash means something in single quotes, other than before a quote or itself. */
  single_escapes: boolean;
  /** `q(…)`, `%w[…]`, and what else begins texts, runs, and word lists. */
  quoting: 'none' | 'q' | 'percent';
  heredoc?: RegExp;
  /** A slash where a value is expected begins a pattern. */
  patterns: boolean;
  /** Ends of lines matter: always (python), between statements, or not at all. */
  lines: 'indent' | 'statements' | 'none';
}

export const python: Lexis = {
  comment: ['#'],
  sigils: '',
  interpolation: 'f-string',
  triple: true,
  single_escapes: true,
  quoting: 'none',
  patterns: false,
  lines: 'indent',
};

export const javascript: Lexis = {
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

export const perl: Lexis = {
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

export const ruby: Lexis = {
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

export const php: Lexis = {
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
