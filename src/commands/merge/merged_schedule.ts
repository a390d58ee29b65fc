import { statSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';
import { escapeLogLine as safe } from '../../publish/text/escape_text.js';
import { type Plan, type ScheduleLine, scheduleLineSchema } from '../../record/planning/plan.js';
import { SCHEDULE_FILE } from '../../record/planning/plan_file.js';
import type { ResultSource } from './find_result_sources.js';
import { readFileLines } from './read_file_lines.js';

/** Maximum size of a schedule in bytes: larger than one of a hundred thousand attempts with retries. */
const SIZE_LIMIT = 256 * 1024 * 1024;
/** Highest number of a try that is believed. */
const MAX_TRIES = 1000;

/**
 * Lines of all shards' schedules about planned attempts. They are for readers: no number of the report depends on
 * them.
 */
export interface MergedSchedule {
  lines: ScheduleLine[];
  /** Number of folders whose schedule was read. */
  files: number;
  /** Number of lines that could not be read, and were skipped. */
  broken: number;
  warnings: string[];
}

type AttemptScheduleLine = Extract<ScheduleLine, { type: 'lost' | 'reused' | 'retried' | 'not_begun' }>;

/**
 * Merges the schedules of all shards.
 *
 * A schedule is untrusted: a line counts once, and only for planned attempts; a broken line leaves the results as they
 * are. Of a folder that was used twice, the last run counts.
 */
export function mergeSchedules(sources: readonly ResultSource[], plan: Plan | undefined): MergedSchedule {
  const planned = new Set(plan?.attempts.map(({ attempt_id }) => attempt_id));
  // A shard that was downloaded twice has every line twice.
  const lines = new Map<string, AttemptScheduleLine>();
  const merged: MergedSchedule = { lines: [], files: 0, broken: 0, warnings: [] };
  for (const { folder, shown, schedule } of sources) {
    if (!schedule) continue;
    merged.files++;
    const path = join(folder, SCHEDULE_FILE);
    const name = safe(join(shown, SCHEDULE_FILE));
    const last_lines = new Map<string, AttemptScheduleLine>();
    try {
      if (statSync(path).size > SIZE_LIMIT)
        throw new UserError(`${name} is larger than ${SIZE_LIMIT / 1024 / 1024} MiB, the limit of a schedule`);
      for (const { text } of readFileLines(path, name)) {
        const line = parseScheduleLine(text);
        if (line === undefined) merged.broken++;
        else if (line.type === 'opened' && !line.resumed) last_lines.clear();
        else if (isAttemptLine(line) && planned.has(line.attempt_id)) last_lines.set(createLineKey(line), line);
      }
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      merged.warnings.push(`${error.message}; what it says after that counts for nothing`);
    }
    for (const [key, line] of last_lines) lines.set(key, line);
  }
  merged.lines = [...lines.values()];
  return merged;
}

function parseScheduleLine(text: string): ScheduleLine | undefined {
  try {
    const { data } = scheduleLineSchema.safeParse(JSON.parse(text));
    return data !== undefined && isAttemptLine(data) && !(getLineUsd(data) >= 0 && getLineTry(data) <= MAX_TRIES)
      ? undefined
      : data;
  } catch {
    return undefined;
  }
}

const isAttemptLine = (line: ScheduleLine): line is AttemptScheduleLine =>
  line.type === 'lost' || line.type === 'reused' || line.type === 'retried' || line.type === 'not_begun';

function getLineUsd(line: AttemptScheduleLine): number {
  if (line.type === 'lost') return line.cost_usd ?? 0;
  return (line.type === 'reused' ? line.saved_usd : 0) ?? 0;
}

const getLineTry = (line: AttemptScheduleLine) => ('try' in line ? line.try : 1);

/** Returns the key by which a line counts once: its type, attempt and try. */
const createLineKey = (line: AttemptScheduleLine) => `${line.type} ${line.attempt_id} ${getLineTry(line)}`;
