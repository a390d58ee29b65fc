import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Computes the digest of files under their names, `[name, path]`; line by line, so that no two lists have the same. */
export function digestFiles(files) {
  const digest = createHash('sha256');
  for (const [name, path] of files) {
    const content = createHash('sha256').update(readFileSync(path)).digest('hex');
    digest.update(`${content} ${name.split(sep).join('/')}\n`);
  }
  return digest.digest('hex');
}

/** Computes the digest of files, and of all files below folders, under their paths in a root folder. */
export function digestPaths(root, names) {
  const paths = names.flatMap((name) => listFilesBelow(join(root, name)));
  return digestFiles(paths.map((path) => [relative(root, path), path]));
}

/** Lists a file itself, or all files below a folder, in an order that does not depend on the machine. */
export function listFilesBelow(path) {
  if (statSync(path).isFile()) return [path];
  const found = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return found.map((entry) => join(entry.parentPath, entry.name)).sort();
}
