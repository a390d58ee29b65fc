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
import { UserError } from '../../../contract/input/user_error.js';
import { sha256, toCanonicalJson } from '../../../record/json/compute_digest.js';
import type { RestrictedStore } from '../../../record/redaction/redactor.js';

/** File with one JSON line for each stored original of an attempt. */
export const STORED_ORIGINALS_FILE = 'kept.jsonl';

export interface RestrictedStoreFolder {
  openAttempt(attempt_id: string): RestrictedStore;
  /** Warnings to print once: who else could access the folder. */
  warnings: readonly string[];
}

/**
 * Opens the folder for the originals of redacted texts (requirement R14). It lies apart from records and belongs to its
 * owner alone; each original is stored under its digest.
 *
 * access.jsonl · <attempt>/kept.jsonl · <attempt>/<sha256>
 *
 * @param apart_from folders that are shared or that agents see: the records, the workspace
 * @throws {UserError} for a folder within those, of another user, or that others can read
 */
export function openRestrictedStore(dir: string, cwd: string, apart_from: readonly string[]): RestrictedStoreFolder {
  const path = resolve(cwd, dir);
  const real = resolveRealPath(path);
  for (const folder of apart_from.map((folder) => resolveRealPath(resolve(cwd, folder))))
    if (real === folder || real.startsWith(folder === sep ? sep : folder + sep))
      throw new UserError(
        `the restricted store ${dir} lies in ${relative(cwd, folder) || folder}, which others are given to read`,
        'Name a folder apart from it.',
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
  return {
    openAttempt: (attempt_id) => createAttemptStore(getAttemptFolder(path, attempt_id)),
    warnings: listWritableParents(real, dir),
  };
}

/** Returns the folder of one attempt. The id comes from untrusted records. */
export function getAttemptFolder(store: string, attempt_id: string): string {
  return join(store, /^[\w-][\w.-]{0,150}$/.test(attempt_id) ? attempt_id : sha256(attempt_id));
}

/**
 * Checks that the folder belongs to the caller and is closed to others.
 *
 * @throws {UserError} if not
 */
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

function createAttemptStore(folder: string): RestrictedStore {
  return {
    keep(digest, original) {
      const file = join(folder, digest);
      if (existsSync(file)) return;
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const temporary = `${file}.${process.pid}.tmp`;
      writeFileSync(temporary, original, { mode: 0o600 });
      const line = toCanonicalJson({
        sha256: digest,
        bytes: Buffer.byteLength(original),
        kept_at: new Date().toISOString(),
      });
      appendFileSync(join(folder, STORED_ORIGINALS_FILE), `${line}\n`, { mode: 0o600 });
      renameSync(temporary, file);
    },
  };
}

/** Resolves the real path of a file that may not exist yet. */
function resolveRealPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(resolveRealPath(parent), path.slice(parent === sep ? 1 : parent.length + 1));
  }
}

/** Lists warnings about parent folders in which others could replace the store. */
function listWritableParents(real: string, shown: string): string[] {
  const warnings: string[] = [];
  for (let parent = dirname(real); ; parent = dirname(parent)) {
    const { mode } = lstatSync(parent);
    if ((mode & 0o022) !== 0 && (mode & 0o1000) === 0)
      warnings.push(`restricted store ${shown}: others can write to ${parent}, and so put another folder in its place`);
    if (parent === dirname(parent)) return warnings;
  }
}
