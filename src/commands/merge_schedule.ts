import { statSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../contract/user_error.js';
import { logLine as safe } from '../publish/report/escape.js';
import type { Plan } from '../record/plan.js';
import { SCHEDULE_FILE, type ScheduleLine, scheduleLineSchema } from '../record/schedule.js';
import type { Source } from './merge_find.js';
import { linesOf } from './merge_lines.js';

/** Larger than the schedule of a hundred thousand attempts with retries. */
const SIZE_LIMIT = 256 * 1024 * 1024;
/** More often than anything is tried. */
const TRIES = 1000;

/** What the schedules of all shards say of planned attempts, for a reader: no number of the report depends on it. */
export interface MergedSchedule {
  lines: ScheduleLine[];
  /** Folders whose schedule was read. */
  files: number;
  /** Lines that are none, as one that was cut off: they count for nothing. */
  broken: number;
  warnings: string[];
}

type Said = Extract<ScheduleLine, { type: 'lost' | 'reused' | 'retried' | 'not_begun' }>;

/**
 * Why there are as many results as there are, over all shards. Whoever made a shard can write anything into its schedule, so a line counts once, of
 * planned attempts alone, and one that is broken leaves the results as they are. A folder that was worked on twice says what its last run did.
 */
export function readSchedules(sources: readonly Source[], plan: Plan | undefined): MergedSchedule {
  const planned = new Set(plan?.attempts.map(({ attempt_id }) => attempt_id));
  // Of a shard that was downloaded twice, every line is there twice.
  const lines = new Map<string, Said>();
  const merged: MergedSchedule = { lines: [], files: 0, broken: 0, warnings: [] };
  for (const { folder, shown, schedule } of sources) {
    if (!schedule) continue;
    merged.files++;
    const path = join(folder, SCHEDULE_FILE);
    const name = safe(join(shown, SCHEDULE_FILE));
    const own = new Map<string, Said>();
    try {
      if (statSync(path).size > SIZE_LIMIT)
        throw new UserError(`${name} is larger than ${SIZE_LIMIT / 1024 / 1024} MiB, which no schedule is`);
      for (const { text } of linesOf(path, name)) {
        const line = lineOf(text);
        if (line === undefined) merged.broken++;
        else if (line.type === 'opened' && !line.resumed) own.clear();
        else if (isSaid(line) && planned.has(line.attempt_id)) own.set(keyOf(line), line);
      }
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      merged.warnings.push(`${error.message}; what it says after that counts for nothing`);
    }
    for (const [key, line] of own) lines.set(key, line);
  }
  merged.lines = [...lines.values()];
  return merged;
}

function lineOf(text: string): ScheduleLine | undefined {
  try {
    const { data } = scheduleLineSchema.safeParse(JSON.parse(text));
    return data !== undefined && isSaid(data) && !(moneyOf(data) >= 0 && tryOf(data) <= TRIES) ? undefined : data;
  } catch {
    return undefined;
  }
}

const isSaid = (line: ScheduleLine): line is Said =>
  line.type === 'lost' || line.type === 'reused' || line.type === 'retried' || line.type === 'not_begun';

const moneyOf = (line: Said) =>
  (line.type === 'lost' ? line.cost_usd : line.type === 'reused' ? line.saved_usd : 0) ?? 0;

const tryOf = (line: Said) => ('try' in line ? line.try : 1);

/** An attempt is retried, lost, copied or left out once per try, whoever says it how often. */
const keyOf = (line: Said) => `${line.type} ${line.attempt_id} ${tryOf(line)}`;
