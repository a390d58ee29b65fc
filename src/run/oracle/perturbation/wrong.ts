import { basename } from 'node:path';
import type { LoadedContract, OracleFile } from '../../../contract/loaded.js';
import type { Check } from '../../../contract/schema.js';
import { sha256 } from '../../../record/canonical.js';
import type { Changes, PerturbedOracle } from './equivalent.js';
import { wrongExpectations } from './expectations.js';
import { languageOf } from './language.js';

/** The oracle with wrong expectations, under its published names, and in which files there are how many of them. */
export interface WrongOracle extends PerturbedOracle {
  counts: Record<string, number>;
}

/** Hidden files whose expected values are made wrong. The same contract gives the same files. */
export function wrongOracle(loaded: LoadedContract): WrongOracle {
  const counts: Record<string, number> = {};
  const files = loaded.oracle_files.map((file): OracleFile => {
    const language = languageOf(file.path);
    const text = Buffer.from(file.content).toString('utf8');
    if (!language || !Buffer.from(text, 'utf8').equals(file.content)) return file;
    const made = wrongExpectations(text, language);
    if (!made) return file;
    counts[file.path] = made.count;
    const content = Buffer.from(made.content, 'utf8');
    return { ...file, content, sha256: sha256(content) };
  });
  const expectations = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const changes: Changes = { renamed: {}, kept: {}, commented: [], directory: null, expectations };
  return { loaded: { ...loaded, oracle_files: files }, changes, vacated: [], counts };
}

/**
 * Whether a check depends on what was made wrong, as far as its command says: of the hidden files that it names one was changed.
 *
 * @param unnamed what is taken of a command that names no hidden file and finds its tests by itself
 */
export function dependsOn(check: Check, { loaded, counts }: WrongOracle, unnamed: boolean): boolean {
  const named = loaded.oracle_files.filter(({ path }) => isMentioned(check, path));
  return named.length === 0
    ? unnamed && Object.keys(counts).length > 0
    : named.some(({ path }) => Object.hasOwn(counts, path));
}

/** By its name, or as a module: by what comes before the ending. */
function isMentioned({ run }: Check, path: string): boolean {
  const stem = basename(path).replace(/\.\w+$/, '');
  return new RegExp(`(^|[^\\w-])${stem.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}([^\\w-]|$)`).test(run);
}
