/**
 * Kinds of literals. A template contains code, an expression is a regular one, a heredoc announces lines that follow.
 */
export type LiteralKind = 'string' | 'template' | 'char' | 'expression' | 'heredoc' | 'other';

/** Token of source text, without comments and blanks. */
export interface SourceToken {
  kind: LiteralKind | 'number' | 'word' | 'symbol';
  start: number;
  end: number;
  text: string;
  /** True if a line ends between the token before and this one. */
  newline: boolean;
  /** Index of the matching bracket; -1 for other tokens and unmatched brackets. */
  partner: number;
  /** Text of the here document that this token announces. */
  body?: { start: number; end: number };
}
