import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';
import { CLEARFramework, type ClearSettings, DEFAULT_CLEAR } from '../../judge/analysis/clear/clear_framework.js';
import { type ConsistencyLine, consistencyLineSchema } from '../../judge/analysis/consistency/consistency_line.js';
import { type HALInference, HALOrchestrator, type HALTask } from '../../judge/analysis/consistency/hal_orchestrator.js';
import { createArmBook } from '../../judge/analysis/trials/arm_book.js';
import { toTrial } from '../../judge/analysis/trials/to_trial.js';
import type { Trial } from '../../judge/analysis/trials/trial.js';
import { RUBRIC_VERSION } from '../../judge/rubric/score_attempt.js';
import { formatInertJson, escapeLogLine as safe } from '../../publish/text/escape_text.js';
import { formatPercent, formatQuantity } from '../../publish/text/format_quantity.js';
import { computeDigest, toCanonicalJson } from '../../record/json/compute_digest.js';
import { ENGINE_VERSION } from '../../record/manifest/engine_version.js';
import { writeAtomically } from '../../system/write_atomically.js';
import type { CommandContext } from '../io/command_context.js';
import { appendHistoryLine } from '../io/read_history_file.js';
import { runStudy } from '../run/run_study.js';
import type { ConsistencyOptions } from './consistency_options.js';

/** Outcome of `measureConsistency`. */
interface ConsistencyOutcome {
  exit_code: 0 | 3 | 130;
  /** Line of the history; null = nothing could be measured. */
  line: ConsistencyLine | null;
}

/**
 * Measures how consistently one agent succeeds over k passes of the same contracts (`measureConsistency`).
 *
 * Pass n is trial n of each contract, run as `runStudy` does it. Contracts with an undecided attempt are left out and
 * named, and the exit code is 3.
 *
 * @param now current time, for the history
 */
export async function measureConsistency(
  options: ConsistencyOptions,
  out: CommandContext,
  cwd = process.cwd(),
  now = () => new Date(),
): Promise<ConsistencyOutcome> {
  const before =
    options.history === undefined ? [] : readConsistencyHistory(resolve(cwd, options.history), options.history, out);
  const outcome = await runStudy(
    { ...options.run, trials: options.k, fail_on: 'never', json: false },
    redirectLogToError(options, out),
    cwd,
  );
  if (outcome.conclusion === 'interrupted') return { exit_code: 130, line: null };
  const book = createArmBook();
  const trials = outcome.results.map((result) => toTrial(result, book.findArm(result)));
  const agent_id = trials[0]?.arm;
  const tasks = groupPasses(trials, options.k);
  const whole = tasks.filter(({ passes }) => passes !== null) as CompleteTask[];
  const left_out = tasks.filter(({ passes }) => passes === null).map(({ id }) => id);
  for (const id of left_out)
    out.error(`${safe(id)}: left out, since not all of its ${options.k} attempts were decided`);
  if (agent_id === undefined || whole.length === 0) {
    out.error('nothing can be said of consistency: no contract has all its attempts decided');
    return { exit_code: 3, line: null };
  }
  const settings: ClearSettings = {
    ...DEFAULT_CLEAR,
    threshold: options.threshold,
    cost_usd: { best: 0, worst: options.worst_usd },
    latency_ms: { best: 0, worst: options.worst_ms },
  };
  const contracts = computeDigest(whole.map(({ id, version }) => [id, version]));
  const hal = new HALOrchestrator({ clear: new CLEARFramework(settings), k: options.k });
  // Earlier points of the same agent are left out of the frontier.
  for (const { point, contracts: of } of before)
    if (point && of === contracts && point.agent_id !== agent_id) hal.update_pareto_frontier(point);
  const inference: HALInference<CompleteTask> = async (_prompt, { task, run: pass }) =>
    toInferenceResult(task.passes[pass]!);
  const report = await hal.evaluate_consistency(agent_id, whole, { k: options.k, inference });
  const point = computeParetoPoint(agent_id, whole, report.pass_at_k);
  if (point) hal.update_pareto_frontier(point);
  const line: ConsistencyLine = {
    schema: 1,
    at: now().toISOString(),
    agent_id,
    identities: [...new Set(trials.map(({ configuration }) => configuration.agent_identity))].sort(),
    k: options.k,
    contracts,
    tasks: whole.length,
    left_out,
    threshold: settings.threshold,
    cost_usd: settings.cost_usd,
    latency_ms: settings.latency_ms,
    harness: ENGINE_VERSION,
    rubric: RUBRIC_VERSION,
    report: { ...report, pareto_efficient: hal.is_pareto_efficient(agent_id) },
    point,
  };
  writeAtomically(resolve(cwd, options.run.out, 'consistency.json'), `${toCanonicalJson(line)}\n`);
  if (options.history !== undefined) appendHistoryLine(resolve(cwd, options.history), line, safe(options.history));
  printConsistency(line, hal, options, out);
  return { exit_code: left_out.length > 0 || outcome.missing.length > 0 ? 3 : 0, line };
}

