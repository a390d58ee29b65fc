import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from '../../system/write_atomically.js';

/** File in the output folder with one entry per task or proof. */
type IndexFile = 'import.json' | 'audit.json';

/**
 * Reads the entries of an earlier import into the same folder. Another import adds to them, so that an index has all
 * contracts of its folder.
 *
 * @returns nothing if there is no such file, or it is not as it was written
 */
export function readImportIndex<Entry>(folder: string, file: IndexFile): Entry[] {
  const path = join(folder, file);
  if (!existsSync(path)) return [];
  try {
    const { tasks } = JSON.parse(readFileSync(path, 'utf8')) as { tasks?: unknown };
    return Array.isArray(tasks) ? (tasks as Entry[]) : [];
  } catch {
    return [];
  }
}

/**
 * Merges entries with those of earlier imports: of two with one key the new one stays.
 *
 * @param key what an entry is about
 */
export function mergeImportEntries<Entry>(
  earlier: readonly Entry[],
  now: readonly Entry[],
  key: (entry: Entry) => string,
): Entry[] {
  const again = new Set(now.map(key));
  return [...earlier.filter((entry) => !again.has(key(entry))), ...now];
}

/** Writes an index. */
export function writeImportIndex(folder: string, file: IndexFile, benchmark: string, tasks: readonly unknown[]): void {
  writeAtomically(join(folder, file), `${JSON.stringify({ schema: 1, benchmark, tasks }, null, 2)}\n`);
}
