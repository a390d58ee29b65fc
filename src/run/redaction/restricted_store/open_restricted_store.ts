import {
  appendFileSync,
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { z } from 'zod';
import { UserError } from '../../../contract/input/user_error.js';
import { computeDigest, sha256, toCanonicalJson } from '../../../record/json/compute_digest.js';
import type { RestrictedStore } from '../../../record/redaction/redactor.js';
import { GENESIS_HASH } from '../../../record/storage/verify_hash_chain.js';
import { lockFolder } from '../../../system/lock_folder.js';

/** File with one JSON line for each stored original of an attempt. */
const STORED_ORIGINALS_FILE = 'kept.jsonl';

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
  const stat = statSync(path);
  if (!stat.isDirectory()) throw new UserError(`the restricted store ${shown} is not a folder`);
  const uid = process.getuid?.();
  if (uid === undefined) return;
  if (stat.uid !== uid) throw new UserError(`the restricted store ${shown} belongs to another user (uid ${stat.uid})`);
  if ((stat.mode & 0o077) !== 0)
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

const storedOriginalSchema = z.strictObject({ sha256: z.string(), bytes: z.int(), kept_at: z.string() });
export type StoredOriginal = z.infer<typeof storedOriginalSchema> & {
  /** True if the file still exists. */
  there: boolean;
};

/** Lists the stored originals of an attempt, in order. */
export function listStoredOriginals(store: string, attempt_id: string): StoredOriginal[] {
  const folder = getAttemptFolder(store, attempt_id);
  if (!existsSync(folder)) return [];
  const files = new Set(readdirSync(folder));
  const digests = new Set<string>();
  return (
    existsSync(join(folder, STORED_ORIGINALS_FILE)) ? readFileSync(join(folder, STORED_ORIGINALS_FILE), 'utf8') : ''
  )
    .split('\n')
    .flatMap((line) => {
      try {
        const original = storedOriginalSchema.parse(JSON.parse(line));
        if (digests.has(original.sha256)) return [];
        digests.add(original.sha256);
        return [{ ...original, there: files.has(original.sha256) }];
      } catch {
        // A truncated line belongs to an unfinished file.
        return [];
      }
    });
}

/**
 * Reads an original.
 *
 * @returns the bytes, or a fault if its digest does not match
 */
export function readStoredOriginal(
  store: string,
  attempt_id: string,
  digest: string,
): { bytes: Buffer } | { fault: string } {
  const bytes = readFileSync(join(getAttemptFolder(store, attempt_id), digest));
  const actual_digest = sha256(bytes);
  return actual_digest === digest ? { bytes } : { fault: `was changed: its digest is ${actual_digest}` };
}

/** Schema of one reading of an original: who read what, when and why (requirement R14). */
const originalAccessSchema = z.strictObject({
  seq: z.int().min(0),
  at: z.iso.datetime(),
  by: z.string().describe('name of the user, as their machine has it'),
  attempt_id: z.string(),
  sha256: z.string(),
  reason: z.string().min(1),
  prev: z.string(),
  hash: z.string(),
});
type OriginalAccess = z.infer<typeof originalAccessSchema>;

const NAME = 'access.jsonl';

/**
 * Logs a reading before it happens. Lines are chained like events, so that no line can be changed, moved or removed
 * unnoticed.
 *
 * @throws {UserError} if the log was changed, or cannot be written: then nothing may be read
 */
export function logAccess(store: string, access: Omit<OriginalAccess, 'seq' | 'prev' | 'hash'>): OriginalAccess {
  const unlock = lockFolder(store, '--restricted-store DIR', 'somebody else');
  try {
    const entries = readAccessLog(store);
    const body = { ...access, seq: entries.length, prev: entries.at(-1)?.hash ?? GENESIS_HASH };
    const line = { ...body, hash: computeDigest(body) };
    appendFileSync(join(store, NAME), `${toCanonicalJson(line)}\n`, { mode: 0o600 });
    return line;
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`the access log of ${store} cannot be written (${(error as NodeJS.ErrnoException).code})`);
  } finally {
    unlock();
  }
}

/**
 * Reads all entries of the log.
 *
 * @throws {UserError} with file:line if the log was changed after it was written
 */
export function readAccessLog(store: string): OriginalAccess[] {
  const path = join(store, NAME);
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  const rest = lines.pop();
  const refuse = (line: number, what: string): never => {
    throw new UserError(
      `${path}:${line}  ${what}`,
      'Originals are not read while the log of their readings does not hold. ' +
        'Find out what happened; then move the log away to begin another.',
    );
  };
  if (rest !== '') refuse(lines.length + 1, 'ends in the middle of a line');
  let prev: string = GENESIS_HASH;
  return lines.map((text, seq) => {
    const access = parseAccess(text);
    if (!access || toCanonicalJson(access) !== text) return refuse(seq + 1, 'is no line that was written by gatebench');
    const { hash, ...body } = access;
    if (body.seq !== seq || body.prev !== prev) refuse(seq + 1, 'does not follow from the line before it');
    if (computeDigest(body) !== hash) refuse(seq + 1, 'was changed after it was written');
    prev = hash;
    return access;
  });
}

function parseAccess(text: string): OriginalAccess | undefined {
  try {
    return originalAccessSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
