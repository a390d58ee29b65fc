import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';
import { computeDigest, sha256 } from '../../record/json/compute_digest.js';
import {
  type DeclaredDeviation,
  declaredDeviationSchema,
  PILOT_FILES,
  PILOT_STAGES,
  type PilotProtocol,
  type PilotStage,
  pilotProtocolSchema,
  type TaskRemoval,
  taskRemovalSchema,
} from '../../record/planning/pilot_protocol.js';
import type { Plan } from '../../record/planning/plan.js';
import { PLAN_FILE } from '../../record/planning/plan_file.js';
import { parsePlan } from '../merge/read_shared_plan.js';
import { readPilotFile, readPilotLog } from './read_pilot_log.js';

/** Folder of a pilot, with all digests verified. */
export interface PilotFolder {
  path: string;
  shown: string;
  protocol: PilotProtocol;
  removals: readonly TaskRemoval[];
  deviations: readonly DeclaredDeviation[];
  /** Plan of all stages together, as first planned. */
  whole: Plan;
  /** Plans of the stages: as first planned, then after each removal. */
  plans: readonly { stage: PilotStage; file: string; plan: Plan }[];
}

/**
 * Reads the folder of a pilot and verifies every file against the protocol.
 *
 * @throws {UserError} for files that are missing, unreadable, or were changed after they were agreed
 */
export function readPilotFolder(folder: string, cwd: string): PilotFolder {
  const path = resolve(cwd, folder);
  const shown = relative(cwd, path) || '.';
  const protocol = readProtocol(path, shown);
  const text = (file: string) => readPilotFile(join(path, file), join(shown, file));
  for (const [file, digest] of Object.entries(protocol.files))
    if (sha256(text(file)) !== digest) throw createChangedFileError(join(shown, file), protocol.digest);
  const removals = readPilotLog({ folder: path, shown, ...REMOVAL_LOG }, protocol.digest);
  const deviations = readPilotLog({ folder: path, shown, ...DEVIATION_LOG }, protocol.digest);
  const planned = protocol.stages.map(({ stage, plan }) => ({
    stage,
    file: plan,
    digest: undefined as string | undefined,
  }));
  const later = removals.flatMap(({ plans }) =>
    Object.entries(plans).map(([file, digest]) => ({ stage: parseStage(file), file, digest })),
  );
  const plans = [...planned, ...later].map(({ stage, file, digest }) => {
    const plan = parsePlan(text(file), join(shown, file));
    if (digest !== undefined && plan.digest !== digest)
      throw createChangedFileError(join(shown, file), protocol.digest);
    return { stage, file, plan };
  });
  const whole = parsePlan(text(PLAN_FILE), join(shown, PLAN_FILE));
  return { path, shown, protocol, removals, deviations, whole, plans };
}

/** Returns the current plan of a stage. */
export function getCurrentStagePlan({ plans }: Pick<PilotFolder, 'plans'>, stage: PilotStage) {
  return plans.findLast((one) => one.stage === stage)!;
}

function readProtocol(path: string, shown: string): PilotProtocol {
  const file = join(shown, PILOT_FILES.protocol);
  if (!existsSync(join(path, PILOT_FILES.protocol)))
    throw new UserError(
      `${shown} is no folder of a pilot: it has no ${PILOT_FILES.protocol}`,
      'Make one: gatebench pilot plan --suite F --out DIR',
    );
  let value: unknown;
  try {
    value = JSON.parse(readPilotFile(join(path, PILOT_FILES.protocol), file));
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`${file} is not JSON`, 'Restore it as it was agreed.');
  }
  const read = pilotProtocolSchema.safeParse(value);
  if (!read.success) {
    const { path = [], message = '' } = read.error.issues[0] ?? {};
    throw new UserError(`${file} is no protocol: ${path.join('.')}: ${message}`, 'Restore it as it was agreed.');
  }
  const { digest, ...rest } = read.data;
  if (computeDigest(rest) !== digest) throw createChangedFileError(file, digest);
  const mismatch = Object.keys(rest.files).find((name) => !/^[\w.-]+$/.test(name));
  if (mismatch !== undefined)
    throw new UserError(`${file} names a file that does not belong to a protocol: ${JSON.stringify(mismatch)}`);
  return read.data;
}

const REMOVAL_LOG = {
  file: PILOT_FILES.removals,
  schema: taskRemovalSchema,
  noun: 'removal',
  torn: 'Take it out, and remove the task again.',
};

const DEVIATION_LOG = {
  file: PILOT_FILES.deviations,
  schema: declaredDeviationSchema,
  noun: 'deviation',
  torn: 'Take it out, and declare the deviation again.',
};

function parseStage(file: string): PilotStage {
  const stage = PILOT_STAGES.find((one) => file.startsWith(`stage-${one}.`));
  if (stage === undefined || !/^[\w.-]+$/.test(file)) throw new UserError(`"${file}" is no plan of a stage`);
  return stage;
}

function createChangedFileError(file: string, digest: string): UserError {
  return new UserError(
    `${file} was changed after it was agreed: its digest is not that of the protocol (${digest.slice(0, 12)})`,
    'Restore it. What was not agreed before the first run is another pilot: plan it into another folder.',
  );
}
