import { type ArgumentTest, argumentRules, EAFNOSUPPORT, EPERM, socketCalls } from './argument_rules.js';
import { deniedCalls, type SeccompArchitecture, unavailableCalls } from './denied_calls.js';

/** Refusal of calls, in general or by their arguments. */
interface SeccompRule {
  calls: Record<string, Record<SeccompArchitecture, number | null>>;
  test: ArgumentTest | undefined;
  /** Error of the refused call; 0 = it succeeds and does nothing. */
  errno: number;
}

export const ENOSYS = 38;

/** All refusals, from which the filter of bubblewrap and the profile of containers are made. */
export const seccompRules: readonly SeccompRule[] = [
  { calls: deniedCalls, test: undefined, errno: EPERM },
  { calls: unavailableCalls, test: undefined, errno: ENOSYS },
  ...argumentRules,
  { calls: socketCalls, test: 'other socket', errno: EAFNOSUPPORT },
];
