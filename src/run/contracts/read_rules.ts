import { readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { RulesFile } from '../../contract/loaded.js';
import type { Contract } from '../../contract/schema.js';
import { UserError } from '../../contract/user_error.js';
import { sha256 } from '../../record/canonical.js';
import type { Rule } from '../safety/guardrails/rule.js';
import { shippedRules } from '../safety/guardrails/rules/shipped.js';
import { withRules } from '../safety/guardrails/with_rules.js';
import { readBeside } from './beside.js';

/**
 * Reads the guardrail rules that `coordination.rules` names (A5).
 *
 * @throws {UserError} with file:line:column when they are none, or when one of their own examples speaks against them
 */
export function readRules(
  { coordination }: Contract,
  folder: string,
  shown: string,
  at: (field: string) => string,
): RulesFile | undefined {
  if (coordination?.rules === undefined) return undefined;
  const content = readBeside(folder, coordination.rules, `${at('coordination.rules')}  coordination.rules`);
  return checked(join(dirname(shown), coordination.rules), content);
}

/** Reads a file of guardrail rules that holds for a whole run. @throws {UserError} as above */
export function readRulesFile(file: string, cwd: string): RulesFile {
  const path = resolve(cwd, file);
  let content: Uint8Array;
  try {
    // A pipe or a device would keep us waiting.
    if (!statSync(path).isFile()) throw Object.assign(new Error(), { code: 'not a file' });
    content = readFileSync(path);
  } catch (error) {
    throw new UserError(`guardrail rules ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  return checked(relative(cwd, path) || path, content);
}

/**
 * The shipped rules, and those of files after them.
 *
 * @throws {UserError} with file:line:column, also where two files have a rule of one name
 */
export function rulesOf(files: readonly RulesFile[]): readonly Rule[] {
  return files.reduce((rules, { text, shown }) => withRules(text, shown, rules), shippedRules);
}

function checked(shown: string, content: Uint8Array): RulesFile {
  const text = Buffer.from(content).toString('utf8');
  withRules(text, shown);
  return { shown, text, sha256: sha256(content) };
}
