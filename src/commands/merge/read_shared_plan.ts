import { readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';
import { escapeLogLine as safe } from '../../publish/text/escape_text.js';
import { computeDigest, findJsonFault } from '../../record/json/compute_digest.js';
import { type Plan, planSchema } from '../../record/planning/plan.js';
import { PLAN_FILE } from '../../record/planning/plan_file.js';
import type { ResultSource } from './find_result_sources.js';

/** Maximum size of a plan in bytes: larger than one of a hundred thousand attempts. */
const SIZE_LIMIT = 128 * 1024 * 1024;

/**
 * Reads the one plan of all shards: that of `file`, else the one in the folders.
 *
 * Results of different plans answer different questions and are refused.
 *
 * @throws {UserError} if a plan cannot be read, was changed after it was made, or differs from the others
 */
export function readSharedPlan(
  sources: readonly ResultSource[],
  file: string | undefined,
  cwd: string,
): Plan | undefined {
  const paths = [
    ...(file === undefined ? [] : [resolve(cwd, file)]),
    ...sources.filter(({ plan }) => plan).map(({ folder }) => join(folder, PLAN_FILE)),
  ];
  let first: { text: string; plan: Plan; shown: string } | undefined;
  for (const path of paths) {
    const shown = safe(relative(cwd, path) || path);
    const text = readPlanText(path, shown);
    if (first?.text === text) continue;
    const plan = parsePlan(text, shown);
    if (first && first.plan.digest !== plan.digest)
      throw new UserError(
        `${shown} is another plan than ${first.shown}: ${describePlanDifference(first.plan, plan)}`,
        'Results of different plans do not belong into one report. Leave one of the folders out, or make its ' +
          'attempts again by the same plan.',
      );
    first ??= { text, plan, shown };
  }
  return first?.plan;
}

function readPlanText(path: string, shown: string): string {
  try {
    if (statSync(path).size > SIZE_LIMIT)
      throw new UserError(`${shown} is larger than ${SIZE_LIMIT / 1024 / 1024} MiB, the limit of a plan`);
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(
      `${shown} cannot be read (${(error as NodeJS.ErrnoException).code})`,
      'Name a plan that `plan` or `run` wrote.',
    );
  }
}

/** Parses a plan. @throws {UserError} with the position of the fault */
export function parsePlan(text: string, shown: string): Plan {
  const remedy = 'Name a plan that `plan` or `run` wrote.';
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const lines = text.slice(0, findJsonFault(text)).split('\n');
    throw new UserError(
      `${shown}:${lines.length}:${lines.at(-1)!.length + 1}  the plan is not JSON from here on`,
      remedy,
    );
  }
  const read = planSchema.safeParse(value);
  if (!read.success) {
    const { path = [], message = '' } = read.error.issues[0] ?? {};
    throw new UserError(`${shown}:1:1  is not a plan: ${safe(path.join('.'))}: ${safe(message)}`, remedy);
  }
  const { digest, ...rest } = read.data;
  if (computeDigest(rest) !== digest)
    throw new UserError(
      `${shown}:1:1  the plan was changed after it was made: its digest is not that of its content`,
      remedy,
    );
  return read.data;
}

/** Describes the first field in which two plans differ. */
function describePlanDifference(a: Plan, b: Plan): string {
  const tell = (value: unknown) => safe(JSON.stringify(value) ?? 'nothing').slice(0, 80);
  for (const field of ['name', 'harness_version', 'rubric', 'seed', 'trials', 'shards'] as const)
    if (a[field] !== b[field]) return `${field} ${tell(b[field])}, not ${tell(a[field])}`;
  const versions = new Map(a.tasks.map(({ id, version }) => [id, version]));
  const changed = b.tasks.find(({ id, version }) => versions.has(id) && versions.get(id) !== version);
  if (changed)
    return (
      `${safe(changed.id)} has version ${changed.version.slice(0, 12)}, not ` +
      `${versions.get(changed.id)!.slice(0, 12)}`
    );
  if (a.attempts.length !== b.attempts.length) return `${b.attempts.length} attempts, not ${a.attempts.length}`;
  const field = (Object.keys(a) as (keyof Plan)[]).find(
    (key) => key !== 'digest' && JSON.stringify(a[key]) !== JSON.stringify(b[key]),
  );
  return `it differs in ${field ?? 'the order of fields'}`;
}
