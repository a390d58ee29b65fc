import { existsSync, linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Writes files that are not there yet, all or none. Files that are there are kept.
 *
 * @returns paths that were written
 * @throws what a file could not be written for, after those that were written are removed again
 */
export function writeFilesTogether(files: readonly (readonly [path: string, text: string])[]): string[] {
  const absent = files.filter(([path]) => !existsSync(path));
  const staged: string[] = [];
  const written: string[] = [];
  try {
    for (const [path, text] of absent) {
      mkdirSync(dirname(path), { recursive: true });
      const stage = join(dirname(path), `.${basename(path)}.${process.pid}`);
      writeFileSync(stage, text, { flag: 'wx' });
      staged.push(stage);
    }
    // A link is made only where there is no file: nothing that appeared meanwhile is replaced.
    absent.forEach(([path], index) => {
      linkSync(staged[index]!, path);
      written.push(path);
    });
    return written;
  } catch (error) {
    for (const path of written) rmSync(path, { force: true });
    throw error;
  } finally {
    for (const stage of staged) rmSync(stage, { force: true });
  }
}
