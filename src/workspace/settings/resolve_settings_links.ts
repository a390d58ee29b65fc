import { posix } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';

/** File of a revision: path, mode of git, id of its blob, and its size in bytes. */
export interface RevisionFile {
  path: string;
  mode: string;
  blob: string;
  size: number;
}

/** Longest target of a link, in bytes, and most links in a row. */
const MAX_TARGET = 4095;
const MAX_LINKS = 8;

/**
 * Replaces links among settings by what they lead to, where that is no setting itself: an agent that reads AGENTS.md
 * reads the target. Links to other settings stay, and so do links that lead out of the repository or nowhere.
 *
 * @param all files of the revision
 * @param getTarget returns the target of a link
 * @param isSettings tells whether a path is a setting, which is laid by itself
 * @param isExcluded tells whether a path must never be laid
 * @throws {UserError} for a link that no file system takes
 */
export function resolveSettingsLinks(
  settings: readonly RevisionFile[],
  all: readonly RevisionFile[],
  getTarget: (file: RevisionFile) => string,
  isSettings: (path: string) => boolean,
  isExcluded: (path: string) => boolean,
): RevisionFile[] {
  const byPath = new Map(all.map((file) => [file.path, file]));
  const follow = (file: RevisionFile): string | undefined => {
    let entry = file;
    for (let hop = 0; hop < MAX_LINKS; hop++) {
      const path = posix.normalize(posix.join(posix.dirname(entry.path), getTarget(entry))).replace(/\/+$/, '');
      const next = byPath.get(path);
      if (next?.mode !== '120000') return path;
      entry = next;
    }
    return undefined;
  };
  return settings.flatMap((file): RevisionFile[] => {
    if (file.mode !== '120000') return [file];
    const target = getTarget(file);
    if (target === '' || Buffer.byteLength(target) > MAX_TARGET || target.includes('\0'))
      throw new UserError(`${file.path}: the link has a target that no file system takes`, 'Mend or remove the link.');
    const destination = target.startsWith('/') ? undefined : follow(file);
    const matches =
      destination === undefined
        ? []
        : all.filter(({ path }) => path === destination || path.startsWith(`${destination}/`));
    const foreign = matches.filter(({ path, mode }) => mode !== '120000' && !isSettings(path) && !isExcluded(path));
    if (foreign.length === 0) return [file];
    const laid = matches.filter(({ path, mode }) => mode !== '120000' && !isExcluded(path));
    return laid.map((one) => ({ ...one, path: `${file.path}${one.path.slice(destination!.length)}` }));
  });
}
