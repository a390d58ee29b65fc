/**
 * Returns the exit code of a verb that looks at several things: 1 if one failed, else 3 if one is undecided, else 0.
 */
export function getExitCode(has_failed: boolean, is_undecided: boolean): 0 | 1 | 3 {
  if (has_failed) return 1;
  return is_undecided ? 3 : 0;
}
