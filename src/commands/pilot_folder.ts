import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { UserError } from '../contract/user_error.js';
import { digestOf, sha256 } from '../record/canonical.js';
import { GENESIS } from '../record/chain.js';
import {
  PILOT_FILES,
  type Protocol,
  protocolSchema,
  type Removal,
  removalSchema,
  STAGES,
  type Stage,
} from '../record/pilot.js';
import { PLAN_FILE, type Plan } from '../record/plan.js';
import { parsePlan } from './merge_plan.js';

/** A pilot as its folder has it, every digest of which holds. */
export interface PilotFolder {
  path: string;
  shown: string;
  protocol: Protocol;
  removals: readonly Removal[];
  /** All attempts of all stages, as they were first planned. */
  whole: Plan;
  /** Plans of the stages: as first planned, then after each removal. */
  plans: readonly { stage: Stage; file: string; plan: Plan }[];
}

const SIZE_LIMIT = 128 * 2 ** 20;

/**
 * Opens the folder of a pilot and holds every file against the protocol.
 *
 * @throws {UserError} for what is not there, cannot be read, or was changed after it was agreed
 */
export function openPilot(folder: string, cwd: string): PilotFolder {
  const path = resolve(cwd, folder);
  const shown = relative(cwd, path) || '.';
  const protocol = readProtocol(path, shown);
  const text = (file: string) => readText(join(path, file), join(shown, file));
  for (const [file, digest] of Object.entries(protocol.files))
    if (sha256(text(file)) !== digest) throw changed(join(shown, file), protocol.digest);
  const removals = readRemovals(path, shown, protocol);
  const planned = protocol.stages.map(({ stage, plan }) => ({
    stage,
    file: plan,
    digest: undefined as string | undefined,
  }));
  const later = removals.flatMap(({ plans }) =>
    Object.entries(plans).map(([file, digest]) => ({ stage: stageIn(file), file, digest })),
  );
  const plans = [...planned, ...later].map(({ stage, file, digest }) => {
    const plan = parsePlan(text(file), join(shown, file));
    if (digest !== undefined && plan.digest !== digest) throw changed(join(shown, file), protocol.digest);
    return { stage, file, plan };
  });
  return { path, shown, protocol, removals, whole: parsePlan(text(PLAN_FILE), join(shown, PLAN_FILE)), plans };
}

/** The plan that a stage is run by now. */
export function currentPlan({ plans }: Pick<PilotFolder, 'plans'>, stage: Stage) {
  return plans.findLast((one) => one.stage === stage)!;
}

function readProtocol(path: string, shown: string): Protocol {
  const file = join(shown, PILOT_FILES.protocol);
  if (!existsSync(join(path, PILOT_FILES.protocol)))
    throw new UserError(
      `${shown} is no folder of a pilot: it has no ${PILOT_FILES.protocol}`,
      'Make one: gatebench pilot plan --suite F --out DIR',
    );
  let value: unknown;
  try {
    value = JSON.parse(readText(join(path, PILOT_FILES.protocol), file));
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`${file} is not JSON`, 'Restore it as it was agreed.');
  }
  const read = protocolSchema.safeParse(value);
  if (!read.success) {
    const issue = read.error.issues[0]!;
    throw new UserError(
      `${file} is no protocol: ${issue.path.join('.')}: ${issue.message}`,
      'Restore it as it was agreed.',
    );
  }
  const { digest, ...rest } = read.data;
  if (digestOf(rest) !== digest) throw changed(file, digest);
  const strange = Object.keys(rest.files).find((name) => !/^[\w.-]+$/.test(name));
  if (strange !== undefined)
    throw new UserError(`${file} names a file that no protocol has: ${JSON.stringify(strange)}`);
  return read.data;
}

/** Removals are a chain from the protocol on: a line that was changed, left out or put in between shows. */
function readRemovals(path: string, shown: string, protocol: Protocol): Removal[] {
  const file = join(path, PILOT_FILES.removals);
  if (!existsSync(file)) return [];
  const name = join(shown, PILOT_FILES.removals);
  const lines = readText(file, name).split('\n');
  if (lines.pop() !== '')
    throw new UserError(`${name}: the last line is torn`, 'Take it out, and remove the task again.');
  let prev = GENESIS;
  return lines.map((line, i) => {
    const broken = (why: string) =>
      new UserError(
        `${name}:${i + 1}:1  ${why}`,
        'Restore it as it was written: what was removed is part of the result.',
      );
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      throw broken('is not JSON');
    }
    const read = removalSchema.safeParse(value);
    if (!read.success) throw broken(`is no removal: ${read.error.issues[0]!.message}`);
    const { hash, ...body } = read.data;
    if (body.protocol !== protocol.digest) throw broken('belongs to another protocol');
    if (body.prev !== prev || digestOf(body) !== hash) throw broken('was changed after it was written');
    prev = hash;
    return read.data;
  });
}

function stageIn(file: string): Stage {
  const stage = STAGES.find((one) => file.startsWith(`stage-${one}.`));
  if (stage === undefined || !/^[\w.-]+$/.test(file)) throw new UserError(`"${file}" is no plan of a stage`);
  return stage;
}

function changed(file: string, digest: string): UserError {
  return new UserError(
    `${file} was changed after it was agreed: its digest is not that of the protocol (${digest.slice(0, 12)})`,
    'Restore it. What was not agreed before the first run is another pilot: plan it into another folder.',
  );
}

function readText(path: string, shown: string): string {
  try {
    const stat = lstatSync(path);
    if (!stat.isFile() || stat.size > SIZE_LIMIT) throw Object.assign(new Error(), { code: 'not a file of a pilot' });
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UserError(
      `${shown} cannot be read (${(error as NodeJS.ErrnoException).code})`,
      'Restore it as it was agreed.',
    );
  }
}
