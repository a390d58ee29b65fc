import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { UserError } from '../../contract/input/user_error.js';
import type { PriceBook } from '../../gateway/meter/price_book.js';
import { computeSpendableUsd } from '../../record/costs/cost_estimator.js';
import { toCanonicalJson } from '../../record/json/compute_digest.js';
import type { Plan } from '../../record/planning/plan.js';
import { PLAN_FILE } from '../../record/planning/plan_file.js';
import { findCoordination } from '../../run/agents/agent.js';
import type { AttemptSpec } from '../../run/attempt/attempt_spec.js';
import { computeEvaluationReserve } from '../../run/attempt/report/compute_evaluation_reserve.js';
import { writeAtomically } from '../../system/write_atomically.js';
import { createMissingPullRequestError } from '../../workspace/snapshot/materialise_snapshot.js';
import type { AttemptRunOptions } from '../attempts/attempt_job.js';
import { beginInspection } from '../attempts/begin_inspection.js';
import { createRunnerContexts, type RunnerContexts } from '../attempts/create_runner_contexts.js';
import type { CommandContext } from '../io/command_context.js';
import { openOutputFolder, refuseEarlierResults } from '../io/open_output_folder.js';
import { withUnwritableError } from '../io/to_unwritable_error.js';
import { printUpstreams } from '../models/print_upstreams.js';
import { requireListeningUpstreams } from '../models/require_listening_upstreams.js';
import { requireStageEntry } from '../pilot/require_stage_entry.js';
import { createAttemptRunTerms } from '../plan/create_attempt_run_terms.js';
import { parseShardIndex, selectShardSpecs } from '../plan/open_plan.js';
import { formatReplicationLine, requireDeclaredVariation } from '../replicate/require_declared_variation.js';
import { printContractEvidence, selectDistinctContracts } from '../study/print_contract_evidence.js';
import type { RunOptions, RunOutcome } from '../study/run_options.js';
import type { Study } from '../study/study.js';
import type { Release, RunPlan } from './open_run_plan.js';
import { printDryRun } from './print_dry_run.js';
import { createRegressionRun, type RegressionRun } from './regression_run.js';

/** Attempts that are about to be made, and the terms under which. */
export interface DueAttempts {
  /** Plan with the gate of this run. */
  plan: Plan;
  study: Study;
  /** Attempts of this process, in the order of the plan. */
  specs: readonly AttemptSpec[];
  options: RunOptions;
  /** Options for running the attempts. */
  run_options: AttemptRunOptions;
  contexts: RunnerContexts;
  gate: RegressionRun | undefined;
  out: CommandContext;
  cwd: string;
  /** Output folder, as an absolute path. */
  folder: string;
  /** Milliseconds of a monotonic clock. */
  started_ms: number;
}

/**
 * Opens all that the attempts of this process need, and writes the plan to its output folder.
 *
 * @param releases gets what closes the output folder and ends an early inspection, also when this function throws
 * @returns the outcome instead, if nothing is to be run
 * @throws {UserError} for everything that is wrong before the first attempt
 */
export async function openDueAttempts(run_plan: RunPlan, releases: Release[]): Promise<DueAttempts | RunOutcome> {
  const { options, recorded, shown, cwd, study, study_models, out } = run_plan;
  const [spec] = run_plan.specs;
  if (recorded && spec) {
    requireDeclaredVariation(recorded, run_plan.specs, options);
    shown.error(formatReplicationLine(recorded, spec, options));
  }
  const plan = applyGateOptions(run_plan);
  const sharded = plan.shards > 1 && options.shard !== undefined;
  const gate = createRegressionRun(plan, study.gate.baseline, sharded, cwd);
  const stage = requireStageEntry(options, run_plan.plan, cwd);
  const shard_specs = selectShardSpecs(run_plan, options.shard);
  requirePullRequest(shard_specs, options);
  requireAgentBudget(shard_specs, study_models.prices);
  if (options.dry_run) return printDryRun(shard_specs, run_plan, options, out, cwd);
  const folder = resolve(cwd, options.out);
  const planned = `${toCanonicalJson(run_plan.plan)}\n`;
  if (study.settings_comparison && options.resume) requireSamePlan(folder, planned);
  const earlier = options.resume ? 'resume' : options.earlier;
  refuseEarlierResults(options.out, cwd, earlier, planned);
  await requireUpstreams(shard_specs, run_plan);
  const contexts = await openContexts(shard_specs, run_plan, releases);
  if (!contexts.isolated) out.error('running WITHOUT isolation: no attempt can pass the safety gate');
  const output = openOutputFolder(options.out, cwd, earlier, out.error, planned);
  releases.push(() => output.release());
  const deviations = stage?.deviations ?? [];
  const specs = deviations.length === 0 ? shard_specs : shard_specs.map((spec) => ({ ...spec, deviations }));
  printContractEvidence(selectDistinctContracts(specs), options, out);
  const started_ms = performance.now();
  // The plan is on disk before the first attempt.
  withUnwritableError(options.out, () => writeAtomically(join(folder, PLAN_FILE), planned));
  const terms = createAttemptRunTerms(plan, parseShardIndex(options.shard));
  const reuse = options.reuse.map(output.resolvePath);
  const run_options = { ...options, ...terms, reuse, width: study.width };
  return { plan, study, specs, options, run_options, contexts, gate, out, cwd, folder, started_ms };
}

