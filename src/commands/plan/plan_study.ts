import { readFileSync, statSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';
import { formatInertJson } from '../../publish/text/escape_text.js';
import { formatQuantity } from '../../publish/text/format_quantity.js';
import { toCanonicalJson } from '../../record/json/compute_digest.js';
import { listReusableAttemptIds } from '../attempts/list_reusable_attempt_ids.js';
import type { CommandContext } from '../io/command_context.js';
import { maskKeysInError } from '../io/mask_keys_in_output.js';
import { printContractEvidence } from '../study/print_contract_evidence.js';
import { runOptionsSchema } from '../study/run_options.js';
import { findShardBudgetWarnings } from './find_shard_budget_warnings.js';
import { type OpenPlan, openPlan } from './open_plan.js';
import type { MatrixEntry, PlanOptions, PlanOutcome } from './plan_options.js';
import { formatArmLines, formatCostCeiling, formatPlanLines, summarisePlan } from './plan_summary.js';
import { prepareJobFile, writeNamedFile } from './prepare_job_file.js';

/** Value in place of a provider's key, since no request is made. */
const NO_KEY = 'no-key-is-needed-for-a-plan';

/**
 * Writes the plan of a study: every attempt in its order and shard (`planStudy`). `run --plan` runs exactly these
 * attempts.
 *
 * @returns undefined if it was interrupted while agents were installed
 * @throws {UserError} for everything that is wrong about it
 */
export function planStudy(
  options: PlanOptions,
  out: CommandContext,
  cwd = process.cwd(),
): Promise<PlanOutcome | undefined> {
  return withStudyPlan(options, out, cwd, (open) => writeStudyPlan(open, options, cwd));
}

/**
 * Calls a function with the opened plan of a study, and closes the plan afterwards. Keys are masked in its errors.
 *
 * @returns undefined if it was interrupted while agents were installed
 */
export async function withStudyPlan<T>(
  options: PlanOptions,
  out: CommandContext,
  cwd: string,
  use: (open: OpenPlan) => T,
): Promise<T | undefined> {
  const open = await openStudyPlan(options, out, cwd);
  if (open === undefined) return undefined;
  try {
    return use(open);
  } catch (error) {
    throw maskKeysInError(error, open.study_models.keys);
  } finally {
    await open.close();
  }
}

/**
 * Opens the plan of a study without asking a model: planning needs no key and keeps no originals. Writes nothing.
 *
 * @returns undefined if it was interrupted while agents were installed
 */
function openStudyPlan(options: PlanOptions, out: CommandContext, cwd: string): Promise<OpenPlan | undefined> {
  const { max_shards, durations, reuse: _, format: __, job_file: ___, image: ____, program: _____, ...rest } = options;
  const { out: file, ...study } = rest;
  const models = { ...study.models, restricted_store: undefined };
  const asRun = runOptionsSchema.parse({ ...study, models, out: dirname(file) });
  const keyless = { ...out, variable: (name: string) => out.variable?.(name) || NO_KEY };
  const terms = { shards: (attempts: number) => Math.max(1, Math.min(max_shards, attempts)), durations };
  return openPlan(asRun, terms, keyless, cwd);
}

function writeStudyPlan({ plan, study, out }: OpenPlan, options: PlanOptions, cwd: string): PlanOutcome {
  const path = resolve(cwd, options.out);
  refuseForeignFile(path, options.out);
  const writeJobFile = prepareJobFile(plan, options, cwd);
  writeNamedFile(path, `plan ${options.out}`, '--out', `${toCanonicalJson(plan)}\n`);
  const summary = summarisePlan(plan);
  const short = findShardBudgetWarnings(plan);
  printContractEvidence(study.contracts, options, out);
  short.forEach(out.error);
  const outcome: PlanOutcome = {
    plan,
    ...summary,
    matrix: { include: summary.shards.map(toMatrixEntry) },
    reusable: listReusableAttemptIds(plan.attempts, { reuse: options.reuse }, cwd),
    warnings: [...study.warnings, ...short],
    lines: [...formatArmLines(summary, plan), ...formatPlanLines(summary, plan.budget)],
    plan_path: relative(cwd, path) || path,
    job_file: writeJobFile(),
  };
  printPlan(outcome, options, out);
  return outcome;
}

const toMatrixEntry = ({ shard, attempts, expected_minutes }: MatrixEntry): MatrixEntry => ({
  shard,
  attempts,
  expected_minutes,
});

function printPlan(outcome: PlanOutcome, { json }: PlanOptions, out: CommandContext): void {
  const { plan, lines, ...rest } = outcome;
  if (json) {
    const { name, digest, harness_version, seed, generator, trials, budget } = plan;
    out.log(formatInertJson({ plan: { name, digest, harness_version, seed, generator, trials, budget }, ...rest }));
    return;
  }
  lines.forEach(out.log);
  const { attempts, shards, cost_ceiling_usd, plan_path, reusable, job_file } = outcome;
  if (reusable.length > 0)
    out.log(`${formatQuantity(reusable.length, 'attempt')} could be taken over from earlier records`);
  out.log(
    `${formatQuantity(attempts, 'attempt')} in ${formatQuantity(shards.length, 'shard')}, ` +
      `${formatCostCeiling(cost_ceiling_usd)}: ${plan_path}`,
  );
  if (job_file !== null) out.log(`jobs: ${job_file}, whose first lines say how it is used`);
}

/** Refuses to overwrite a file that is no plan. @throws {UserError} */
function refuseForeignFile(path: string, shown: string): void {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return;
  const text = readFileSync(path, 'utf8');
  if (text !== '' && !(text.trimStart().startsWith('{') && text.includes('"attempts"')))
    throw new UserError(`${shown} is there and is no plan`, 'Name another file with --out FILE.');
}
