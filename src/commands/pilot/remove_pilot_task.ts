import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { suggestName, UserError } from '../../contract/input/user_error.js';
import { removeTask } from '../../judge/pilot/draft_protocol.js';
import { computeDigest, toCanonicalJson } from '../../record/json/compute_digest.js';
import { getStagePlanFile, PILOT_FILES, PILOT_STAGES, type TaskRemoval } from '../../record/planning/pilot_protocol.js';
import { GENESIS_HASH } from '../../record/storage/verify_hash_chain.js';
import { writeAtomically } from '../../system/write_atomically.js';
import type { CommandContext } from '../io/command_context.js';
import { getCurrentStagePlan, readPilotFolder } from './pilot_folder.js';
import type { PilotRemoveOptions } from './pilot_plan_options.js';

/**
 * Removes a task from what is still to be run and from all figures, for a recorded reason (`pilot remove`).
 *
 * It cannot be undone, and nothing replaces the task. The plans of the stages are written anew.
 *
 * @throws {UserError} for a task that is unknown or was removed already
 */
export function removePilotTask(
  options: PilotRemoveOptions,
  out: CommandContext,
  cwd = process.cwd(),
  now = () => new Date(),
): TaskRemoval {
  const pilot = readPilotFolder(options.pilot, cwd);
  const { task, because } = options;
  const ids = pilot.protocol.tasks.map(({ id }) => id);
  if (!ids.includes(task)) throw new UserError(`no task "${task}" in ${pilot.shown}${suggestName(task, ids)}`);
  const earlier = pilot.removals.find((removal) => removal.task === task);
  if (earlier) throw new UserError(`${task} was removed already, at ${earlier.at}: ${earlier.because}`);
  const count = pilot.removals.length + 1;
  const fresh = PILOT_STAGES.map((stage) => {
    const rest = removeTask(getCurrentStagePlan(pilot, stage).plan, task);
    return { file: getStagePlanFile(stage, count), plan: { ...rest, digest: computeDigest(rest) } };
  });
  // Plans are written first: the line in the log states their digests.
  for (const { file, plan } of fresh) writeAtomically(join(pilot.path, file), `${toCanonicalJson(plan)}\n`);
  const body: Omit<TaskRemoval, 'hash'> = {
    schema: 1,
    protocol: pilot.protocol.digest,
    at: now().toISOString(),
    task,
    because,
    plans: Object.fromEntries(fresh.map(({ file, plan }) => [file, plan.digest])),
    prev: pilot.removals.at(-1)?.hash ?? GENESIS_HASH,
  };
  const removal = { ...body, hash: computeDigest(body) };
  appendFileSync(join(pilot.path, PILOT_FILES.removals), `${toCanonicalJson(removal)}\n`);
  out.log(
    `${task} is removed, and not replaced. Stages are run by ` +
      `${fresh.map(({ file }) => join(pilot.shown, file)).join(', ')} from now on.`,
  );
  return removal;
}
