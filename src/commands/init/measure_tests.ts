import { NO_ABLATION } from '../../contract/coordination/mechanism.js';
import type { LoadedContract } from '../../contract/loaded_contract.js';
import { judgeCanary } from '../../judge/rubric/oracle/judge_canary.js';
import { scoreAttempt } from '../../judge/rubric/score_attempt.js';
import { type Execution, selectEvents } from '../../record/events/event.js';
import { findErrorLine } from '../../record/events/find_error_line.js';
import type { RunRecord } from '../../record/run_record.js';
import { countFailures, type TestReport } from '../../record/tests/test_report.js';
import { createNoopAgent, createReferenceAgent } from '../../run/agents/create_patch_agent.js';
import { computeAttemptId, PROTOCOL_SEED, type PreparedContract } from '../../run/attempt/attempt_spec.js';
import { runAttempt } from '../../run/attempt/run_attempt.js';
import type { RunnerContext } from '../../run/attempt/runner_context.js';
import type { MeasuredRuns } from './drafts/open_measured_runs.js';
import type { TestRun } from './drafts/test_run.js';
import { findFailureReason } from './find_failure_reason.js';
import { selectTests } from './select_tests.js';
import { findUnreachableAddress } from './setup/find_unreachable_address.js';

/** Reports of repeated runs without and with the reference solution. */
export interface TestMeasurement {
  base: TestReport[];
  golden: TestReport[];
  /** Longest run of the tests in milliseconds. */
  wall_ms: number;
}

/** Reason why the tests could not be measured. `setup`: another way to set up the repository may help. */
export interface MeasurementProblem {
  problem: string;
  stage: 'setup' | 'patch' | 'build' | 'tests';
  /** Address that the setup needed and could not reach. */
  unreachable?: string;
  /** True if exit status and report contradict each other. */
  contradictory?: true;
  /** True if the command ended by itself: of the unchanged repository, its tests do not load. */
  ended?: true;
}

/** Number of runs without and with the reference solution. */
const RUNS = 3;
/** Further tries of a run whose exit status and report contradict each other. */
const MAX_REPEATS = 2;
/** Least time limit of a run without the reference solution, in milliseconds. */
const MIN_BASE_MS = 30_000;

/**
 * Runs the tests of a drafted contract in the sandbox, three times without and three times with its reference solution.
 * The first run with the reference solution decides whether there is anything to measure; if no test is left that begins
 * to pass, no further run is made.
 *
 * @param most longest duration of the first run in milliseconds; a longer one is a problem of the stage `tests`
 * @param runs runs of an earlier measurement that was interrupted; those that are made now are added
 * @param progress is called after each run with the number of finished and of all runs
 */
export async function measureTests(
  drafted: LoadedContract,
  prepared: PreparedContract,
  context: RunnerContext,
  most: number | undefined,
  runs: MeasuredRuns,
  progress: (done: number, of: number) => void,
): Promise<TestMeasurement | MeasurementProblem> {
  const golden: TestReport[] = [];
  const base: TestReport[] = [];
  let unloaded: MeasurementProblem | undefined;
  let wall_ms = 0;
  let done = 0;
  const take = async (kind: 'golden' | 'base', trial: number): Promise<MeasurementProblem | undefined> => {
    context.signal.throwIfAborted();
    // Without the change tests may hang; the first run with it shows how long they take.
    const loaded = kind === 'golden' ? drafted : shortenTimeouts(drafted, Math.max(MIN_BASE_MS, 10 * wall_ms));
    const known = runs.find(kind, trial);
    let run = known ?? readTestRun(await runOnce(loaded, prepared, context, kind, trial));
    // A runner that ended well and left a report of failures, such as a torn one, is asked again.
    for (let again = 1; again <= MAX_REPEATS && 'contradictory' in run; again++)
      run = readTestRun(await runOnce(loaded, prepared, context, kind, trial + again * RUNS));
    progress(++done, 2 * RUNS);
    if ('report' in run) {
      if (known === undefined) runs.add(kind, trial, run);
      (kind === 'golden' ? golden : base).push(run.report);
      wall_ms = Math.max(wall_ms, run.wall_ms);
      return undefined;
    }
    if (kind === 'golden' || run.ended === undefined) return run;
    unloaded = run;
    return undefined;
  };
  for (let trial = 1; trial <= RUNS; trial++) {
    for (const kind of ['golden', 'base'] as const) {
      const problem = await take(kind, trial);
      if (problem) return problem;
      // A runner that ran nothing may need another setup.
      if (trial === 1 && kind === 'golden' && !golden[0]!.tests.some(({ outcome }) => outcome === 'passed'))
        return { stage: 'tests', problem: describeNoPass(golden[0]!) };
      if (most !== undefined && wall_ms > most)
        return { stage: 'tests', problem: `the tests take ${Math.round(wall_ms / 1000)} s` };
    }
    // Further runs can only take required tests away.
    if (base.length > 0 && selectTests(base, golden).fail_to_pass.length === 0) return { base, golden, wall_ms };
  }
  if (unloaded === undefined) return { base, golden, wall_ms };
  // Tests that never load over the unchanged repository all fail there; some that load sometimes say nothing.
  if (base.length > 0) return { ...unloaded, problem: `without the change, only sometimes: ${unloaded.problem}` };
  return { base: golden.map(() => ({ tests: [], suite_failures: [] })), golden, wall_ms };
}

