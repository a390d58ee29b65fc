import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { UserError } from '../../contract/user_error.js';
import { canonical, digestOf } from '../../record/canonical.js';
import { GENESIS } from '../../record/chain.js';
import { lockFolder } from '../suite/folder_lock.js';

/** One reading of an original: who asked for what, when and why (R14). */
export const accessSchema = z.strictObject({
  seq: z.int().min(0),
  at: z.iso.datetime(),
  by: z.string().describe('name of the user, as their machine has it'),
  attempt_id: z.string(),
  sha256: z.string(),
  reason: z.string().min(1),
  prev: z.string(),
  hash: z.string(),
});
export type Access = z.infer<typeof accessSchema>;

const NAME = 'access.jsonl';

/**
 * Writes a reading down, before it happens. Lines are chained as events are: none can be changed, moved or taken out of the middle
 * without being seen.
 *
 * @throws {UserError} where the log was changed, or cannot be written: then nothing may be read
 */
export function logAccess(store: string, access: Omit<Access, 'seq' | 'prev' | 'hash'>): Access {
  const unlock = lockFolder(store, '--store DIR', 'somebody else');
  try {
    const before = readAccesses(store);
    const body = { ...access, seq: before.length, prev: before.at(-1)?.hash ?? GENESIS };
    const line = { ...body, hash: digestOf(body) };
    appendFileSync(join(store, NAME), `${canonical(line)}\n`, { mode: 0o600 });
    return line;
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`the access log of ${store} cannot be written (${(error as NodeJS.ErrnoException).code})`);
  } finally {
    unlock();
  }
}

/** All readings so far. @throws {UserError} with file:line where the log was changed after it was written */
export function readAccesses(store: string): Access[] {
  const path = join(store, NAME);
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  const rest = lines.pop();
  const refuse = (line: number, what: string): never => {
    throw new UserError(
      `${path}:${line}  ${what}`,
      'Originals are not read while the log of their readings does not hold. Find out what happened; then move the log away to begin another.',
    );
  };
  if (rest !== '') refuse(lines.length + 1, 'ends in the middle of a line');
  let prev: string = GENESIS;
  return lines.map((text, seq) => {
    const access = read(text);
    if (!access || canonical(access) !== text) return refuse(seq + 1, 'is no line that was written by gatebench');
    const { hash, ...body } = access;
    if (body.seq !== seq || body.prev !== prev) refuse(seq + 1, 'does not follow from the line before it');
    if (digestOf(body) !== hash) refuse(seq + 1, 'was changed after it was written');
    prev = hash;
    return access;
  });
}

function read(text: string): Access | undefined {
  try {
    return accessSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
