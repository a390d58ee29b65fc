import { RUBRIC_VERSION, score } from '../judge/rubric/score.js';
import type { Report } from '../record/result.js';
import { VERSION } from '../record/version.js';
import { reusable } from '../run/suite/resume.js';
import { findReusable, takeOver } from '../run/suite/reuse.js';
import type { Site, Work } from './making.js';

/** Looks for an attempt that need not be made: in the folder of the run itself (`--resume`), then in those of earlier ones (`--reuse`). */
export async function findEarlier(
  job: Work,
  { resume, folders }: { resume: boolean; folders: readonly string[] },
  { rooms, schedule, prepared }: Pick<Site, 'rooms' | 'schedule' | 'prepared'>,
): Promise<{ report: Report; how: string } | undefined> {
  const { id, order } = job;
  const versions = { harness: VERSION, rubric: RUBRIC_VERSION };
  const kept = resume ? reusable(`${rooms.runs}/${id}`, versions) : undefined;
  if (kept) {
    schedule.log.append({ type: 'kept', attempt_id: id, cost_usd: kept.cost.total_usd, head: kept.head });
    return { report: kept, how: 'kept' };
  }
  if (folders.length === 0) return undefined;
  // Most attempts are nowhere: only for one that is somewhere is its repository looked at.
  if (!findReusable(id, folders, versions, score)) return undefined;
  const { tools, lockfiles, snapshot } = await prepared(order.loaded);
  const conditions = {
    ...versions,
    ...{ tools, lockfiles, snapshot: snapshot.observed, sandbox_class: rooms.of(order.loaded).probe.class },
  };
  const found = findReusable(id, folders, conditions, score);
  const taken = found && takeOver(found, rooms.runs, id, conditions, score);
  if (!taken) return undefined;
  const { head, cost } = taken;
  schedule.log.append({ type: 'reused', attempt_id: id, head, from: found.path, saved_usd: cost.total_usd });
  return { report: taken, how: 'reused' };
}
