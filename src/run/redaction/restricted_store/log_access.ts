import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { UserError } from '../../../contract/input/user_error.js';
import { computeDigest, toCanonicalJson } from '../../../record/json/compute_digest.js';
import { GENESIS_HASH } from '../../../record/storage/verify_hash_chain.js';
import { lockFolder } from '../../../system/lock_folder.js';

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
    const before = readAccessLog(store);
    const body = { ...access, seq: before.length, prev: before.at(-1)?.hash ?? GENESIS_HASH };
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
