import { NO_ABLATION } from '../../../contract/coordination/mechanism.js';
import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import type { LoadedContract } from '../../../contract/loaded_contract.js';
import { judgeCanary } from '../../../judge/rubric/oracle/judge_canary.js';
import { scoreAttempt } from '../../../judge/rubric/score_attempt.js';
import { findErrorLine, type RunRecord, selectEvents } from '../../../record/events/select_events.js';
import type { PullRequestPair } from '../../../record/manifest/manifest.js';
import type { TestReport } from '../../../record/tests/test_report.js';
import type { AttemptRunner } from '../../../run/attempt/attempt_ports.js';
import { computeAttemptId, PROTOCOL_SEED, type PreparedContract } from '../../../run/attempt/attempt_spec.js';
import { runAttempt } from '../../../run/attempt/lifecycle/run_attempt.js';
import { createVariantAgent } from '../../../run/validation/create_variant_agent.js';
import type { MeasurementProblem } from '../setup/measurement_problem.js';
import { computeBaseLimit } from './compute_test_limit.js';
import type { MeasuredRuns } from './open_measured_runs.js';
import { describeNoPass, isFailingBase, isSlowRun, readTestRun, type TestRun } from './read_test_run.js';
import { selectTests } from './select_tests.js';

/** Reports of repeated runs without and with the reference solution. */
export interface TestMeasurement {
  base: TestReport[];
  golden: TestReport[];
  /** Longest run of the tests in milliseconds. */
  wall_ms: number;
  /** Lack of a tool that the tests show which fail with the reference solution. */
  lack?: string;
  /** True if the tests do not end without the reference solution. */
  hanging?: true;
}

/** Number of runs without and with the reference solution. */
const RUNS = 3;
/** Further tries of a run whose exit status and report contradict each other. */
const MAX_REPEATS = 2;
/**
 * Runs the tests of a drafted contract in the sandbox, three times without and three times with its reference
 * solution. The first run with the reference solution decides whether there is anything to measure; if no test is
 * left that begins to pass, no further run is made.
 *
 * Tests that do not end without the reference solution fail there: the time of a run is bounded by that of the first
 * one with it.
 *
 * @param most longest duration of a run by itself in milliseconds; a longer one is a problem of the stage `tests`
 * @param runs runs of an earlier measurement that was interrupted; those that are made now are added
 * @param progress is called after each run with the number of finished and of all runs
 */
export async function measureTests(
  drafted: LoadedContract,
  prepared: PreparedContract,
  context: AttemptRunner,
  most: number,
  runs: MeasuredRuns,
  progress: (done: number, of: number) => void,
): Promise<TestMeasurement | MeasurementProblem> {
  const golden: TestReport[] = [];
  const base: TestReport[] = [];
  let unloaded: MeasurementProblem | undefined;
  let wall_ms = 0;
  let count = 0;
  let lack: string | undefined;
  const { tools } = prepared;
  const take = async (kind: 'golden' | 'base', trial: number): Promise<MeasurementProblem | undefined> => {
    context.signal.throwIfAborted();
    // Without the change tests may hang; the first run with it shows how long they take.
    const loaded = kind === 'golden' ? drafted : limitTests(drafted, computeBaseLimit(wall_ms));
    const earlierRun = runs.find(kind, trial);
    let run = earlierRun ?? readTestRun(await runOnce(loaded, prepared, context, kind, trial), tools);
    // A runner that ended well and left a report of failures, such as a torn one, is asked again.
    for (let again = 1; again <= MAX_REPEATS && 'contradictory' in run; again++)
      run = readTestRun(await runOnce(loaded, prepared, context, kind, trial + again * RUNS), tools);
    progress(++count, 2 * RUNS);
    if ('report' in run) {
      if (earlierRun === undefined) runs.add(kind, trial, run);
      (kind === 'golden' ? golden : base).push(run.report);
      wall_ms = Math.max(wall_ms, run.wall_ms);
      if (kind === 'base') return undefined;
      lack ??= run.lack;
      if (trial === 1 && !run.report.tests.some(({ outcome }) => outcome === 'passed'))
        // A runner that ran nothing may need another setup.
        return describeNoPass(run.report, lack);
      return isSlowRun(run, most) ? describeSlow(run.wall_ms, drafted) : undefined;
    }
    if (kind === 'golden' || !isFailingBase(run)) return run;
    // One that was ended is the reason to bound the others, whatever came of them.
    if (unloaded?.slow !== 'timeout') unloaded = run;
    return undefined;
  };
  const result = () => ({ base, golden, wall_ms, ...omitUndefined({ lack }) });
  for (let trial = 1; trial <= RUNS; trial++) {
    for (const kind of ['golden', 'base'] as const) {
      const problem = await take(kind, trial);
      if (problem) return problem;
    }
    // Further runs can only take required tests away.
    if (base.length > 0 && selectTests(base, golden).fail_to_pass.length === 0) return result();
  }
  if (unloaded === undefined) return result();
  // Tests that never load or end over the unchanged repository all fail there; some that do so sometimes say nothing.
  if (base.length > 0) {
    const { slow, ...rest } = unloaded;
    return { ...rest, problem: `without the change, only sometimes: ${unloaded.problem}` };
  }
  const hanging = unloaded.slow === 'timeout' || undefined;
  return {
    ...{ base: golden.map(() => ({ tests: [], suite_failures: [] })), golden, wall_ms },
    ...omitUndefined({ hanging }),
  };
}

