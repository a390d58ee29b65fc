/** Kinds of literals: a template has code in it, an expression is a regular one, a heredoc announces lines that follow. */
export type LiteralKind = 'string' | 'template' | 'char' | 'expression' | 'heredoc' | 'other';

/** A piece of source text; comments and blanks are left out. */
export interface SourceToken {
  kind: LiteralKind | 'number' | 'word' | 'symbol';
  start: number;
  end: number;
  text: string;
  /** A line ends between the token before and this one. */
  newline: boolean;
  /** Index of the bracket that closes or opens this one; -1 for other tokens and for brackets without a partner. */
  partner: number;
  /** Text of the here document that this token announces. */
  body?: { start: number; end: number };
}
