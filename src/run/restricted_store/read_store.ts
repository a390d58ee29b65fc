import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { sha256 } from '../../record/canonical.js';
import { folderOf, KEPT } from './open_store.js';

const keptSchema = z.strictObject({ sha256: z.string(), bytes: z.int(), kept_at: z.string() });
export type Kept = z.infer<typeof keptSchema> & {
  /** Whether the file is still there. */
  there: boolean;
};

/** What the store has of an attempt, in the order in which it came. */
export function listKept(store: string, attempt_id: string): Kept[] {
  const folder = folderOf(store, attempt_id);
  if (!existsSync(folder)) return [];
  const files = new Set(readdirSync(folder));
  const seen = new Set<string>();
  return (existsSync(join(folder, KEPT)) ? readFileSync(join(folder, KEPT), 'utf8') : '')
    .split('\n')
    .flatMap((line) => {
      try {
        const kept = keptSchema.parse(JSON.parse(line));
        if (seen.has(kept.sha256)) return [];
        seen.add(kept.sha256);
        return [{ ...kept, there: files.has(kept.sha256) }];
      } catch {
        // A line that was cut off belongs to a file that was not finished either.
        return [];
      }
    });
}

/** An original, or why it cannot be believed. */
export function readKept(store: string, attempt_id: string, digest: string): { bytes: Buffer } | { fault: string } {
  const bytes = readFileSync(join(folderOf(store, attempt_id), digest));
  const found = sha256(bytes);
  return found === digest ? { bytes } : { fault: `was changed: its digest is ${found}` };
}
