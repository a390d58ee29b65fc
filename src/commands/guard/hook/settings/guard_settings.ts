import { shippedGuardRules } from '../../../../guard/create_guard.js';
import type { guardLevels } from '../../../../guard/guard.js';
import type { GuardRule } from '../../../../guard/rules/guard_rule.js';

/** Level of what is protected. */
export type GuardLevel = (typeof guardLevels)[number];

/** Name of the file of a project that sets its guard, from the folder of the project. */
export const GUARD_FILE = '.gatebench/guard.yml';

/** Settings by which calls are judged. */
export interface GuardSettings {
  level: GuardLevel;
  /** Shipped rules and those of the project, with the allowed ones. */
  rules: readonly GuardRule[];
  /** Ids of rules that the project allows; never catastrophic ones. */
  allow: ReadonlySet<string>;
  /** Ids of rules that the project would allow, to which nobody has consented. */
  ignored: ReadonlySet<string>;
  /** Ids of rules that are refused, where they would be asked about or would not hold. */
  deny: ReadonlySet<string>;
  /** Absolute paths of the files that these settings come from. */
  files: readonly string[];
}

/** Creates the settings of a project that has no file of its own. */
export const createDefaultSettings = (level: GuardLevel = 'strict'): GuardSettings => ({
  level,
  rules: shippedGuardRules,
  allow: new Set(),
  ignored: new Set(),
  deny: new Set(),
  files: [],
});

/** Selects the level: what the person has said counts unless it is less strict than the file of the project. */
export const selectLevel = (given: GuardLevel | undefined, declared: GuardLevel | undefined): GuardLevel =>
  given === 'strict' ? given : (declared ?? given ?? 'strict');