/** Describes a run of the tests that took too long. One that was ended tells nothing of other commits. */
function describeSlow(wall_ms: number, { contract }: LoadedContract): MeasurementProblem {
  const ended = contract.acceptance.every(({ timeout }) => wall_ms < timeout);
  return {
    stage: 'tests',
    slow: ended ? 'ended' : 'timeout',
    problem: `the tests take ${Math.round(wall_ms / 1000)} s`,
  };
}

/** Sets the time limit of a contract's checks: that of the first run is for a suite that is fast. */
function limitTests(loaded: LoadedContract, most_ms: number): LoadedContract {
  const timeout = Math.round(most_ms);
  const acceptance = loaded.contract.acceptance.map((check) => ({ ...check, timeout }));
  return { ...loaded, contract: { ...loaded.contract, acceptance } };
}

/** Runs the tests of the unchanged repository once. */
export async function tryTests(
  loaded: LoadedContract,
  prepared: PreparedContract,
  context: AttemptRunner,
): Promise<TestRun | MeasurementProblem> {
  const run = readTestRun(await runOnce(loaded, prepared, context, 'base', 1), prepared.tools);
  if (!('report' in run) || run.report.tests.some(({ outcome }) => outcome === 'passed')) return run;
  return describeNoPass(run.report, run.lack);
}

/** Judges a contract by the empty diff of a commit. Returns why it does not pass, or undefined if it does. */
export async function judgeUnchanged(
  loaded: LoadedContract,
  prepared: PreparedContract,
  context: AttemptRunner,
  commit: string,
): Promise<string | undefined> {
  const pair = { number: null, base_ref: null, base_sha: commit, head_sha: commit };
  const record = await runOnce(loaded, prepared, context, 'base', 1, pair);
  const { status, reason, gates } = scoreAttempt(record);
  if (status === 'success') return undefined;
  const run = selectEvents(record.events, 'acceptance_check').findLast(
    ({ payload }) => payload.execution !== undefined && payload.execution.exit_code !== 0,
  );
  const line = run?.payload.execution ? findErrorLine(run.payload.execution) : '';
  const why = status === 'invalid' ? reason : (gates.find(({ outcome }) => outcome !== 'pass')?.why ?? reason);
  return `${why}${line === '' || why.includes(line) ? '' : `: ${line.slice(0, 200)}`}`;
}

/** Runs a contract with its reference solution once, and tells whether its canary failed as it must. */
export async function isCanaryArmed(
  loaded: LoadedContract,
  prepared: PreparedContract,
  context: AttemptRunner,
): Promise<boolean> {
  const { events } = await runOnce(loaded, prepared, context, 'golden', 1);
  const { canary } = loaded.contract.oracle;
  return canary !== undefined && judgeCanary(canary, selectEvents(events, 'canary').at(-1)).state === 'armed';
}

async function runOnce(
  loaded: LoadedContract,
  prepared: PreparedContract,
  context: AttemptRunner,
  kind: 'golden' | 'base',
  trial: number,
  pull_request?: PullRequestPair,
): Promise<RunRecord> {
  const agent = createVariantAgent({ role: kind, name: kind, change: '' });
  const attempt_id = computeAttemptId(
    loaded,
    agent,
    trial,
    PROTOCOL_SEED,
    NO_ABLATION,
    undefined,
    undefined,
    pull_request,
  );
  let lastRecord: RunRecord | undefined;
  await runAttempt(
    { attempt_id, loaded, agent, trial, seed: PROTOCOL_SEED, ablation: NO_ABLATION, challenged: false, pull_request },
    prepared,
    context,
    (record) => {
      lastRecord = record;
      return scoreAttempt(record);
    },
  );
  context.signal.throwIfAborted();
  return lastRecord!;
}
