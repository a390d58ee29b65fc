import { dirname, join, relative, resolve } from 'node:path';
import type { Contract } from '../../contract/contract_schema.js';
import { UserError } from '../../contract/input/user_error.js';
import type { GuardRulesFile } from '../../contract/loaded_contract.js';
import { shippedGuardRules } from '../../guard/create_guard.js';
import { extendRules } from '../../guard/extend_rules.js';
import type { GuardRule } from '../../guard/rules/guard_rule.js';
import { sha256 } from '../../record/json/compute_digest.js';
import { readContractFile } from '../../system/read_contract_file.js';
import { MAX_TEXT_BYTES, readRegularFile } from '../../system/read_regular_file.js';

/**
 * Reads the guardrail rules that `coordination.rules` names.
 * @throws {UserError} with file:line:column if they are invalid, or contradict their own examples
 */
export function readContractRules(
  { coordination }: Contract,
  folder: string,
  shown: string,
  at: (field: string) => string,
): GuardRulesFile | undefined {
  if (coordination?.rules === undefined) return undefined;
  const content = readContractFile(folder, coordination.rules, `${at('coordination.rules')}  coordination.rules`);
  return checkRulesFile(join(dirname(shown), coordination.rules), content);
}

/**
 * Reads a file of guardrail rules for a whole run.
 * @throws {UserError} if it cannot be read, is invalid, or contradicts its own examples
 */
export function readRulesFile(file: string, cwd: string): GuardRulesFile {
  const path = resolve(cwd, file);
  let content: Uint8Array;
  try {
    content = readRegularFile(path, MAX_TEXT_BYTES);
  } catch (error) {
    throw new UserError(`guardrail rules ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  return checkRulesFile(relative(cwd, path) || path, content);
}

/**
 * Combines the shipped rules with those of files.
 * @throws {UserError} with file:line:column, also if two files define the same rule
 */
export function combineRules(files: readonly GuardRulesFile[]): readonly GuardRule[] {
  return files.reduce((rules, { text, shown }) => extendRules(text, shown, rules), shippedGuardRules);
}

function checkRulesFile(shown: string, content: Uint8Array): GuardRulesFile {
  const text = Buffer.from(content).toString('utf8');
  extendRules(text, shown);
  return { shown, text, sha256: sha256(content) };
}
