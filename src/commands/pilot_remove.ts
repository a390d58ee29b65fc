import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { didYouMean } from '../contract/suggest.js';
import { UserError } from '../contract/user_error.js';
import { withoutTask } from '../judge/pilot/stages.js';
import { writeAtomically } from '../record/atomic.js';
import { canonical, digestOf } from '../record/canonical.js';
import { GENESIS } from '../record/chain.js';
import { PILOT_FILES, type Removal, STAGES, stagePlanFile } from '../record/pilot.js';
import type { RunOutput } from './orders.js';
import { currentPlan, openPilot } from './pilot_folder.js';
import type { PilotRemoveOrder } from './pilot_order.js';

/**
 * `pilot remove`: leaves a task out of what is still to be run and out of all figures, for a reason that is kept. There is no way back, and
 * nothing takes its place. Plans of the stages are written anew, without it.
 *
 * @throws {UserError} for a task that is not there, or was removed already
 */
export function pilotRemove(
  order: PilotRemoveOrder,
  out: RunOutput,
  cwd = process.cwd(),
  now = () => new Date(),
): Removal {
  const pilot = openPilot(order.pilot, cwd);
  const { task, because } = order;
  const known = pilot.protocol.tasks.map(({ id }) => id);
  if (!known.includes(task)) throw new UserError(`no task "${task}" in ${pilot.shown}${didYouMean(task, known)}`);
  const before = pilot.removals.find((removal) => removal.task === task);
  if (before) throw new UserError(`${task} was removed already, at ${before.at}: ${before.because}`);
  const count = pilot.removals.length + 1;
  const fresh = STAGES.map((stage) => {
    const rest = withoutTask(currentPlan(pilot, stage).plan, task);
    return { file: stagePlanFile(stage, count), plan: { ...rest, digest: digestOf(rest) } };
  });
  // Plans first: a line in the log says that they are there.
  for (const { file, plan } of fresh) writeAtomically(join(pilot.path, file), `${canonical(plan)}\n`);
  const body: Omit<Removal, 'hash'> = {
    schema: 1,
    protocol: pilot.protocol.digest,
    at: now().toISOString(),
    task,
    because,
    plans: Object.fromEntries(fresh.map(({ file, plan }) => [file, plan.digest])),
    prev: pilot.removals.at(-1)?.hash ?? GENESIS,
  };
  const removal = { ...body, hash: digestOf(body) };
  appendFileSync(join(pilot.path, PILOT_FILES.removals), `${canonical(removal)}\n`);
  out.log(
    `${task} is removed, and not replaced. Stages are run by ${fresh.map(({ file }) => join(pilot.shown, file)).join(', ')} from now on.`,
  );
  return removal;
}
