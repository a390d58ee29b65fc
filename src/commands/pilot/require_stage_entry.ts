import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';
import { type PilotCriterion, selectOpenCriteria } from '../../judge/pilot/pilot_evidence.js';
import { judgeEntryCriteria } from '../../judge/pilot/pilot_report.js';
import { formatDeviation, PILOT_FILES, type PilotStage } from '../../record/planning/pilot_protocol.js';
import type { Plan } from '../../record/planning/plan.js';
import { PLAN_FILE } from '../../record/planning/plan_file.js';
import type { RunOptions } from '../study/run_options.js';
import { type PilotFolder, readPilotFolder } from './pilot_folder.js';
import { readPilotEvidence } from './read_pilot_evidence.js';

/** Stage of a pilot that may begin. */
interface PilotStageEntry {
  /** Texts of the declared deviations, for the records of the stage's attempts. */
  deviations: string[];
}

/**
 * Requires that the entry criteria of a pilot's stage are met now, or that a deviation is declared.
 *
 * @returns undefined for a plan that belongs to no pilot
 * @throws {UserError} if the stage may not begin, if a task of it was removed, and for all attempts of a pilot at once
 */
export function requireStageEntry(
  options: Pick<RunOptions, 'plan' | 'out' | 'resume'>,
  plan: Plan,
  cwd: string,
): PilotStageEntry | undefined {
  const place = findPilotStage(options.plan, plan, cwd);
  if (place === undefined) return undefined;
  const { pilot, stage } = place;
  const folders = findResultsBeside(pilot, options, cwd);
  const evidence = readPilotEvidence(pilot, folders, cwd);
  const entry = judgeEntryCriteria(evidence, stage);
  const open = selectOpenCriteria(entry);
  if (open.length > 0) throw createEntryError(options.plan!, pilot, stage, open, folders);
  const ids = new Set(entry.flatMap(({ id, declared }) => (declared === null ? [] : [id])));
  const deviations = evidence.declared.filter((one) => one.stage === stage && one.criteria.some((id) => ids.has(id)));
  return { deviations: [...new Set(deviations.map(formatDeviation))] };
}

function createEntryError(
  file: string,
  { protocol, shown }: PilotFolder,
  stage: PilotStage,
  open: readonly PilotCriterion[],
  folders: readonly string[],
): UserError {
  const lines = open.map(({ id, verdict, evidence }) => `  ${id}, ${verdict}: ${evidence}`);
  const where = folders.length === 0 ? 'none' : folders.join(', ');
  return new UserError(
    [`${file} is stage ${stage} of the pilot ${protocol.name}, which may not begin:`, ...lines],
    `Results of the pilot that were looked at: ${where} (those beside the output folder). See gatebench ` +
      `pilot check ${[shown, ...folders].join(' ')} --stage ${stage}; or declare that you deviate, which stands in ` +
      `every report: gatebench pilot deviate ${[shown, ...folders].join(' ')} --stage ${stage} --because "why".`,
  );
}

/** Returns the pilot and stage of a plan, found by digest in the protocol beside the file. */
function findPilotStage(
  file: string | undefined,
  plan: Plan,
  cwd: string,
): { pilot: PilotFolder; stage: PilotStage } | undefined {
  if (file === undefined) return undefined;
  const folder = dirname(resolve(cwd, file));
  if (!existsSync(join(folder, PILOT_FILES.protocol))) {
    if (plan.pilot_stage === undefined) return undefined;
    throw new UserError(
      `${file} is stage ${plan.pilot_stage} of a pilot, and no ${PILOT_FILES.protocol} is beside it`,
      'Name the plan in the folder of the pilot: whether a stage may begin is judged by its protocol.',
    );
  }
  const pilot = readPilotFolder(folder, cwd);
  const entry = pilot.plans.filter((one) => one.plan.digest === plan.digest).at(-1);
  if (entry === undefined)
    throw new UserError(
      plan.digest === pilot.whole.digest
        ? `${file} has all attempts of the pilot ${pilot.protocol.name}, which is run stage by stage`
        : `${file} is no plan of the pilot ${pilot.protocol.name}: its results would count nowhere`,
      `Run one of: ${pilot.plans.map((one) => join(pilot.shown, one.file)).join(', ')}`,
    );
  const current = pilot.plans.findLast((one) => one.stage === entry.stage)!;
  if (current.plan.digest !== plan.digest)
    throw new UserError(
      `${file} has tasks that were removed from the pilot`,
      `Run ${join(pilot.shown, current.file)} instead.`,
    );
  return { pilot, stage: entry.stage };
}

/** Returns output folders beside that of this run which hold results of the pilot, without renamed or replaced ones. */
function findResultsBeside(
  pilot: PilotFolder,
  { out, resume }: Pick<RunOptions, 'out' | 'resume'>,
  cwd: string,
): string[] {
  const target = resolve(cwd, out);
  const parent = dirname(target);
  if (!existsSync(parent)) return [];
  const digests = new Set(pilot.plans.map(({ plan }) => plan.digest));
  const isOlder = (name: string) => name.startsWith(`${basename(target)}.`) || (name === basename(target) && !resume);
  return readdirSync(parent, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !isOlder(entry.name))
    .map(({ name }) => join(parent, name))
    .filter((folder) => folder !== pilot.path && digests.has(readStatedDigest(join(folder, PLAN_FILE))))
    .map((folder) => relative(cwd, folder) || '.')
    .sort();
}

/** Returns the digest that a plan states, unverified; counting its results verifies it. */
function readStatedDigest(path: string): string {
  try {
    const { digest } = JSON.parse(readFileSync(path, 'utf8')) as { digest?: unknown };
    return String(digest);
  } catch {
    return '';
  }
}
