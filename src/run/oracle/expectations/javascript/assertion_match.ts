import type { SyntaxNode } from '@lezer/common';
import type { LiteralLeaf, Tolerance } from '../decided_assertion.js';

/** Comparison of two expressions, of which one may be a literal. */
export interface ComparedSides {
  /** The side that usually is the expected one comes first. */
  sides: readonly SyntaxNode[];
  tolerance?: Tolerance | undefined;
  /** True if only scalars can be equal, as with `===`. */
  isScalar?: boolean;
  /** True if the order of elements does not count. */
  isUnordered?: boolean;
}

/** Comparisons of an assertion, or its inversion. */
export interface AssertionMatch {
  comparisons: readonly ComparedSides[];
  /** Name that has its boolean in it, such as `isTrue`. */
  truth?: LiteralLeaf;
  inversion?: { start: number; end: number; text: string } | undefined;
  /** Arguments that are only shown. */
  messages?: readonly SyntaxNode[];
}
