import type { GuardRule } from '../../guard/rules/guard_rule.js';
import { combineRules, readRulesFile } from '../../run/safety/read_rules_file.js';

/** Reads the shipped rules and those of the files. @throws {UserError} with file:line:column */
export function readGuardRules(files: readonly string[], cwd: string): readonly GuardRule[] {
  return combineRules(files.map((file) => readRulesFile(file, cwd)));
}
