import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Section } from '../publish/report/blocks.js';
import type { Conclusion } from '../publish/report/conclusion.js';
import { jsonText } from '../publish/report/escape.js';
import { decidingIn, judgedBy, plannedConclusion } from '../publish/report/planned_gate.js';
import { counted, elapsed } from '../publish/report/quantities.js';
import { agentLabel } from '../publish/report/row.js';
import { analysisSections } from '../publish/report/sections/analysis.js';
import { planSection } from '../publish/report/sections/plan.js';
import { terminalLines } from '../publish/report/terminal.js';
import { writeAtomically } from '../record/atomic.js';
import { canonical } from '../record/canonical.js';
import { PLAN_FILE, type Plan } from '../record/plan.js';
import { lastRun, SCHEDULE_FILE } from '../record/schedule.js';
import type { Order } from '../run/attempt/order.js';
import { EXTRA_PARTIAL_FILE, PARTIAL_FILE } from '../run/suite/partial_results.js';
import { readScheduleLog } from '../run/suite/schedule_log.js';
import { analyseRun } from './analyse_run.js';
import { printStyled } from './console_writer.js';
import { contractsOf, sayStandings } from './contract_standing.js';
import { demandListening } from './demand_listening.js';
import { dryRun, notRun } from './dry_run.js';
import { type Made, makeAttempts, openScheduleOf } from './make_attempts.js';
import type { Making } from './making.js';
import { type OpenRooms, openRooms } from './open_rooms.js';
import type { RunOrder, RunOutcome, RunOutput } from './orders.js';
import { refuseEarlierResults, takeOutputFolder } from './output_folder.js';
import { termsOf } from './plan_terms.js';
import { openRegressionRun, type RegressionRun, SHARD_CONCLUDES, writeRegression } from './regression_run.js';
import { sayUpstreams } from './say_upstreams.js';
import { weakPassLines } from './weak_passes.js';
import { type OpenPlan, ordersOfShard, shardOf, shardsOf, withPlan } from './with_plan.js';
import { unwritable, type Written, writeReports } from './write_reports.js';

/**
 * `run`: plan → attempts → records → report. Reads what is asked, makes every attempt of its plan, and says what the
 * gate says. Interrupted, it seals what runs, writes the report over what is there and ends with 130.
 *
 * @throws {UserError} for everything that is wrong before the first attempt
 */
export async function run(order: RunOrder, shown: RunOutput, cwd = process.cwd()): Promise<RunOutcome> {
  const terms = { shards: () => shardsOf(order.shard), durations: [] };
  const interrupted = () => notRun(order, order.fail_on ?? 'gates', cwd, true);
  return withPlan(order, terms, shown, cwd, (plan, out) => runPlan(plan, order, out, cwd), interrupted);
}

/** Makes what of a plan falls to this process. */
async function runPlan(open: OpenPlan, order: RunOrder, out: RunOutput, cwd: string): Promise<RunOutcome> {
  const { study, opened, cache } = open;
  const plan = underGate(open, order);
  const sharded = plan.shards > 1 && order.shard !== undefined;
  const gate = openRegressionRun(plan, study.gate.baseline, sharded, cwd);
  const orders = ordersOfShard(open, order.shard);
  if (order.dry_run) return dryRun(orders, open, order, out, cwd);
  const planned = `${canonical(open.plan)}\n`;
  const earlier = order.resume ? 'resume' : order.earlier;
  refuseEarlierResults(order.out, cwd, earlier, planned);
  const asked = new Set(orders.map(({ models }) => models));
  for (const models of opened.models.filter((one) => asked.has(one))) {
    await demandListening(models.upstreams);
    await sayUpstreams(models, out);
  }

  const needs = { doors: needDoors(orders), keys: opened.keys, prices: opened.prices };
  const rooms = await openRooms({ ...order, ...needs }, study.contracts, cache, cwd, out);
  if (!rooms.isolated) out.error('running WITHOUT isolation: no attempt can pass the safety gate');
  const folder = takeOutputFolder(order.out, cwd, earlier, out.error, planned);
  try {
    sayStandings(contractsOf(orders), order, out);
    const started = performance.now();
    // What is meant to be done stands before anything is.
    writing(order, () => writeAtomically(join(resolve(cwd, order.out), PLAN_FILE), planned));
    const terms = termsOf(plan, shardOf(order.shard));
    const reuse = order.reuse.map(folder.moved);
    const making = { ...order, ...terms, reuse, retries: order.retries ?? terms.retries, width: study.width };
    const { made, judged } = await carryOut(orders, making, gate, rooms, out);
    if (judged) writing(order, () => writeRegression(order.out, judged, cwd));
    const concluded = judged?.concluded ?? concludeShard(plan, orders, made);
    const { fail_on } = plan.gate;
    const written = writing(order, () => {
      const analysed = study.suite && order.shard === undefined;
      const about = analysed ? suiteSections(plan, made, resolve(cwd, order.out)) : [];
      const sections = [...(judged?.sections ?? []), ...about];
      const gate = { fail_on, concluded, decides: decidingIn(plan), min_strength: plan.gate.min_strength };
      return writeReports(order.out, made.done, made.missing, gate, cwd, sections);
    });
    for (const file of [PARTIAL_FILE, EXTRA_PARTIAL_FILE]) rmSync(join(resolve(cwd, order.out), file), { force: true });
    say(made, written, order, out, performance.now() - started);
    sayWeakPasses(plan, made, out);
    return outcomeOf(orders, made, written, fail_on, out);
  } finally {
    folder.release();
  }
}

