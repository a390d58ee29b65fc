import { resolve } from 'node:path';
import { ablationLabel } from '../contract/mechanisms.js';
import { UserError } from '../contract/user_error.js';
import { RUBRIC_VERSION } from '../judge/rubric/score.js';
import type { Report, Result } from '../record/result.js';
import type { NotBegun } from '../record/schedule.js';
import { VERSION } from '../record/version.js';
import type { Order } from '../run/attempt/order.js';
import { type OpenSchedule, openSchedule } from '../run/suite/open_schedule.js';
import { EXTRA_PARTIAL_FILE, openPartialResults, PARTIAL_FILE } from '../run/suite/partial_results.js';
import { recordFolders } from '../run/suite/reuse.js';
import type { Job } from '../run/suite/schedule.js';
import { sideBySide } from '../run/suite/side_by_side.js';
import { GitError } from '../run/workspace/git.js';
import { absentEndpoints } from './absent_endpoints.js';
import { attemptLine } from './attempt_line.js';
import { findEarlier } from './find_earlier.js';
import { makeAttempt } from './make_attempt.js';
import type { Making, Work } from './making.js';
import type { OpenRooms } from './open_rooms.js';
import type { RunOutput } from './orders.js';
import { preparation } from './preparation.js';
import { openProgress } from './progress.js';
import { recordedLines } from './recorded.js';
import { type AttemptIdentity, resumeLines } from './resume_lines.js';
import { resultLine, unwritable } from './write_reports.js';

/** What came of the orders of a run. */
export interface Made {
  /** In the order of the plan. */
  done: Result[];
  /** Ids of attempts without a result. */
  missing: string[];
  /** Why attempts were not begun, by id. */
  not_begun: ReadonlyMap<string, NotBegun>;
  /** So many were kept or reused from earlier runs. */
  kept: number;
}

/** Begins the schedule of a run, or goes on with it. @throws {UserError} for an attempt that could never be begun, and a folder that takes nothing */
export function openScheduleOf(orders: readonly Order[], making: Making, { cwd, runs }: OpenRooms): OpenSchedule {
  const { width, resume, out } = making;
  demandWidth(
    orders.map((order) => workOf(order, making)),
    width,
  );
  try {
    const now = () => new Date();
    return openSchedule({ folder: resolve(cwd, out), runs, attempts: orders.length, width, resume, now });
  } catch (error) {
    throw unwritable(error, out) ?? error;
  }
}

/**
 * Makes the attempts of a run that are not there yet, as the schedule says, with a line of progress for each. Whatever becomes of one is in
 * `schedule.jsonl` as it happens. Interrupted, it seals what runs.
 */
export async function makeAttempts(
  orders: readonly Order[],
  making: Making,
  rooms: OpenRooms,
  schedule: OpenSchedule,
  out: RunOutput,
): Promise<Made> {
  const { width, envelopes, retries } = making;
  const folder = resolve(rooms.cwd, making.out);
  const jobs = orders.map((order) => workOf(order, making));
  const folders = recordFolders(making.reuse.map((named) => resolve(rooms.cwd, named)));
  const { ledger, log } = schedule;
  const partial = openPartialResults(folder, making.extra ? EXTRA_PARTIAL_FILE : PARTIAL_FILE);
  const progress = openProgress(
    { jobs, width, total_usd: envelopes.total_usd, spent_usd: () => ledger.total_usd, now: () => performance.now() },
    // Whoever reads JSON on standard output reads nothing else there.
    { line: making.json ? out.error : out.log, reminder: out.error, status: out.status },
  );
  const results = new Map<string, Result>();
  const take = ({ id }: Work, report: Report): Result => {
    const line = resultLine(report, `runs/${id}`);
    results.set(id, line);
    partial.add(line);
    return line;
  };
  const not_begun = new Map<string, NotBegun>();
  const sources = { resume: making.resume, folders };
  const site = {
    rooms,
    schedule,
    progress,
    prepared: preparation(making, rooms, out.signal),
    absent: absentEndpoints(out.error),
    take,
  };
  let kept = 0;
  try {
    const open: Work[] = [];
    for (const job of jobs) {
      const earlier = out.signal.aborted ? undefined : await findEarlier(job, sources, site);
      if (!earlier) {
        open.push(job);
        continue;
      }
      kept++;
      const { report, how } = earlier;
      progress.keep(job, report.verdict.status !== 'success', attemptLine(take(job, report), how));
    }
    if (making.resume && !making.extra)
      resumeLines(jobs.length, open.map(identityOf), rooms.runs, { harness: VERSION, rubric: RUBRIC_VERSION }).forEach(
        out.error,
      );
    await sideBySide(
      open,
      { width, envelopes, retries, ledger, elapsed_ms: schedule.elapsed_ms, signal: out.signal },
      (job, which) => makeAttempt(job, which, retries, site),
      {
        retry: ({ id }, next, reason) =>
          log.append({ type: 'retried', attempt_id: id, try: schedule.tries(id) + next, reason }),
        leave(job, because) {
          log.append({ type: 'not_begun', attempt_id: job.id, reason: because });
          progress.leave(job);
          if (!results.has(job.id)) not_begun.set(job.id, because);
        },
      },
    );
  } catch (error) {
    // What broke off because of an interruption, as a fetch or a git that had the signal too, is neither a mistake nor a fault.
    if (!(out.signal.aborted && (error instanceof UserError || error instanceof GitError)))
      throw unwritable(error, making.out) ?? error;
  } finally {
    progress.close();
    partial.close();
  }
  recordedLines(
    orders.map(({ loaded }) => loaded),
    rooms.of,
  ).forEach(out.error);
  const done = orders.flatMap(({ attempt_id }) => results.get(attempt_id) ?? []);
  const missing = orders.map(({ attempt_id }) => attempt_id).filter((id) => !results.has(id));
  return { done, missing, not_begun, kept };
}

function workOf(order: Order, making: Making): Work {
  const { weight, ceiling_usd, human_usd = 0 } = making.weigh(order);
  const task = order.loaded.contract.id;
  const { extra = false } = making;
  return { id: order.attempt_id, task, weight, ceiling_usd: ceiling_usd + human_usd, human_usd, order, extra };
}

function identityOf({ id, order }: Work): AttemptIdentity {
  const { loaded, agent, trial, seed, ablation } = order;
  return {
    attempt_id: id,
    contract: { id: loaded.contract.id, version: loaded.version },
    agent: { name: agent.name, identity: agent.identity },
    trial,
    seed,
    ablation: ablationLabel(ablation),
  };
}

/** @throws {UserError} for an attempt that could never be begun */
function demandWidth(jobs: readonly Job[], width: number): void {
  const heavy = jobs.find(({ weight }) => weight > width);
  if (heavy)
    throw new UserError(
      `an attempt at ${heavy.task} has weight ${heavy.weight}, more than the ${width} that may run at a time`,
      'Raise the width (--concurrency N, or concurrency.width in the suite), or lower the weight.',
    );
}