interface CompleteTask extends HALTask {
  version: string;
  /** Trials in the order of the passes. */
  passes: Trial[];
}

/** Groups trials by contract; `passes` is null where a trial is missing or undecided. */
function groupPasses(
  trials: readonly Trial[],
  k: number,
): (Omit<CompleteTask, 'passes'> & { passes: Trial[] | null })[] {
  const ids = [...new Set(trials.map(({ task }) => task))].sort();
  return ids.map((id) => {
    const own = trials.filter(({ task }) => task === id);
    const passes = Array.from({ length: k }, (_, pass) => own.find(({ trial }) => trial === pass + 1));
    const whole = passes.every((trial) => trial?.outcome === 'success' || trial?.outcome === 'failure');
    return { id, prompt: id, version: own[0]!.version, passes: whole ? (passes as Trial[]) : null };
  });
}

function toInferenceResult({
  outcome,
  cost,
  wall_ms,
  policy_actions,
  policy_violations,
}: Trial): Awaited<ReturnType<HALInference>> {
  const success = outcome === 'success' ? 1 : 0;
  return {
    accuracy: success,
    completion: success,
    ...(cost.total_usd === null ? {} : { cost_usd: cost.total_usd, tokens: cost.tokens ?? 0 }),
    latency_ms: wall_ms,
    policy_actions,
    policy_violations,
  };
}

function computeParetoPoint(
  agent_id: string,
  tasks: readonly CompleteTask[],
  reliability: number,
): ConsistencyLine['point'] {
  const trials = tasks.flatMap(({ passes }) => passes);
  const mean = (of: (trial: Trial) => number) => trials.reduce((sum, trial) => sum + of(trial), 0) / trials.length;
  const actions = trials.reduce((sum, { policy_actions }) => sum + policy_actions, 0);
  if (actions === 0 || trials.some(({ cost }) => cost.total_usd === null)) return null;
  return {
    agent_id,
    cost: mean(({ cost }) => cost.total_usd!),
    efficacy: mean(({ outcome }) => (outcome === 'success' ? 1 : 0)),
    reliability,
    latency: mean(({ wall_ms }) => wall_ms),
    assurance: 1 - trials.reduce((sum, { policy_violations }) => sum + policy_violations, 0) / actions,
  };
}

/** Reads the lines of a history. Names those that cannot be read, and skips them. */
function readConsistencyHistory(path: string, shown: string, out: CommandContext): ConsistencyLine[] {
  let text = '';
  try {
    if (existsSync(path)) text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UserError(`the history ${shown} cannot be read (${code})`, 'Name another file with --history FILE.');
  }
  return text.split('\n').flatMap((line, i) => {
    if (line.trim() === '') return [];
    try {
      return [consistencyLineSchema.parse(JSON.parse(line))];
    } catch {
      out.error(`${safe(shown)}:${i + 1}:1: is no line of a history of consistency; it counts for nothing`);
      return [];
    }
  });
}

/** Redirects the log to standard error if standard output carries JSON. */
const redirectLogToError = ({ run: { json } }: ConsistencyOptions, out: CommandContext): CommandContext =>
  json ? { ...out, log: out.error } : out;

function printConsistency(
  { agent_id, k, tasks, report, point }: ConsistencyLine,
  hal: HALOrchestrator,
  options: ConsistencyOptions,
  out: CommandContext,
): void {
  if (options.run.json) {
    out.log(formatInertJson({ agent_id, k, tasks, report, point, frontier: hal.pareto_frontier }));
    return;
  }
  const front = hal.pareto_frontier.map((each) => safe(each.agent_id)).join(', ') || 'nobody with all five measures';
  out.log('');
  out.log(`${safe(agent_id)}: ${formatQuantity(k, 'pass', 'passes')} over ${formatQuantity(tasks, 'contract')}`);
  out.log(
    `  an attempt succeeds          ${formatPercent(report.pass_at_1)}  (pass_at_1: CLEAR score of at least ` +
      `${options.threshold})`,
  );
  out.log(`  all ${k} attempts succeed       ${formatPercent(report.pass_at_k)}  (pass_at_k)`);
  out.log(
    `  gap                          ${formatPercent(report.consistency_gap)}, variance between passes ` +
      `${report.run_variance.toFixed(4)}`,
  );
  out.log(`  later passes did worse       ${report.reasoning_paradox ? 'yes (reasoning_paradox)' : 'no'}`);
  out.log(`  Pareto front                 ${front}`);
}
