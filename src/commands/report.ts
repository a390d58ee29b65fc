import { join, relative, resolve } from 'node:path';
import { UserError } from '../contract/user_error.js';
import { adjudicate } from '../judge/analysis/adjudications.js';
import { analyse } from '../judge/analysis/analyse.js';
import { ANALYSIS_FILE, type Analysis } from '../judge/analysis/analysis.js';
import { historyLine } from '../judge/analysis/history_line.js';
import { type Conclusion, conclusion } from '../publish/report/conclusion.js';
import { jsonText, logLine as safe } from '../publish/report/escape.js';
import { Gathering } from '../publish/report/gathering.js';
import { decidingIn } from '../publish/report/planned_gate.js';
import { analysisSections } from '../publish/report/sections/analysis.js';
import { planSection } from '../publish/report/sections/plan.js';
import { shardsSection } from '../publish/report/sections/shards.js';
import { terminalLines } from '../publish/report/terminal.js';
import { type View, viewOf } from '../publish/report/view.js';
import { writeAtomically } from '../record/atomic.js';
import { canonical } from '../record/canonical.js';
import { PLAN_FILE } from '../record/plan.js';
import { VERSION } from '../record/version.js';
import { printStyled } from './console_writer.js';
import { gatherOrigins, type ResultOrigins } from './gather_origins.js';
import { appendHistory } from './history_file.js';
import { mergeResults } from './merge.js';
import { writeMerged } from './merge_write.js';
import type { Merge, Merged } from './merged.js';
import type { RunOutput } from './orders.js';
import { refuseForeignResults } from './output_folder.js';
import { readAdjudications } from './read_adjudications.js';
import type { ReportOrder, ReportOutcome } from './report_order.js';
import { weakPassLines } from './weak_passes.js';
import { unwritable, writeRenderings } from './write_reports.js';

/**
 * `report`: results of all shards → one file of results, one report, one line of history, and what the gate says of them.
 *
 * @throws {UserError} for results that cannot be merged honestly
 */
export function report(order: ReportOrder, out: RunOutput, cwd = process.cwd(), now = () => new Date()): ReportOutcome {
  const folder = resolve(cwd, order.out);
  refuseForeignResults(order.out, cwd, order.folders);
  const gathering = new Gathering();
  const origins = gatherOrigins();
  const merge = mergeResults(order, cwd, (result) => {
    gathering.add(result);
    origins.add(result);
  });
  if (order.tell_unverified && !order.verify) merge.warnings.push(UNVERIFIED);
  merge.warnings.forEach(out.error);
  try {
    demandGates(merge, order);
    const concluded = gate(merge, order);
    const analysis = analysed(merge, order, cwd);
    const sections = analysisSections(analysis);
    const { plan, schedule } = merge;
    const missing = merge.missing.map(({ attempt_id }) => attempt_id);
    const planned = plan && planSection(plan, missing, schedule.lines, schedule);
    const about = [shardsSection(merge), planned].filter((section) => section !== undefined);
    const view = viewOf(gathering, {
      missing,
      fail_on: failOn(merge, order),
      min_strength: minStrengthOf(merge, order),
      concluded,
      decides: merge.plan ? decidingIn(merge.plan) : undefined,
      harness: {
        version: VERSION,
        ...(order.commit === null ? {} : { commit: order.commit }),
        ...(order.run_url === null ? {} : { run_url: order.run_url }),
      },
      sections: [...about, ...sections],
    });
    const results_path = writeMerged(merge, folder);
    writeAtomically(join(folder, ANALYSIS_FILE), `${JSON.stringify(analysis, null, 2)}\n`);
    if (merge.plan) writeAtomically(join(folder, PLAN_FILE), `${canonical(merge.plan)}\n`);
    const written = writeRenderings(folder, view, cwd);
    if (order.history !== undefined && merge.attempts.length > 0) remember(merge, order, order.history, cwd, now);
    const paths = { results_path: relative(cwd, results_path), ...written };
    const outcome = outcomeOf(merge, origins, view, concluded, paths);
    say(outcome, merge, order, out);
    sayWeakPasses(merge, order, out);
    return outcome;
  } catch (error) {
    throw unwritable(error, order.out) ?? error;
  } finally {
    merge.read.close();
  }
}

/** What a report says that was made without looking at whole records. */
const UNVERIFIED = 'records were not verified (verify: false): results are believed as their files say them';

/** What makes the comparison a failure: as the order says, else as it was planned. */
const failOn = ({ plan }: Merge, { fail_on }: ReportOrder) => fail_on ?? plan?.gate.fail_on ?? 'gates';

