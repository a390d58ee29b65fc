import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Seen, seeRun } from '../given_run.js';
import { copyFolder, keepRecorded, readResults } from './keep_recorded.js';
import type { RecipeName } from './recipes.js';

/** A copy of recorded attempts. */
export interface Recorded {
  /** Output folder. */
  out: string;
  /** In the order of their result lines. */
  attempts: [Seen, ...Seen[]];
}

/**
 * Copies recorded attempts into a room: real ones, which a run of this build made, with their contracts. A test that needs a finished run,
 * and not the running of it, has one in milliseconds. Records name contracts from the room, so verbs that look for them work there.
 *
 * @param as name of the output folder
 */
export async function givenRecorded(name: RecipeName, room: string, as = 'out'): Promise<Recorded> {
  const kept = await keepRecorded(name);
  const out = join(room, as);
  for (const entry of readdirSync(kept)) copyFolder(join(kept, entry), entry === 'out' ? out : join(room, entry));
  const attempts = readResults(out).map((result) => seeRun(result, out));
  return { out, attempts: attempts as [Seen, ...Seen[]] };
}
