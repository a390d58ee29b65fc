import { mkdirSync, symlinkSync } from 'node:fs';
import { posix } from 'node:path';
import type { WorldFile } from '../../contract/loaded.js';
import { bytesOf } from '../workspace/byte_path.js';
import { giveToOwner } from '../workspace/owner.js';
import { placeFile } from '../workspace/place.js';

/** Writes the files of a contract's world into a folder that nobody has touched; it belongs to whoever acts in workspaces. */
export function layWorld(root: string, files: readonly WorldFile[]): void {
  const made = new Set(['.']);
  for (const file of files) {
    const path = Buffer.from(file.path, 'utf8').toString('latin1');
    if (!file.link) placeFile(root, path, file.content, file.executable);
    else {
      makeFolders(root, posix.dirname(path), made);
      symlinkSync(Buffer.from(file.content), bytesOf(root, path));
      giveToOwner(bytesOf(root, path), true);
    }
  }
}

function makeFolders(root: string, path: string, made: Set<string>): void {
  if (made.has(path)) return;
  makeFolders(root, posix.dirname(path), made);
  made.add(path);
  try {
    mkdirSync(bytesOf(root, path), { mode: 0o755 });
    giveToOwner(bytesOf(root, path));
  } catch (error) {
    // Made with a file of the same folder; links come as leaves only, so what stands there is a folder.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
