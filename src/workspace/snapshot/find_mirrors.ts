import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Finds local mirrors of a URL: repositories named `owner+name` or `owner/name`, with or without `.git`, or any
 * repository directly inside a folder of that name.
 */
export function findMirrors(url: string, folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    listMirrorNames(url)
      .flatMap((name) => [name, `${name}.git`])
      .map((name) => join(folder, name))
      .filter((path) => existsSync(path))
      .flatMap((path) => [path, ...listFolders(path)])
      .filter((path) => ['HEAD', 'objects', 'refs'].every((part) => existsSync(join(path, part)))),
  );
}

/** Lists the folder names of a URL's mirrors. */
export function listMirrorNames(url: string): string[] {
  const match = /([\w.-]+)[/:]([\w.-]+?)(?:\.git)?\/?$/.exec(url);
  return match ? [`${match[1]}+${match[2]}`, `${match[1]}/${match[2]}`] : [];
}

function listFolders(path: string): string[] {
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(path, entry.name))
    .sort();
}
