import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RUBRIC_VERSION } from '../../../src/judge/rubric/score_attempt.js';
import type { Event } from '../../../src/record/events/event.js';
import { computeDigest, toCanonicalJson } from '../../../src/record/json/compute_digest.js';
import type { Removal } from '../../../src/record/storage/removal.js';
import { verifyRun } from '../../../src/record/storage/verify_run.js';
import { givenRecorded } from '../../recorded/given_recorded.js';
import { LEAKED_SECRET } from '../../recorded/recipes.js';

/** Secret that the briefing holds, in no form that redaction knows. */
export const SECRET = LEAKED_SECRET;

/** Gives an output folder with the record of one attempt that holds the secret in its log, its files and its report. */
export async function givenLeakyOutput(room: string): Promise<{ out: string; name: string; head: string }> {
  const { out, attempts } = await givenRecorded('leaky', room, 'whole');
  return { out, name: attempts[0].result.run, head: attempts[0].result.head };
}

export const verify = (path: string, head: string) => verifyRun(path, head, RUBRIC_VERSION);

/** Copies an output folder. */
export function copyOutput(from: string, to: string): string {
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true });
  return to;
}

/** Returns all files of a folder with their contents. */
export function readTree(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((file) => [file.slice(folder.length + 1), readFileSync(file, 'latin1')]),
  );
}

export const readLines = (path: string, file = 'events.jsonl'): string[] =>
  readFileSync(join(path, file), 'utf8').trimEnd().split('\n');

export const writeLines = (path: string, lines: readonly string[], file = 'events.jsonl'): void =>
  writeFileSync(join(path, file), lines.map((line) => `${line}\n`).join(''));

/** Rewrites the ledger with a correct chain, as a forger who knows the format does. */
export function forgeLedger(path: string, change: (entries: Removal[]) => Removal[]): void {
  const entries = existsSync(join(path, 'removals.jsonl'))
    ? readLines(path, 'removals.jsonl').map((line) => JSON.parse(line) as Removal)
    : [];
  let prev = '0'.repeat(64);
  const lines = change(entries).map((entry, seq) => {
    const { hash: _, ...body } = { ...entry, seq, prev };
    prev = computeDigest(body);
    return toCanonicalJson({ ...body, hash: prev });
  });
  writeLines(path, lines, 'removals.jsonl');
}

export const parseLine = (line: string): Event => JSON.parse(line) as Event;
