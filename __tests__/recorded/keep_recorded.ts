import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AttemptResult } from '../../src/record/verdict/attempt_result.js';
import { RECIPES, type RecipeName } from './recipes.js';

/** What stands in a room of a recipe for making its attempts only. */
const WORKING = ['cache', 'trees'];

/** Copies a folder as it is: modes, times and links. */
export const copyFolder = (from: string, to: string): void =>
  cpSync(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });

/** Reads the result lines of an output folder. */
export const readResults = (out: string): AttemptResult[] =>
  readFileSync(join(out, 'results.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as AttemptResult);

/**
 * Returns the folder of a recipe, with its contracts and its output folder `out`; nobody may write there. Its attempts are made if they are
 * not there yet. When two processes make the same at once, the first that is done keeps its own, and the other's are dropped.
 *
 * @throws Error if the attempts do not end as the recipe says; then nothing is kept
 */
export async function keepRecorded(name: RecipeName): Promise<string> {
  const store = process.env.GATEBENCH_RECORDED;
  if (store === undefined) throw new Error('GATEBENCH_RECORDED is not set: __tests__/jest/global_setup.cjs does that');
  const kept = join(store, name);
  if (existsSync(kept)) return kept;
  // The sandbox's user can reach this folder, and perhaps not that of the project.
  const room = await mkdtemp(join(process.env.GATEBENCH_TEST_FOLDER ?? '/var/tmp', 'gatebench-recorded-'));
  try {
    await chmod(room, 0o755);
    const { outcomes, make } = RECIPES[name];
    const log = await make(room);
    const made = readResults(join(room, 'out')).map(({ verdict }) => `${verdict.status} ${verdict.gate_vector}`);
    if (made.join('\n') !== outcomes.join('\n'))
      throw new Error(`recorded attempts "${name}" ended as ${JSON.stringify(made)}\n${log}`);
    for (const folder of WORKING) rmSync(join(room, folder), { recursive: true, force: true });
    mkdirSync(store, { recursive: true });
    const draft = mkdtempSync(join(store, '.draft-'));
    copyFolder(room, draft);
    try {
      renameSync(draft, kept);
    } catch (error) {
      if (!existsSync(kept)) throw error;
      rmSync(draft, { recursive: true });
    }
  } finally {
    await rm(room, { recursive: true, force: true });
  }
  return kept;
}
