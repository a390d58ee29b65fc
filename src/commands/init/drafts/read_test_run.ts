import { z } from 'zod';
import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import type { Execution } from '../../../record/events/event.js';
import type { RunRecord } from '../../../record/events/select_events.js';
import { findErrorLine, selectEvents } from '../../../record/events/select_events.js';
import { countFailures, type TestReport, testReportSchema } from '../../../record/tests/test_report.js';
import { findToolLack } from '../setup/find_tool_lack.js';
import { findUnreachableAddress } from '../setup/find_unreachable_address.js';
import type { MeasurementProblem } from '../setup/measurement_problem.js';

export const testRunSchema = z.strictObject({
  report: testReportSchema,
  wall_ms: z.number().describe('duration of the check in milliseconds'),
  cpu_ms: z.number().optional().describe('processor time of the check in milliseconds; absent = not measured'),
  lack: z.string().optional().describe('what failing tests show of a tool that does not suit them'),
});

/** Result of one run of the tests. */
export type TestRun = z.infer<typeof testRunSchema>;

/** Most that other work on the machine lengthens a run: beyond it, the run waits for something of its own. */
export const MAX_LOAD = 3;

/** Tells whether a run took longer than a limit by itself, whatever ran beside it. Milliseconds. */
export const isSlowRun = ({ wall_ms, cpu_ms }: Pick<TestRun, 'wall_ms' | 'cpu_ms'>, most_ms: number): boolean =>
  Math.min(wall_ms, cpu_ms ?? wall_ms) > most_ms || wall_ms > MAX_LOAD * most_ms;

/** Tells whether a run of the unchanged repository that left no report shows that its tests fail. */
export const isFailingBase = ({ ended, slow }: Pick<MeasurementProblem, 'ended' | 'slow'>): boolean =>
  ended === true || slow === 'timeout';

/** Name of the one test that stands for a check without a report. */
export const EXIT_STATUS_TEST = '(exit status)';

/** Reads the tests of an attempt's record, or why there are none. @param tools versions by tool */
export function readTestRun(
  { events }: RunRecord,
  tools: Readonly<Record<string, string>>,
): TestRun | MeasurementProblem {
  const explain = (execution: Execution, found: MeasurementProblem): MeasurementProblem => {
    const lack = findToolLack({ execution, ...omitUndefined({ runs_tests: toMark(found.stage === 'tests') }) }, tools);
    return lack === undefined ? found : { ...found, problem: lack, lacking: true };
  };
  const setup = selectEvents(events, 'setup').at(-1)?.payload;
  if (setup === undefined || setup.outcome === 'failed') {
    const last = setup?.steps.at(-1);
    const unreachable = last && findUnreachableAddress(last);
    const problem = setup?.detail || 'the repository could not be prepared';
    const setup_problem: MeasurementProblem = {
      ...{ stage: 'setup', problem },
      ...omitUndefined({ unreachable, lacking: toMark(problem.startsWith('tool "')) }),
    };
    return last ? explain(last, setup_problem) : setup_problem;
  }
  const applied = selectEvents(events, 'patch_applied').at(-1)?.payload;
  if (applied && applied.outcome !== 'applied' && applied.outcome !== 'empty')
    return { stage: 'patch', problem: `the reference solution does not apply: ${applied.detail}` };
  const build = selectEvents(events, 'build').find(({ payload }) => payload.execution?.exit_code !== 0)?.payload;
  if (build?.execution)
    return explain(build.execution, {
      ...{ stage: 'build', problem: `the build fails${quoteEnd(build.execution)}` },
      ...omitUndefined({ ended: toMark(build.execution.cause === 'exit') }),
    });
  const check = selectEvents(events, 'acceptance_check').at(-1)?.payload;
  if (check?.execution === undefined) return { stage: 'tests', problem: 'the tests were not run' };
  const { execution, report } = check;
  const { wall_ms, cpu_ms } = execution.usage;
  const ended = execution.cause === 'exit' ? `ended with ${execution.exit_code}` : `was ended (${execution.cause})`;
  const create = (read: TestReport): TestRun => {
    const evidence = report.state === 'read' ? { execution, report: read } : { execution, runs_tests: true as const };
    const lack = execution.exit_code === 0 ? undefined : findToolLack(evidence, tools);
    return { report: read, wall_ms, ...omitUndefined({ cpu_ms: cpu_ms ?? undefined, lack }) };
  };
  const slow = execution.cause === 'timeout' ? { slow: 'timeout' as const } : {};
  if (report.state === 'none') {
    if (execution.cause !== 'exit')
      return { stage: 'tests', ...slow, problem: `the test command ${ended}${quoteEnd(execution)}` };
    const outcome = execution.exit_code === 0 ? 'passed' : 'failed';
    return create({ tests: [{ path: [EXIT_STATUS_TEST], outcome }], suite_failures: [] });
  }
  if (report.state === 'read') {
    const failed = execution.cause === 'exit' && execution.exit_code === 0 && countFailures(report.report) > 0;
    return failed
      ? { stage: 'tests', contradictory: true, problem: 'the test command ended with 0, and its report holds failures' }
      : create(report.report);
  }
  const why = report.state === 'missing' ? 'no report was written' : report.reason;
  return explain(execution, {
    ...{ stage: 'tests', ...slow, problem: `the test command ${ended}, and ${why}${quoteEnd(execution)}` },
    ...omitUndefined({ ended: toMark(execution.cause === 'exit' && execution.exit_code !== 0) }),
  });
}

/** Returns a mark that is there only where it is true. */
const toMark = (condition: boolean): true | undefined => condition || undefined;

/** Quotes the most informative line that a command printed. */
function quoteEnd(execution: Execution): string {
  // Ruby names the place of an error first, and what is missing last.
  const line = findErrorLine(execution).replace(/^\S{1,200}:\d+:in [`'][^']{1,100}': /, '');
  return line === '' ? '' : `: ${line.slice(0, 200)}`;
}

/** Describes why a run in which no test passed cannot be used. */
export function describeNoPass({ tests, suite_failures }: TestReport, lack: string | undefined): MeasurementProblem {
  if (lack !== undefined) return { stage: 'tests', problem: lack, lacking: true };
  if (tests.length === 0 && suite_failures.length === 0)
    return { stage: 'tests', problem: 'the test command ran no test' };
  // What a test says tells more than that the report has another plan: ava reports a file that does not load as a test.
  const [failure] = [...tests, ...suite_failures].flatMap(({ message }) => findFailureReason(message ?? '') || []);
  return { stage: 'tests', problem: `no test passes${failure ? `: ${failure}` : ''}` };
}

/** Longest line in characters. */
const MAX_CHARACTERS = 200;

/**
 * Finds the most informative line of what a failed test or test file says: the error that pytest marks, else the first
 * that names an error, else the first. Empty if it says nothing.
 */
export function findFailureReason(message: string): string {
  const lines = message
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const marked = lines.find((line) => /^E\s{2,}\S/.test(line))?.replace(/^E\s+/, '');
  const errorLine = lines.find((line) => /^\S*(?:Error|Exception)\b.*:/.test(line));
  return (marked ?? errorLine ?? lines[0] ?? '').slice(0, MAX_CHARACTERS).toWellFormed();
}
