import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { UserError } from '../../contract/input/user_error.js';
import type { ContractOutcome } from './create_contract.js';
import { makeRecordsFolder } from './files/make_records_folder.js';

const outcomeSchema = z.object({
  commit: z.string(),
  subject: z.string(),
  state: z.enum(['proven', 'written', 'unproven', 'skipped']),
  reason: z.string(),
  path: z.string().optional(),
  strength: z.string().optional(),
  tests: z.object({ fail_to_pass: z.number(), pass_to_pass: z.number(), flaky: z.number() }).optional(),
  notes: z.array(z.string()),
  final: z.boolean().optional(),
  lacking: z.boolean().optional(),
  unfinished: z.boolean().optional(),
  wall_ms: z.number(),
});

/** Log of the commits that were tried, one JSON object per line, so that an interrupted walk goes on where it was. */
export interface MiningLog {
  /** Outcomes of earlier walks by commit. */
  readonly known: ReadonlyMap<string, ContractOutcome>;
  append(outcome: ContractOutcome): void;
}

/**
 * Opens the log; its folder is made with the first line. A line that cannot be read, such as one that was cut off, is
 * ignored: its commit is tried again.
 */
export function openMiningLog(path: string): MiningLog {
  const outcomes = new Map<string, ContractOutcome>();
  let text = '';
  try {
    closeSync(openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW));
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ELOOP') throw new UserError(`${path} is a link`, 'Remove it, or name another folder with --out DIR.');
    if (code !== 'ENOENT') throw error;
  }
  for (const line of text.split('\n')) {
    const read = readLine(line);
    if (read) outcomes.set(read.commit, read);
  }
  const torn = text !== '' && !text.endsWith('\n');
  let first = true;
  return {
    known: outcomes,
    append(outcome) {
      const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants;
      makeRecordsFolder(dirname(path));
      const file = openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o644);
      try {
        writeSync(file, `${torn && first ? '\n' : ''}${JSON.stringify(outcome)}\n`);
      } finally {
        closeSync(file);
      }
      first = false;
    },
  };
}

function readLine(line: string): ContractOutcome | undefined {
  try {
    const { path, strength, tests, final, lacking, unfinished, ...rest } = outcomeSchema.parse(JSON.parse(line));
    const marks = { final: final || undefined, lacking: lacking || undefined, unfinished: unfinished || undefined };
    return { ...rest, ...omitUndefined({ path, strength, tests, ...marks }) };
  } catch {
    return undefined;
  }
}
