import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { toCanonicalJson } from '../../record/json/compute_digest.js';
import { type ScheduleLine, scheduleLineSchema } from '../../record/planning/plan.js';
import { SCHEDULE_FILE } from '../../record/planning/plan_file.js';
import type { AttemptResult } from '../../record/verdict/attempt_result.js';
import { computeTryCost } from './compute_try_cost.js';
import { recoverScheduleState } from './recover_schedule_state.js';
import { createSpendingLedger, type SpendingLedger } from './spending_ledger.js';

/** Schedule of a run that this process starts or continues. */
export interface OpenSchedule {
  log: ScheduleLog;
  ledger: SpendingLedger;
  /** Milliseconds that processes have worked on the run, this one included. */
  elapsed_ms(): number;
  /** Returns the number of tries of an attempt by earlier processes. */
  tries(attempt_id: string): number;
  close(interrupted: boolean): void;
}

/** Options of a schedule. */
interface ScheduleOptions {
  /** Output folder of the run. */
  folder: string;
  /** Folder of the run directories. */
  runs: string;
  /** Number of planned attempts. */
  attempts: number;
  width: number;
  /** Continues the run of earlier processes: their spending and working time count. */
  resume: boolean;
  now(): Date;
}

/**
 * Opens the schedule log of a folder and recovers the spending of earlier processes. Computes and records the cost of
 * killed tries.
 */
export function openSchedule({ folder, runs, attempts, width, resume, now }: ScheduleOptions): OpenSchedule {
  const path = join(folder, SCHEDULE_FILE);
  const earlier = resume ? recoverScheduleState(readScheduleLog(path)) : { tries: [], worked_ms: 0 };
  const costs = earlier.tries.map(({ attempt_id, try: number, task, ceiling_usd, extra, ended }) => {
    // A try without an end is the last of its attempt: its record has the attempt's own name.
    const cost_usd = ended ? (ended.cost_usd ?? ceiling_usd) : computeTryCost(join(runs, attempt_id), ceiling_usd);
    return { attempt_id, which: number, task, extra, cost_usd, lost: ended === undefined };
  });
  const ledger = createSpendingLedger();
  for (const job of costs) ledger.spend(job, job.cost_usd);
  const log = openScheduleLog(path, now);
  const spent_usd = ledger.total_usd;
  log.append({ type: 'opened', resumed: resume, attempts, width, spent_usd });
  for (const { attempt_id, which: try_number, cost_usd } of costs.filter(({ lost }) => lost))
    log.append({ type: 'lost', attempt_id, try: try_number, cost_usd });
  const begun = performance.now();
  return {
    log,
    ledger,
    elapsed_ms: () => earlier.worked_ms + performance.now() - begun,
    tries: (id) => earlier.tries.filter(({ attempt_id }) => attempt_id === id).length,
    close: (interrupted) => closeSchedule(log, ledger, interrupted),
  };
}

/** Closes the log. A full disk loses only its last line; another error reports the disk already. */
function closeSchedule(log: ScheduleLog, { total_usd }: SpendingLedger, interrupted: boolean): void {
  try {
    log.append({ type: 'closed', spent_usd: total_usd, interrupted });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
  } finally {
    log.close();
  }
}

type UntimedLine<Line> = Line extends ScheduleLine ? Omit<Line, 'at'> : never;

/** Open schedule log. Every line is on disk before `append` returns. */
interface ScheduleLog {
  append(line: UntimedLine<ScheduleLine>): void;
  close(): void;
}

/** Opens the log, keeping the lines of earlier processes. Terminates an unfinished last line. */
function openScheduleLog(path: string, now: () => Date): ScheduleLog {
  const existing = readText(path);
  const fd = openSync(path, 'a', 0o644);
  if (existing !== '' && !existing.endsWith('\n')) writeSync(fd, '\n');
  return {
    append(line) {
      const bytes = Buffer.from(`${toCanonicalJson({ ...line, at: now().toISOString() })}\n`);
      for (let offset = 0; offset < bytes.length; ) offset += writeSync(fd, bytes, offset);
    },
    close: () => closeSync(fd),
  };
}

/** Reads the lines of a log; skips unreadable ones, such as a truncated line. */
export function readScheduleLog(path: string): ScheduleLine[] {
  return readText(path)
    .split('\n')
    .flatMap((line) => {
      try {
        return [scheduleLineSchema.parse(JSON.parse(line))];
      } catch {
        return [];
      }
    });
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

/** File for the result lines of a run in progress; removed when `results.jsonl` is complete. */
export const PARTIAL_RESULTS_FILE = 'results.partial.jsonl';

/** File for the result lines of attempts beyond the plan. */
export const EXTRA_PARTIAL_RESULTS_FILE = 'extra.partial.jsonl';

/** Open file of result lines. */
export interface PartialResults {
  add(result: AttemptResult): void;
  close(): void;
}

/** Opens the file and truncates it: a continued run writes all its results again. */
export function openPartialResults(folder: string, name: string): PartialResults {
  const fd = openSync(join(folder, name), 'w', 0o644);
  return {
    add: (result) => void writeSync(fd, `${toCanonicalJson(result)}\n`),
    close: () => closeSync(fd),
  };
}
