import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { sha256 } from '../../../record/json/compute_digest.js';
import { getAttemptFolder, STORED_ORIGINALS_FILE } from './open_restricted_store.js';

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
  const seen = new Set<string>();
  return (
    existsSync(join(folder, STORED_ORIGINALS_FILE)) ? readFileSync(join(folder, STORED_ORIGINALS_FILE), 'utf8') : ''
  )
    .split('\n')
    .flatMap((line) => {
      try {
        const kept = storedOriginalSchema.parse(JSON.parse(line));
        if (seen.has(kept.sha256)) return [];
        seen.add(kept.sha256);
        return [{ ...kept, there: files.has(kept.sha256) }];
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
  const found = sha256(bytes);
  return found === digest ? { bytes } : { fault: `was changed: its digest is ${found}` };
}
