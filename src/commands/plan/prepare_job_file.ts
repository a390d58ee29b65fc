import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';
import type { Plan } from '../../record/planning/plan.js';
import { writeAtomically } from '../../system/write_atomically.js';
import { createPlanArguments, createStudyArguments } from './create_study_arguments.js';
import { getJobFileName, renderJobFile } from './job_files/render_job_file.js';
import type { PlanOptions } from './plan_options.js';

/** Mark at the head of every file that is written here, and may be replaced. */
const MARK = '# Study ';

/** Function that writes a job file, whose contents and place have been checked. */
type JobFileWriter = () => string | null;

/**
 * Prepares the job file of a plan: renders it and refuses to replace a file that was not made here.
 *
 * @returns a function that writes it and returns its path, seen from the caller's folder; null = no format was asked
 * for
 * @throws {UserError} if the engine lacks something, or the file cannot be replaced
 */
export function prepareJobFile(plan: Plan, options: PlanOptions, cwd: string): JobFileWriter {
  const { format, image, program, out } = options;
  if (format === undefined) return () => null;
  const file = options.job_file ?? getJobFileName(format);
  const path = resolve(cwd, file);
  if (statSync(path, { throwIfNoEntry: false }) !== undefined && !isJobFile(path))
    throw new UserError(`${file} is there and is no job file of gatebench`, 'Name another file with --job-file FILE.');
  const text = renderJobFile(format, file, {
    name: plan.name,
    digest: plan.digest,
    plan_path: out,
    shards: plan.shards,
    program,
    study_arguments: createStudyArguments(options),
    plan_arguments: createPlanArguments(options),
    image,
  });
  return () => {
    writeNamedFile(path, `job file ${file}`, '--job-file', text);
    return relative(cwd, path) || path;
  };
}

/** Writes a file and its folder. @throws {UserError} that names the option for another file */
export function writeNamedFile(path: string, shown: string, option: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeAtomically(path, text);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UserError(`${shown} cannot be written (${code})`, `Name another file with ${option} FILE.`);
  }
}

/** Returns whether a file has the mark within its first two lines: a script begins with its interpreter. */
function isJobFile(path: string): boolean {
  if (!statSync(path).isFile()) return false;
  const lines = readFileSync(path, 'utf8').split('\n', 2);
  return lines.some((line) => line.startsWith(MARK));
}