/** Returns the plan with the gate of this run: options override the plan. */
function applyGateOptions({ plan, study, options }: RunPlan): Plan {
  const { fail_on, extra_trials } = options;
  const { min_strength } = study.gate;
  return { ...plan, gate: { ...plan.gate, ...omitUndefined({ fail_on, extra_trials, min_strength }) } };
}

/** Requires that the models of the attempts can be reached, and prints where they are. @throws {UserError} */
async function requireUpstreams(specs: readonly AttemptSpec[], { study_models, out }: RunPlan): Promise<void> {
  const wanted_models = new Set(specs.map(({ models }) => models));
  const judges = new Set(specs.flatMap(({ judge }) => judge ?? []));
  for (const models of [...study_models.models.filter((one) => wanted_models.has(one)), ...judges]) {
    await requireListeningUpstreams(models.upstreams);
    await printUpstreams(models, out);
  }
}

/** Creates what attempts share, while the repository of the first contract is inspected. */
async function openContexts(
  specs: readonly AttemptSpec[],
  { options, study, study_models, cache, out, cwd }: RunPlan,
  releases: Release[],
): Promise<RunnerContexts> {
  const inspection = beginInspection(options, specs[0]?.loaded, { cwd, cache }, out.signal);
  releases.push(() => inspection.close());
  const needs = { doors: needsForwardedPorts(specs), keys: study_models.keys, prices: study_models.prices };
  const opened = await createRunnerContexts({ ...options, ...needs }, study.contracts, cache, cwd, out);
  return { ...opened, inspected: inspection.begun };
}

/**
 * Requires that a comparison goes on by the plan that it began with: attempts of another night are no part of it, and
 * its rule is fixed beforehand.
 *
 * @throws {UserError}
 */
function requireSamePlan(folder: string, planned: string): void {
  const path = join(folder, PLAN_FILE);
  if (!existsSync(path) || readFileSync(path, 'utf8') === planned) return;
  throw new UserError(
    `${path} is of another comparison: commits, contracts, trials or the rule of the gate differ`,
    'Name another folder with --out, or begin anew with --replace.',
  );
}

/** Tells whether agents reach a server of gatebench from inside their sandbox. */
const needsForwardedPorts = (specs: readonly AttemptSpec[]) =>
  specs.some(
    ({ agent, models, loaded }) => models !== undefined || findCoordination(agent, loaded.contract) !== undefined,
  );

/** Requires a pull request for contracts that begin at its base, before anything else is run. @throws {UserError} */
function requirePullRequest(specs: readonly AttemptSpec[], { pull_request }: Pick<RunOptions, 'pull_request'>): void {
  const homeless = pull_request ? undefined : specs.find(({ loaded }) => 'base' in loaded.contract.snapshot);
  if (homeless) throw createMissingPullRequestError(homeless.loaded);
}

/**
 * Requires that a contract's cap in USD leaves something for the agent after the reserve for the evaluation.
 *
 * Without it the agent would be stopped before it begins, which says nothing about the agent.
 *
 * @throws {UserError} before the first attempt
 */
function requireAgentBudget(specs: readonly AttemptSpec[], shared: PriceBook | undefined): void {
  for (const { loaded, agent, models } of specs) {
    const prices = models?.prices ?? shared;
    if (!prices?.identity.table_sha256 || 'patch' in agent) continue;
    const { budget } = loaded.contract;
    const reserve = computeEvaluationReserve(loaded, prices.rates);
    const left = computeSpendableUsd(budget, reserve.usd);
    if (left > (prices.rates.run ?? 0)) continue;
    const minutes = Math.ceil(reserve.evaluation_minutes);
    const basis = reserve.basis === 'proof' ? 'by its proof' : 'by its timeouts';
    throw new UserError(
      `${loaded.shown}: the cap of ${budget.usd.toFixed(2)} USD leaves nothing for an agent: ` +
        `${reserve.usd.toFixed(2)} USD are kept back for the evaluation (up to ${minutes} min ${basis}), by the ` +
        `price table`,
      `Raise budget.usd` +
        `${reserve.basis === 'proof' ? '' : ', shorten the timeouts of its checks, or prove it (gatebench validate)'}` +
        `.`,
    );
  }
}
