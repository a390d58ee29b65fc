import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** File of an artifact. */
export interface ArtifactFile {
  /** Place on this machine. */
  path: string;
  /** Name in the archive, with slashes. */
  name: string;
  bytes: number;
}

/**
 * Lists the files below a folder in the order of their names. Leaves out links, special files and hidden ones, as
 * actions/upload-artifact does. Empty if the folder is missing.
 */
export function listArtifactFiles(folder: string): ArtifactFile[] {
  const files: ArtifactFile[] = [];
  const folders = [''];
  for (let prefix = folders.pop(); prefix !== undefined; prefix = folders.pop()) {
    for (const entry of readEntries(join(folder, prefix))) {
      const name = `${prefix}${entry.name}`;
      if (entry.name.startsWith('.')) continue;
      if (entry.isDirectory()) folders.push(`${name}/`);
      if (!entry.isFile()) continue;
      const path = join(folder, name);
      const bytes = lstatSync(path, { throwIfNoEntry: false })?.size;
      if (bytes !== undefined) files.push({ path, name, bytes });
    }
  }
  return files.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function readEntries(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
