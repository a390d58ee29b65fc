import {
  appendFileSync,
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { UserError } from '../../contract/user_error.js';
import { canonical, sha256 } from '../../record/canonical.js';
import type { RestrictedStore } from '../../record/redaction.js';

/** The list of what a store has of one attempt, one line of JSON for each original. */
export const KEPT = 'kept.jsonl';

export interface OpenStore {
  of(attempt_id: string): RestrictedStore;
  /** To be told once: who else could get at the folder. */
  warnings: readonly string[];
}

/**
 * Opens the folder for originals of what was redacted (R14): apart from records, for its owner alone, each original under its digest.
 *
 * access.jsonl · <attempt>/kept.jsonl · <attempt>/<sha256>
 *
 * @param apart_from folders that are given away or that agents see: the records, the workspace
 * @throws {UserError} for a folder within those, of somebody else, or that others can read
 */
export function openRestrictedStore(dir: string, cwd: string, apart_from: readonly string[]): OpenStore {
  const path = resolve(cwd, dir);
  const real = realOf(path);
  for (const folder of apart_from.map((folder) => realOf(resolve(cwd, folder))))
    if (real === folder || real.startsWith(folder === sep ? sep : folder + sep))
      throw new UserError(
        `the restricted store ${dir} lies in ${relative(cwd, folder) || folder}, which others are given to read`,
        'Name a folder apart from it with --restricted-store DIR.',
      );
  try {
    if (!existsSync(path)) {
      mkdirSync(path, { recursive: true, mode: 0o700 });
      chmodSync(path, 0o700);
    }
  } catch (error) {
    throw new UserError(`the restricted store ${dir} cannot be made (${(error as NodeJS.ErrnoException).code})`);
  }
  checkOwner(path, dir);
  return { of: (attempt_id) => storeOf(folderOf(path, attempt_id)), warnings: openParents(real, dir) };
}

/** The folder of one attempt. Its name comes from records, which may be anybody's. */
export function folderOf(store: string, attempt_id: string): string {
  return join(store, /^[\w-][\w.-]{0,150}$/.test(attempt_id) ? attempt_id : sha256(attempt_id));
}

/** @throws {UserError} unless the folder is the caller's and nobody else can look into it */
export function checkOwner(path: string, shown: string): void {
  const found = statSync(path);
  if (!found.isDirectory()) throw new UserError(`the restricted store ${shown} is not a folder`);
  const uid = process.getuid?.();
  if (uid === undefined) return;
  if (found.uid !== uid)
    throw new UserError(`the restricted store ${shown} belongs to another user (uid ${found.uid})`);
  if ((found.mode & 0o077) !== 0)
    throw new UserError(`the restricted store ${shown} can be read by others`, `Close it first: chmod 700 ${shown}`);
}

function storeOf(folder: string): RestrictedStore {
  return {
    keep(digest, original) {
      const file = join(folder, digest);
      if (existsSync(file)) return;
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const temporary = `${file}.${process.pid}.tmp`;
      writeFileSync(temporary, original, { mode: 0o600 });
      const line = canonical({ sha256: digest, bytes: Buffer.byteLength(original), kept_at: new Date().toISOString() });
      appendFileSync(join(folder, KEPT), `${line}\n`, { mode: 0o600 });
      renameSync(temporary, file);
    },
  };
}

/** The real path of what may not be there yet. */
function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realOf(parent), path.slice(parent === sep ? 1 : parent.length + 1));
  }
}

/** Folders above in which others can put something else in the store's place. */
function openParents(real: string, shown: string): string[] {
  const warnings: string[] = [];
  for (let parent = dirname(real); ; parent = dirname(parent)) {
    const { mode } = lstatSync(parent);
    if ((mode & 0o022) !== 0 && (mode & 0o1000) === 0)
      warnings.push(`restricted store ${shown}: others can write to ${parent}, and so put another folder in its place`);
    if (parent === dirname(parent)) return warnings;
  }
}
