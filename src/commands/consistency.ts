import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { UserError } from '../contract/user_error.js';
import { armBook } from '../judge/analysis/arms.js';
import { CLEARFramework, type ClearSettings, DEFAULT_CLEAR } from '../judge/analysis/clear_framework.js';
import { type ConsistencyLine, consistencyLineSchema } from '../judge/analysis/consistency_line.js';
import { type HALInference, HALOrchestrator, type HALTask } from '../judge/analysis/hal_orchestrator.js';
import type { Trial } from '../judge/analysis/trial.js';
import { trialOf } from '../judge/analysis/trial_of.js';
import { RUBRIC_VERSION } from '../judge/rubric/score.js';
import { jsonText, logLine as safe } from '../publish/report/escape.js';
import { counted, percent } from '../publish/report/quantities.js';
import { writeAtomically } from '../record/atomic.js';
import { canonical, digestOf } from '../record/canonical.js';
import { VERSION } from '../record/version.js';
import type { ConsistencyOrder } from './consistency_order.js';
import { appendHistory } from './history_file.js';
import type { RunOutput } from './orders.js';
import { run } from './run.js';

export interface ConsistencyOutcome {
  exit_code: 0 | 3 | 130;
  /** null = nothing could be measured. */
  line: ConsistencyLine | null;
}

/**
 * `consistency`: k passes of one agent over the same contracts. Pass n is trial n of each, made as `run` makes it: a fresh workspace and
 * sandbox each time, with record, gates and report. Attempts that were not decided say nothing of the agent; their contracts are left out
 * and named, and the exit code is 3.
 */
export async function consistency(
  order: ConsistencyOrder,
  out: RunOutput,
  cwd = process.cwd(),
  now = () => new Date(),
): Promise<ConsistencyOutcome> {
  const before = order.history === undefined ? [] : readLines(resolve(cwd, order.history), order.history, out);
  const made = await run({ ...order.run, trials: order.k, fail_on: 'never', json: false }, asError(order, out), cwd);
  if (made.conclusion === 'interrupted') return { exit_code: 130, line: null };
  const book = armBook();
  const trials = made.results.map((result) => trialOf(result, book.of(result)));
  const agent_id = trials[0]?.arm;
  const tasks = passesOf(trials, order.k);
  const whole = tasks.filter(({ passes }) => passes !== null) as WholeTask[];
  const left_out = tasks.filter(({ passes }) => passes === null).map(({ id }) => id);
  for (const id of left_out) out.error(`${safe(id)}: left out, since not all of its ${order.k} attempts were decided`);
  if (agent_id === undefined || whole.length === 0) {
    out.error('nothing can be said of consistency: no contract has all its attempts decided');
    return { exit_code: 3, line: null };
  }
  const settings: ClearSettings = {
    ...DEFAULT_CLEAR,
    threshold: order.threshold,
    cost_usd: { best: 0, worst: order.worst_usd },
    latency_ms: { best: 0, worst: order.worst_ms },
  };
  const contracts = digestOf(whole.map(({ id, version }) => [id, version]));
  const hal = new HALOrchestrator({ clear: new CLEARFramework(settings), k: order.k });
  // An earlier point of the same agent is what it was; this one is what it is.
  for (const { point, contracts: of } of before)
    if (point && of === contracts && point.agent_id !== agent_id) hal.update_pareto_frontier(point);
  const inference: HALInference<WholeTask> = async (_prompt, { task, run: pass }) => answerOf(task.passes[pass]!);
  const report = await hal.evaluate_consistency(agent_id, whole, { k: order.k, inference });
  const point = pointOf(agent_id, whole, report.pass_at_k);
  if (point) hal.update_pareto_frontier(point);
  const line: ConsistencyLine = {
    schema: 1,
    at: now().toISOString(),
    agent_id,
    identities: [...new Set(trials.map(({ configuration }) => configuration.agent_identity))].sort(),
    k: order.k,
    contracts,
    tasks: whole.length,
    left_out,
    threshold: settings.threshold,
    cost_usd: settings.cost_usd,
    latency_ms: settings.latency_ms,
    harness: VERSION,
    rubric: RUBRIC_VERSION,
    report: { ...report, pareto_efficient: hal.is_pareto_efficient(agent_id) },
    point,
  };
  writeAtomically(resolve(cwd, order.run.out, 'consistency.json'), `${canonical(line)}\n`);
  if (order.history !== undefined) appendHistory(resolve(cwd, order.history), line, safe(order.history));
  say(line, hal, order, out);
  return { exit_code: left_out.length > 0 || made.missing.length > 0 ? 3 : 0, line };
}

interface WholeTask extends HALTask {
  version: string;
  /** Pass by pass. */
  passes: Trial[];
}

/** Contracts with their attempts pass by pass; null where one of them is missing or was not decided. */
function passesOf(trials: readonly Trial[], k: number): (Omit<WholeTask, 'passes'> & { passes: Trial[] | null })[] {
  const ids = [...new Set(trials.map(({ task }) => task))].sort();
  return ids.map((id) => {
    const own = trials.filter(({ task }) => task === id);
    const passes = Array.from({ length: k }, (_, pass) => own.find(({ trial }) => trial === pass + 1));
    const whole = passes.every((trial) => trial?.outcome === 'success' || trial?.outcome === 'failure');
    return { id, prompt: id, version: own[0]!.version, passes: whole ? (passes as Trial[]) : null };
  });
}

function answerOf({
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

function pointOf(agent_id: string, tasks: readonly WholeTask[], reliability: number): ConsistencyLine['point'] {
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

/** Lines of a history; one that is cut off or of something else is named, and counts for nothing. */
function readLines(path: string, shown: string, out: RunOutput): ConsistencyLine[] {
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

/** Whoever reads JSON on standard output reads nothing else there. */
const asError = ({ run: { json } }: ConsistencyOrder, out: RunOutput): RunOutput =>
  json ? { ...out, log: out.error } : out;

function say(
  { agent_id, k, tasks, report, point }: ConsistencyLine,
  hal: HALOrchestrator,
  order: ConsistencyOrder,
  out: RunOutput,
): void {
  if (order.run.json) {
    out.log(jsonText({ agent_id, k, tasks, report, point, frontier: hal.pareto_frontier }));
    return;
  }
  const front = hal.pareto_frontier.map((each) => safe(each.agent_id)).join(', ') || 'nobody with all five measures';
  out.log('');
  out.log(`${safe(agent_id)}: ${counted(k, 'pass', 'passes')} over ${counted(tasks, 'contract')}`);
  out.log(
    `  an attempt succeeds          ${percent(report.pass_at_1)}  (pass_at_1: CLEAR score of at least ${order.threshold})`,
  );
  out.log(`  all ${k} attempts succeed       ${percent(report.pass_at_k)}  (pass_at_k)`);
  out.log(
    `  gap                          ${percent(report.consistency_gap)}, variance between passes ${report.run_variance.toFixed(4)}`,
  );
  out.log(`  later passes did worse       ${report.reasoning_paradox ? 'yes (reasoning_paradox)' : 'no'}`);
  out.log(`  Pareto front                 ${front}`);
}
