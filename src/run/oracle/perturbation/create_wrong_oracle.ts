import { basename } from 'node:path';
import type { Check } from '../../../contract/contract_schema.js';
import type { LoadedContract, OracleFile } from '../../../contract/loaded_contract.js';
import { sha256 } from '../../../record/json/compute_digest.js';
import { createWrongExpectations } from './create_wrong_expectations.js';
import { detectHiddenFileLanguage } from './hidden_file_language.js';
import type { OracleChanges, PerturbedOracle } from './perturbed_oracle.js';

/** Oracle with wrong expectations under its published names, with their number per file. */
interface WrongOracle extends PerturbedOracle {
  counts: Record<string, number>;
}

/** Creates an oracle whose hidden files have wrong expected values. The result is deterministic. */
export function createWrongOracle(loaded: LoadedContract): WrongOracle {
  const counts: Record<string, number> = {};
  const files = loaded.oracle_files.map((file): OracleFile => {
    const language = detectHiddenFileLanguage(file.path);
    const text = Buffer.from(file.content).toString('utf8');
    if (!language || !Buffer.from(text, 'utf8').equals(file.content)) return file;
    const made = createWrongExpectations(text, language);
    if (!made) return file;
    counts[file.path] = made.count;
    const content = Buffer.from(made.content, 'utf8');
    return { ...file, content, sha256: sha256(content) };
  });
  const expectations = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const changes: OracleChanges = { renamed: {}, kept: {}, commented: [], directory: null, expectations };
  return { loaded: { ...loaded, oracle_files: files }, changes, vacated: [], counts };
}

/**
 * Tells whether a check depends on a changed file, as far as its command shows.
 *
 * @param unnamed result for commands that name no hidden file and find their tests themselves
 */
export function isAffectedCheck(check: Check, { loaded, counts }: WrongOracle, unnamed: boolean): boolean {
  const named = loaded.oracle_files.filter(({ path }) => isMentionedFile(check, path));
  return named.length === 0
    ? unnamed && Object.keys(counts).length > 0
    : named.some(({ path }) => Object.hasOwn(counts, path));
}

/** Tells whether a command mentions a file by name, or as a module without the extension. */
function isMentionedFile({ run }: Check, path: string): boolean {
  const stem = basename(path).replace(/\.\w+$/, '');
  return new RegExp(`(^|[^\\w-])${stem.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}([^\\w-]|$)`).test(run);
}
