import type { DecidedAssertion } from '../decided_assertion.js';

/** Finds the decided assertions of a shell script. */
export function findShellAssertions(_content: string): DecidedAssertion[] {
  return [];
}