/** Returns the plan with the gate that this run asks for: what the order says goes before what was planned. */
function underGate({ plan, study }: OpenPlan, { fail_on, extra_trials, extra_usd }: RunOrder): Plan {
  const min_strength = study.gate.min_strength ?? plan.gate.min_strength;
  const asked = { fail_on, extra_trials, extra_usd, min_strength };
  const said = Object.entries(asked).filter(([, value]) => value !== undefined);
  return { ...plan, gate: { ...plan.gate, ...Object.fromEntries(said) } };
}

/** Says which passes the gate refuses for their strength. */
function sayWeakPasses(plan: Plan, { done }: Made, out: RunOutput): void {
  const { fail_on, min_strength = 0 } = plan.gate;
  if (fail_on !== 'gates') return;
  const attempts = judgedBy(plan, { results: done, missing: [] }).results.map((result) => ({
    task: result.contract.path,
    agent: agentLabel(result),
    trial: result.trial,
    status: result.verdict.status,
    bits: result.verdict.oracle.strength.bits,
  }));
  weakPassLines(attempts, min_strength).forEach(out.error);
}

/** Makes what is planned, then what the regression gate asks for beyond it: one schedule, whose envelopes hold for both. */
async function carryOut(
  orders: readonly Order[],
  making: Making,
  gate: RegressionRun | undefined,
  rooms: OpenRooms,
  out: RunOutput,
) {
  const schedule = openScheduleOf(orders, making, rooms);
  try {
    const made = await makeAttempts(orders, making, rooms, schedule, out);
    const make = (extra: readonly Order[], terms: Making) => makeAttempts(extra, terms, rooms, schedule, out);
    const judged = out.signal.aborted ? undefined : await gate?.judge(orders, made, making, make);
    return { made, judged };
  } finally {
    schedule.close(out.signal.aborted);
  }
}

/** What a suite is told with: what there is of it, and what that says. */
function suiteSections(plan: Plan, { done, missing }: Made, folder: string): Section[] {
  const planned = planSection(plan, missing, lastRun(readScheduleLog(join(folder, SCHEDULE_FILE))));
  return [...(planned ? [planned] : []), ...analysisSections(analyseRun(plan, done, folder))];
}

/** Whether agents reach something of ours from inside their sandbox. */
const needDoors = (orders: readonly Order[]) =>
  orders.some(({ agent, models }) => models !== undefined || ('work' in agent && agent.coordination !== undefined));

/** A shard may hold nothing that is judged: then others decide. */
function concludeShard(plan: Plan, orders: readonly Order[], { done, missing }: Made): Conclusion {
  const expected = judgedBy(plan, { results: [], missing: orders.map(({ attempt_id }) => attempt_id) }).missing;
  if (expected.length === 0 && plan.attempts.length > orders.length) return 'success';
  if (plan.gate.fail_on === 'regression' && plan.attempts.length > orders.length) return SHARD_CONCLUDES;
  return plannedConclusion(plan, { results: done, missing });
}

function say({ done, missing, kept }: Made, written: Written, order: RunOrder, out: RunOutput, wall_ms: number): void {
  if (order.json) {
    out.log(jsonText({ conclusion: written.view.conclusion, results: done, missing }));
    return;
  }
  out.log('');
  printStyled(out, terminalLines(written.view, out.terminal.columns));
  out.log('');
  out.log(
    `${counted(done.length - kept, 'attempt')}${kept > 0 ? ` and ${kept} kept` : ''} in ${elapsed(wall_ms)} · ${written.report_path} · ${written.html_path} · ${written.results_path}`,
  );
}

function outcomeOf(
  orders: readonly Order[],
  { done, missing }: Made,
  { view, report_path, html_path, results_path }: Written,
  fail_on: Plan['gate']['fail_on'],
  out: RunOutput,
): RunOutcome {
  const conclusion = out.signal.aborted ? 'interrupted' : view.conclusion;
  const exit_code = { success: 0, failure: 1, indecisive: 3, interrupted: 130 }[conclusion] as RunOutcome['exit_code'];
  const places = orders.map(({ attempt_id, loaded }) => [attempt_id, { path: loaded.shown, lines: loaded.lines }]);
  return {
    exit_code,
    conclusion,
    results: done,
    missing,
    ...{ report_path, html_path, results_path, fail_on, view },
    places: Object.fromEntries(places),
  };
}

function writing<T>(order: RunOrder, write: () => T): T {
  try {
    return write();
  } catch (error) {
    throw unwritable(error, order.out) ?? error;
  }
}
