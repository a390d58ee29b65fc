import { dirname, join } from 'node:path';
import type { LoadedContract } from '../../contract/loaded.js';
import type { Contract } from '../../contract/schema.js';
import { sha256 } from '../../record/canonical.js';
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
): LoadedContract['rules'] {
  if (coordination?.rules === undefined) return undefined;
  const content = readBeside(folder, coordination.rules, `${at('coordination.rules')}  coordination.rules`);
  return {
    shown: join(dirname(shown), coordination.rules),
    text: Buffer.from(content).toString('utf8'),
    sha256: sha256(content),
  };
}
