import { rmdirSync } from 'node:fs';

/** Removes a folder, unless something is in it or somebody else uses it. */
export function removeEmptyFolder(path: string): void {
  try {
    rmdirSync(path);
  } catch {
    // It is not empty, not there any more, or not ours.
  }
}
