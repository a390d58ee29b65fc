import type { SyntaxNode } from '@lezer/common';
import type { AssertionMatch } from '../assertions/assertion_match.js';
import type { TableVariable } from './table_variable.js';

/** Assertion in straight-line code, before its operands are looked up. */
export interface StraightAssertion {
  node: SyntaxNode;
  match: AssertionMatch;
  context: TestContext;
}

/** Surroundings of an assertion. */
export interface TestContext {
  /** Titles of the groups and the test, outermost first. */
  titles: readonly SyntaxNode[];
  /** Body of the test; undefined outside of tests. */
  body: SyntaxNode | undefined;
  /** Variables of the tables that are iterated around the assertion. */
  variables: readonly TableVariable[];
  /** Statement that calls the function in which the assertion is, with the variables as its parameters. */
  call?: SyntaxNode;
  /** True if the caller awaits the result of that function. */
  isAwaited?: boolean;
  /** Tables each of whose rows registers tests of its own. */
  registering: readonly TableVariable[];
}
