import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { UserError } from '../../contract/input/user_error.js';
import { toCanonicalJson } from '../../record/json/compute_digest.js';

/** First line of a log of asks: what is judged, and how often it may be asked for. */
const headerSchema = z.strictObject({
  gatebench_judge: z.literal(1),
  contract: z.string(),
  version: z.string(),
  asks: z.int(),
});
type AskHeader = z.output<typeof headerSchema>;

/** Log of the judgements that were asked for. A line is written before its answer is sent. */
interface AskLog {
  /** Judgements that were begun before. */
  count: number;
  /** Appends a line about one of them. */
  append(line: Record<string, unknown>): void;
}

/** Name of the log in the folder of the record. */
const ASK_LOG_FILE = 'asks.jsonl';

/**
 * Opens the log in a folder, or continues one: what was asked for before counts.
 * @throws {UserError} if it is of another contract or cap, or no such log
 */
export function openAskLog(folder: string, shown: string, header: AskHeader): AskLog {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, ASK_LOG_FILE);
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const lines = text.split('\n').filter(Boolean);
  const [first] = lines;
  if (first !== undefined) {
    const place = join(shown, ASK_LOG_FILE);
    const earlier = parseHeader(first);
    if (earlier === undefined) throw new UserError(`${place}:1  is no log of judgements`, 'Name another --record DIR.');
    const changed = (['contract', 'version', 'asks'] as const).find((field) => earlier[field] !== header[field]);
    if (changed !== undefined)
      throw new UserError(
        `${place}:1  was begun with ${changed} ${earlier[changed]}, not ${header[changed]}`,
        'Go on with the same contract and --asks, or name another --record DIR.',
      );
  }
  const append = (line: object) => appendFileSync(path, `${toCanonicalJson(line)}\n`, { flush: true });
  // A line that was cut off stays as it is, and nothing is glued to it.
  if (text !== '' && !text.endsWith('\n')) appendFileSync(path, '\n');
  if (first === undefined) append(header);
  return { count: lines.filter((line) => line.includes('"event":"asked"')).length, append };
}

function parseHeader(line: string): AskHeader | undefined {
  try {
    return headerSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
