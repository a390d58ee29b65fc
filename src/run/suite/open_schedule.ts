import { join } from 'node:path';
import { SCHEDULE_FILE } from '../../record/schedule.js';
import { costOfTry } from './cost_of_try.js';
import { earlierIn } from './earlier.js';
import { openScheduleLog, readScheduleLog, type ScheduleLog } from './schedule_log.js';
import { type Ledger, openLedger } from './spending.js';

/** What a process knows of a run that it begins or goes on with. */
export interface OpenSchedule {
  log: ScheduleLog;
  ledger: Ledger;
  /** Milliseconds that processes have worked on the run, this one included. */
  elapsed_ms(): number;
  /** How often an attempt was begun by earlier processes. */
  tries(attempt_id: string): number;
  close(interrupted: boolean): void;
}

export interface ScheduleOrder {
  /** Output folder of the run. */
  folder: string;
  /** Folder of the run directories. */
  runs: string;
  /** So many are planned. */
  attempts: number;
  width: number;
  /** Goes on with the run of earlier processes: what they spent and how long they worked counts. */
  resume: boolean;
  now(): Date;
}

/** Opens the log of a folder and reads from it what earlier processes of the run spent. What a killed one could not say is found out and said now. */
export function openSchedule({ folder, runs, attempts, width, resume, now }: ScheduleOrder): OpenSchedule {
  const path = join(folder, SCHEDULE_FILE);
  const earlier = resume ? earlierIn(readScheduleLog(path)) : { tries: [], worked_ms: 0 };
  const costs = earlier.tries.map(({ attempt_id, try: which, task, ceiling_usd, extra, ended }) => {
    // A try without an end is the last of its attempt: its record has the attempt's own name.
    const cost_usd = ended ? (ended.cost_usd ?? ceiling_usd) : costOfTry(join(runs, attempt_id), ceiling_usd);
    return { attempt_id, which, task, extra, cost_usd, lost: ended === undefined };
  });
  const ledger = openLedger();
  for (const job of costs) ledger.spend(job, job.cost_usd);
  const log = openScheduleLog(path, now);
  const spent_usd = ledger.total_usd;
  log.append({ type: 'opened', resumed: resume, attempts, width, spent_usd });
  for (const { attempt_id, which, cost_usd } of costs.filter(({ lost }) => lost))
    log.append({ type: 'lost', attempt_id, try: which, cost_usd });
  const begun = performance.now();
  return {
    log,
    ledger,
    elapsed_ms: () => earlier.worked_ms + performance.now() - begun,
    tries: (id) => earlier.tries.filter(({ attempt_id }) => attempt_id === id).length,
    close: (interrupted) => closeSchedule(log, ledger, interrupted),
  };
}

/** On a full disk the end of the log is lost, and nothing else: the error that says so is on its way already. */
function closeSchedule(log: ScheduleLog, { total_usd }: Ledger, interrupted: boolean): void {
  try {
    log.append({ type: 'closed', spent_usd: total_usd, interrupted });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
  } finally {
    log.close();
  }
}
