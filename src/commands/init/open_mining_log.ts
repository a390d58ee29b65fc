import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { ContractOutcome } from './create_contract.js';

const outcomeSchema = z.object({
  commit: z.string(),
  subject: z.string(),
  state: z.enum(['proven', 'written', 'unproven', 'skipped']),
  reason: z.string(),
  path: z.string().optional(),
  tests: z.object({ fail_to_pass: z.number(), pass_to_pass: z.number(), flaky: z.number() }).optional(),
  notes: z.array(z.string()),
  wall_ms: z.number(),
});

/** Log of the commits that were tried, one JSON object per line, so that an interrupted walk goes on where it was. */
interface MiningLog {
  /** Outcomes of earlier walks by commit. */
  readonly known: ReadonlyMap<string, ContractOutcome>;
  append(outcome: ContractOutcome): void;
}

/** Opens the log. A line that cannot be read, such as one that was cut off, is ignored: its commit is tried again. */
export function openMiningLog(path: string): MiningLog {
  mkdirSync(dirname(path), { recursive: true });
  const known = new Map<string, ContractOutcome>();
  let text = '';
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  for (const line of text.split('\n')) {
    const read = readLine(line);
    if (read) known.set(read.commit, read);
  }
  const torn = text !== '' && !text.endsWith('\n');
  let first = true;
  return {
    known,
    append(outcome) {
      appendFileSync(path, `${torn && first ? '\n' : ''}${JSON.stringify(outcome)}\n`);
      first = false;
    },
  };
}

function readLine(line: string): ContractOutcome | undefined {
  try {
    const { path, tests, ...rest } = outcomeSchema.parse(JSON.parse(line));
    return { ...rest, ...(path === undefined ? {} : { path }), ...(tests === undefined ? {} : { tests }) };
  } catch {
    return undefined;
  }
}
