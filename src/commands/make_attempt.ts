import { score } from '../judge/rubric/score.js';
import type { Event } from '../record/events.js';
import { verifyRun } from '../record/verify.js';
import { attempt } from '../run/attempt/lifecycle.js';
import { infrastructureFault } from '../run/suite/infrastructure.js';
import type { Settled } from '../run/suite/side_by_side.js';
import { attemptLine } from './attempt_line.js';
import type { Site, Work } from './making.js';

/** One try of an attempt: made, logged, shown, and whether it has to be made again. @param which 1 for the first of this process */
export async function makeAttempt(job: Work, which: number, retries: number, site: Site): Promise<Settled> {
  const { id, order, human_usd, task, ceiling_usd, extra = false } = job;
  const { rooms, schedule, progress, prepared, take } = site;
  const number = schedule.tries(id) + which;
  progress.begin(job);
  const watch = (_: string, event: Event) => {
    if (event.type === 'stage_changed') progress.stage(id, event.payload.to);
    site.absent(event);
  };
  const ready = await prepared(order.loaded);
  schedule.log.append({ type: 'begun', attempt_id: id, try: number, task, ceiling_usd, extra });
  const report = await attempt(order, ready, { ...rooms.of(order.loaded), watch }, score);
  const { verdict, cost, timing, head } = report;
  const { status } = verdict;
  const { wall_ms } = timing;
  const cost_usd = cost.total_usd === null ? null : cost.total_usd + human_usd;
  schedule.log.append({ type: 'sealed', attempt_id: id, try: number, status, cost_usd, wall_ms, head });
  const again = infrastructureFault(report, () => verifyRun(`${rooms.runs}/${id}`).events);
  const over = again === undefined || which > retries;
  const line = attemptLine(take(job, report));
  progress.end(job, { over, failed: status !== 'success', wall_ms, line: over ? line : `${line} · once more` });
  return { cost_usd, again };
}
