import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';

/** Folder of the references that a proof made, beside `runs/`. */
const REFERENCE_FOLDER = '.gatebench-references';

/** Name of a reference: the digest of what it depends on. */
const REFERENCE_NAME = /^[0-9a-f]{64}\.json$/;

/**
 * Opens the folder of the references that a proof makes. Removes references of an earlier proof unless it is gone on
 * with, and no other file.
 *
 * @param out absolute path of the output folder
 * @param resume true if an interrupted proof goes on
 * @returns the absolute path; the folder may still be absent
 * @throws {UserError} if something other than a folder has the name: nothing is removed or written behind a link
 */
export function openReferenceFolder(out: string, resume: boolean): string {
  const folder = join(out, REFERENCE_FOLDER);
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (stats === undefined) return folder;
  if (!stats.isDirectory())
    throw new UserError(`${folder} is no folder`, 'Remove it, or name another folder (--out DIR).');
  if (resume) return folder;
  for (const name of readdirSync(folder)) if (REFERENCE_NAME.test(name)) rmSync(join(folder, name), { force: true });
  return folder;
}
