import { existsSync, linkSync, mkdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Writes files that are not there yet, all or none. Files that are there are kept.
 *
 * @returns paths that were written
 * @throws what a file could not be written for, after those that were written, and their new folders, are removed again
 */
export function writeFilesTogether(files: readonly (readonly [path: string, text: string])[]): string[] {
  const absent = files.filter(([path]) => !existsSync(path));
  const staged: string[] = [];
  const createdPaths: string[] = [];
  const folders: string[] = [];
  try {
    for (const [path, text] of absent) {
      folders.push(...makeFolder(dirname(path)));
      const stage = join(dirname(path), `.${basename(path)}.${process.pid}`);
      // What a process of this number left behind when it was killed.
      rmSync(stage, { force: true });
      writeFileSync(stage, text, { flag: 'wx' });
      staged.push(stage);
    }
    // A link is made only where there is no file: nothing that appeared meanwhile is replaced.
    absent.forEach(([path], index) => {
      linkSync(staged[index]!, path);
      createdPaths.push(path);
    });
    return createdPaths;
  } catch (error) {
    for (const path of [...createdPaths, ...staged]) rmSync(path, { force: true });
    folders.toReversed().forEach(removeEmptyFolder);
    throw error;
  } finally {
    for (const stage of staged) rmSync(stage, { force: true });
  }
}

/** Makes a folder, and returns those that were not there, the outermost first. */
function makeFolder(path: string): string[] {
  const absent: string[] = [];
  for (let folder = path; !existsSync(folder); folder = dirname(folder)) absent.unshift(folder);
  mkdirSync(path, { recursive: true });
  return absent;
}

/** Removes a folder, unless something is in it or somebody else uses it. */
export function removeEmptyFolder(path: string): void {
  try {
    rmdirSync(path);
  } catch {
    // It is not empty, not there any more, or not ours.
  }
}