/** Bits of strength that a pass must have: as the order says, else as it was planned. */
const minStrengthOf = ({ plan }: Merge, { min_strength }: ReportOrder) => min_strength ?? plan?.gate.min_strength ?? 0;

/** @throws {UserError} for a strength that no gate would ask for */
function demandGates(merge: Merge, order: ReportOrder): void {
  const fail_on = failOn(merge, order);
  if (order.min_strength !== undefined && fail_on !== 'gates')
    throw new UserError(`--min-strength is for --fail-on gates, and this report has --fail-on ${fail_on}`);
}

/** The attempts of the agents under test. Those of baselines decide nothing. */
function judgedAttempts({ attempts, plan, arms }: Merge): Merged[] {
  const agents = plan?.gate.arms ?? arms.filter(({ role }) => role === 'agent').map(({ id }) => id);
  const judged = new Set(agents.length > 0 ? agents : arms.map(({ id }) => id));
  return attempts.filter(({ trial }) => judged.has(trial.arm));
}

/**
 * What the attempts of the agents under test come to. Those of baselines decide nothing, but without them the comparison is not whole: whatever is
 * missing is undecided.
 */
function gate(merge: Merge, order: ReportOrder): Conclusion {
  const { missing, plan, shards } = merge;
  const found = conclusion(
    judgedAttempts(merge).map(({ trial, status, strength_bits: bits }) => ({
      contract: { id: trial.task },
      verdict: { status, scorable: status !== 'invalid', oracle: { strength: { bits } } },
    })),
    {
      fail_on: failOn(merge, order),
      missing: missing.map(({ attempt_id }) => attempt_id),
      coverage_floor: plan?.gate.coverage_floor ?? 1,
      min_strength: minStrengthOf(merge, order),
    },
  );
  // A suite that judges nothing still wants to be there: only who asks for this report may say that nothing matters.
  const gone = shards.some((shard) => shard.found === 0);
  return found === 'success' && gone && order.fail_on !== 'never' ? 'indecisive' : found;
}

function analysed({ attempts, arms, plan }: Merge, { adjudications }: ReportOrder, cwd: string): Analysis {
  const trials = attempts.map(({ trial }) => trial);
  if (adjudications === undefined) return analyse(trials, { arms, plan });
  const reviews = readAdjudications(adjudications, new Set(trials.map(({ attempt_id }) => attempt_id)), cwd);
  return analyse(trials, { arms, plan, adjudications: adjudicate(reviews, trials) });
}

function remember(merge: Merge, order: ReportOrder, history: string, cwd: string, now: () => Date): void {
  const { commit, run_url } = order;
  const trials = merge.attempts.map(({ trial }) => trial);
  const line = historyLine({ ...merge, trials, commit, run_url, at: now().toISOString() });
  appendHistory(resolve(cwd, history), line, safe(history));
}

/** Says which passes the gate refuses for their strength. */
function sayWeakPasses(merge: Merge, order: ReportOrder, out: RunOutput): void {
  if (failOn(merge, order) !== 'gates') return;
  const attempts = judgedAttempts(merge).map(({ trial: { task, arm, trial }, status, strength_bits: bits }) => ({
    ...{ task, agent: arm, trial, status, bits },
  }));
  weakPassLines(attempts, minStrengthOf(merge, order)).forEach(out.error);
}

function outcomeOf(
  merge: Merge,
  origins: ResultOrigins,
  view: View,
  concluded: Conclusion,
  paths: Pick<ReportOutcome, 'results_path' | 'report_path' | 'html_path'>,
): ReportOutcome {
  return {
    exit_code: ({ success: 0, failure: 1, indecisive: 3 } as const)[concluded],
    conclusion: concluded,
    view,
    results: view.rows.map(({ result }) => result),
    places: {},
    ...paths,
    warnings: merge.warnings,
    missing: merge.missing.length,
    missing_shards: merge.shards.filter(({ found }) => found === 0).map(({ shard }) => shard),
    planned: merge.plan !== undefined,
    pull_requests: origins.pull_requests(),
    contracts: origins.contracts(),
  };
}

function say(outcome: ReportOutcome, merge: Merge, order: ReportOrder, out: RunOutput): void {
  const { conclusion, warnings, missing, missing_shards, results_path, report_path, html_path } = outcome;
  if (!order.json) {
    printStyled(out, terminalLines(outcome.view, out.terminal.columns));
    out.log('');
    out.log([report_path, html_path, results_path].join(' · '));
    return;
  }
  const { repeated, recovered, unplanned, attempts } = merge;
  const counts = { attempts: attempts.length, missing, unplanned: unplanned.length, repeated, recovered };
  out.log(jsonText({ conclusion, ...counts, missing_shards, warnings, results_path, report_path, html_path }));
}
