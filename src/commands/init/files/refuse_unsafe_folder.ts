import { lstatSync } from 'node:fs';
import { join, relative } from 'node:path';
import { UserError } from '../../../contract/input/user_error.js';

/**
 * Refuses a path that lies outside of the repository, leads through a link, or has odd characters in its name. The
 * repository may be somebody else's: its links could lead anywhere.
 *
 * @throws {UserError}
 */
export function refuseUnsafeFolder(root: string, path: string): void {
  const inside = relative(root, path);
  if (inside === '' || inside.startsWith('..') || !/^[\w.+/-]+$/.test(inside))
    throw new UserError(
      `"${inside}" is no folder inside of the repository, or has characters other than letters, digits, ".", "_" ` +
        'and "-"',
      'Name another one with --tasks DIR.',
    );
  const parts = inside.split('/');
  parts.forEach((_, index) => {
    const shown = parts.slice(0, index + 1).join('/');
    const stats = lstatSync(join(root, shown), { throwIfNoEntry: false });
    if (stats?.isSymbolicLink()) throw new UserError(`${shown} is a link`, 'Remove it, or name another folder.');
    if (stats && index < parts.length - 1 && !stats.isDirectory())
      throw new UserError(`${shown} is not a folder`, 'Rename it, or name another folder.');
  });
}
