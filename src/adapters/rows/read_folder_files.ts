import { lstatSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readRegularFile } from '../../system/read_regular_file.js';
import { RowFault } from './read_names.js';

/** Files of one folder, by path below it. */
export type FolderFiles = ReadonlyMap<string, { content: Buffer; executable: boolean }>;

/** Most bytes and files of one folder. */
const MAX_BYTES = 64 * 2 ** 20;
const MAX_FILES = 2000;

/** Reads all files below a folder; none if there is no such folder. @throws {RowFault} for a link, and for too many */
export function readFolderFiles(folder: string): FolderFiles {
  const files = new Map<string, { content: Buffer; executable: boolean }>();
  let bytes = 0;
  const walk = (below: string) => {
    for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) {
        walk(path);
        continue;
      }
      if (!entry.isFile()) throw new RowFault(`${basename(folder)}/${path} is a link or no file`);
      const stat = lstatSync(join(folder, path));
      bytes += stat.size;
      if (bytes > MAX_BYTES || files.size >= MAX_FILES)
        throw new RowFault(`${basename(folder)}/ has more than ${MAX_BYTES / 2 ** 20} MiB or ${MAX_FILES} files`);
      files.set(path, {
        content: readRegularFile(join(folder, path), MAX_BYTES),
        executable: (stat.mode & 0o111) !== 0,
      });
    }
  };
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (stats?.isSymbolicLink()) throw new RowFault(`${basename(folder)} is a link`);
  if (stats?.isDirectory()) walk('');
  return files;
}
