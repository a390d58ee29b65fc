/** Messages of package managers and git about an address that does not answer, whatever way of installing is tried. */
const UNREACHABLE =
  /unknown git error|could not resolve (host|proxy|hostname)|unable to access '|git ls-remote|\b(ENOTFOUND|EAI_AGAIN|ENETUNREACH)\b|temporary failure in name resolution/i;

/** Tells whether an installation failed for an address that cannot be reached: another way would ask it again. */
export const isUnreachableSource = (problem: string): boolean => UNREACHABLE.test(problem);
