/** Literal that a decided comparison expects. */
export interface LiteralLeaf {
  start: number;
  end: number;
  /** A word of a shell may have quotes or none. */
  type: 'number' | 'string' | 'boolean' | 'none' | 'empty list' | 'word';
  /** True if a minus sign stands before the literal. */
  negative?: boolean;
  /** Texts that a wrong value must differ from too, such as other elements where the order does not count. */
  taken?: readonly string[];
}

/** Largest difference of two numbers that an assertion takes for equal. */
export interface Tolerance {
  absolute: number;
  relative: number;
}

/** Assertion that is executed whenever its test passes, and that excludes other values. */
export interface DecidedAssertion {
  /** Start of the assertion, or of the row of a table. */
  place: number;
  /** Enclosing test; undefined if there is none. */
  test: string | undefined;
  /** Literals of the expected value, any of which decides. */
  leaves: readonly LiteralLeaf[];
  tolerance?: Tolerance | undefined;
  /** Replacement that inverts the assertion, where it has no literal. */
  inversion?: { start: number; end: number; text: string } | undefined;
}