/** Shortens the time limits of a contract's checks. */
function shortenTimeouts(loaded: LoadedContract, most_ms: number): LoadedContract {
  const acceptance = loaded.contract.acceptance.map((check) => ({
    ...check,
    timeout: Math.min(check.timeout, Math.round(most_ms)),
  }));
  return { ...loaded, contract: { ...loaded.contract, acceptance } };
}

/** Runs the tests of the unchanged repository once. */
export async function tryTests(
  loaded: LoadedContract,
  prepared: PreparedContract,
  context: RunnerContext,
): Promise<TestRun | MeasurementProblem> {
  const run = readTestRun(await runOnce(loaded, prepared, context, 'base', 1));
  if (!('report' in run) || run.report.tests.some(({ outcome }) => outcome === 'passed')) return run;
  return { stage: 'tests', problem: describeNoPass(run.report) };
}

/** Runs a contract with its reference solution once, and tells whether its canary failed as it must. */
export async function isCanaryArmed(
  loaded: LoadedContract,
  prepared: PreparedContract,
  context: RunnerContext,
): Promise<boolean> {
  const { events } = await runOnce(loaded, prepared, context, 'golden', 1);
  const { canary } = loaded.contract.oracle;
  return canary !== undefined && judgeCanary(canary, selectEvents(events, 'canary').at(-1)).state === 'armed';
}

function describeNoPass({ tests, suite_failures }: TestReport): string {
  if (tests.length === 0 && suite_failures.length === 0) return 'the test command ran no test';
  // What a test says tells more than that the report has another plan: ava reports a file that does not load as a test.
  const [failure] = [...tests, ...suite_failures].flatMap(({ message }) => findFailureReason(message ?? '') || []);
  return `no test passes${failure ? `: ${failure}` : ''}`;
}

async function runOnce(
  loaded: LoadedContract,
  prepared: PreparedContract,
  context: RunnerContext,
  kind: 'golden' | 'base',
  trial: number,
): Promise<RunRecord> {
  const agent = kind === 'golden' ? createReferenceAgent() : createNoopAgent();
  const attempt_id = computeAttemptId(loaded, agent, trial, PROTOCOL_SEED, NO_ABLATION);
  let seen: RunRecord | undefined;
  await runAttempt(
    { attempt_id, loaded, agent, trial, seed: PROTOCOL_SEED, ablation: NO_ABLATION, challenged: false },
    prepared,
    context,
    (record) => {
      seen = record;
      return scoreAttempt(record);
    },
  );
  context.signal.throwIfAborted();
  return seen!;
}

/** Name of the one test that stands for a check without a report. */
export const EXIT_STATUS_TEST = '(exit status)';

/** Reads the tests of an attempt's record, or why there are none. */
function readTestRun({ events }: RunRecord): TestRun | MeasurementProblem {
  const setup = selectEvents(events, 'setup').at(-1)?.payload;
  if (setup === undefined || setup.outcome === 'failed') {
    const last = setup?.steps.at(-1);
    const unreachable = last && findUnreachableAddress(last);
    return {
      ...{ stage: 'setup', problem: setup?.detail || 'the repository could not be prepared' },
      ...(unreachable === undefined ? {} : { unreachable }),
    };
  }
  const applied = selectEvents(events, 'patch_applied').at(-1)?.payload;
  if (applied && applied.outcome !== 'applied' && applied.outcome !== 'empty')
    return { stage: 'patch', problem: `the reference solution does not apply: ${applied.detail}` };
  const build = selectEvents(events, 'build').find(({ payload }) => payload.execution?.exit_code !== 0)?.payload;
  if (build?.execution)
    return {
      ...{ stage: 'build', problem: `the build fails${quoteEnd(build.execution)}` },
      ...(build.execution.cause === 'exit' ? { ended: true } : {}),
    };
  const check = selectEvents(events, 'acceptance_check').at(-1)?.payload;
  if (check?.execution === undefined) return { stage: 'tests', problem: 'the tests were not run' };
  const { execution, report } = check;
  const { wall_ms } = execution.usage;
  const ended = execution.cause === 'exit' ? `ended with ${execution.exit_code}` : `was ended (${execution.cause})`;
  if (report.state === 'none') {
    if (execution.cause !== 'exit')
      return { stage: 'tests', problem: `the test command ${ended}${quoteEnd(execution)}` };
    const outcome = execution.exit_code === 0 ? 'passed' : 'failed';
    return { report: { tests: [{ path: [EXIT_STATUS_TEST], outcome }], suite_failures: [] }, wall_ms };
  }
  if (report.state === 'read') {
    const failed = execution.cause === 'exit' && execution.exit_code === 0 && countFailures(report.report) > 0;
    return failed
      ? { stage: 'tests', contradictory: true, problem: 'the test command ended with 0, and its report holds failures' }
      : { report: report.report, wall_ms };
  }
  const why = report.state === 'missing' ? 'no report was written' : report.reason;
  return {
    ...{ stage: 'tests', problem: `the test command ${ended}, and ${why}${quoteEnd(execution)}` },
    ...(execution.cause === 'exit' && execution.exit_code !== 0 ? { ended: true } : {}),
  };
}

/** Quotes the most informative line that a command printed. */
function quoteEnd(execution: Execution): string {
  const line = findErrorLine(execution);
  return line === '' ? '' : `: ${line.slice(0, 200)}`;
}
