import type { ModelCheck } from '../../../contract/checks/check.js';
import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import { selectLastLines } from '../../../language/find_diagnostics.js';
import { isTestPath } from '../../../language/is_test_path.js';
import type { RequiredNames, RequiredTestResult } from '../../../record/tests/evaluate_required_tests.js';
import type { TestReport } from '../../../record/tests/test_report.js';
import { countFailures } from '../../../record/tests/test_report.js';
import type { CheckVerdict, Evidence } from '../../../record/verdict/verdict.js';
import { toOneLine } from '../text/to_one_line.js';
import type { AttemptTrace, CheckEvent, DeclaredCheck } from '../trace/attempt_trace.js';
import type { CheckReference } from '../trace/check_reference.js';
import { type CheckOutcome, judgeCheckRun, listFailingNames } from './check_outcome.js';
import { resolveRequiredTests } from './resolve_required_tests.js';

/** Check of the contract that a judge model decides, with the path of its field. */
interface DeclaredModelCheck {
  model_check: ModelCheck;
  kind: 'acceptance';
  contract_path: string;
}

/** Declared check with one decision over all its runs. */
export interface JudgedCheck {
  declared: DeclaredCheck | DeclaredModelCheck;
  verdict: CheckVerdict;
  /** Outcome of the run that decided, with its kind of error. */
  deciding: CheckOutcome;
  /** True if executed runs had different outcomes. */
  flaky: boolean;
  /** Required tests over all runs. A test counts as passed if it passed in each run. */
  required: RequiredTestResult[];
}

/** Judges every check that the contract declares, in its order. */
export function judgeChecks(trace: AttemptTrace): JudgedCheck[] {
  return trace.declared.map((declared) => {
    const reference = declared.kind === 'acceptance' ? trace.references.get(declared.check.id) : undefined;
    return judgeCheck(declared, trace.getRuns(declared), reference, resolveRequiredTests(declared.check, trace));
  });
}

/**
 * Judges a check by its runs: any failure decides, then any error, then a pass (requirement S3). A check without an
 * event is an error; `findEvidenceGaps` then makes the attempt invalid.
 */
function judgeCheck(
  declared: DeclaredCheck,
  events: readonly CheckEvent[],
  reference: CheckReference | undefined,
  names: RequiredNames,
): JudgedCheck {
  const { check, kind, contract_path } = declared;
  const runs = events.map((event) => ({ event, outcome: judgeCheckRun(check, event.payload, reference, names) }));
  const decided =
    runs.find((run) => run.outcome.outcome === 'fail' && run.outcome.reached) ??
    runs.find((run) => run.outcome.outcome === 'error') ??
    runs.find((run) => run.outcome.outcome === 'fail') ??
    runs[0];
  const deciding = decided?.outcome ?? MISSING_EVIDENCE;
  const reached = runs.filter((run) => run.outcome.reached).map((run) => run.outcome);
  const flaky = new Set(reached.map((run) => run.outcome)).size > 1;
  const report = decided ? getReport(decided.event) : undefined;
  const required = mergeRequiredTests(
    names,
    reached.map((run) => run.required),
  );
  return {
    declared,
    deciding,
    flaky,
    required,
    verdict: {
      check: check.id,
      kind,
      layer: check.layer,
      mandatory: check.mandatory,
      outcome: deciding.outcome,
      reached: deciding.reached,
      why: flaky
        ? toOneLine(`${deciding.why} (runs disagree: ${reached.map((run) => run.outcome).join(', ')})`)
        : deciding.why,
      runs: runs.length,
      wall_ms: runs.reduce((sum, { event }) => sum + (event.payload.execution?.usage.wall_ms ?? 0), 0),
      tests: report ? countTests(report) : null,
      failing: report && deciding.outcome !== 'pass' ? listFailingNames(report, deciding.required) : [],
      ...omitUndefined({ output: deciding.outcome === 'pass' ? undefined : readOutput(decided?.event) }),
      fail_to_pass: countPassed(required, 'fail_to_pass'),
      pass_to_pass: countPassed(required, 'pass_to_pass'),
      evidence: decided ? [createRunEvidence(decided.event, contract_path)] : [{ contract_path }],
    },
  };
}

/** Tells whether a report says of a whole file that it failed, which runners do for one that does not load. */
const hasUnloadedFile = ({ tests, suite_failures }: TestReport): boolean =>
  suite_failures.length > 0 ||
  tests.some(({ outcome, path }) => outcome === 'failed' && path.length === 1 && isTestPath(path[0] ?? ''));

/** Lines of output that are kept, and characters of each. */
const OUTPUT_LINES = 12;
const LINE_LENGTH = 200;

/** Reads what a failed run printed, where no test report says more: there is none, or a file did not load. */
function readOutput(event: CheckEvent | undefined): CheckVerdict['output'] {
  const { execution, report, named_lines } = event?.payload ?? {};
  // Records from before lines were looked for keep their verdict to the letter.
  if (execution === undefined || named_lines === undefined) return undefined;
  if (report?.state === 'read' && !hasUnloadedFile(report.report)) return undefined;
  const [stdout = '', stderr = ''] = [execution.stdout, execution.stderr].map(({ head, tail }) => `${head}\n${tail}`);
  const lines = selectLastLines([stdout, stderr], OUTPUT_LINES);
  if (lines.length === 0 && named_lines.length === 0) return undefined;
  return { lines: lines.map((line) => line.slice(0, LINE_LENGTH).toWellFormed()), named: named_lines };
}

const MISSING_EVIDENCE: CheckOutcome = {
  outcome: 'error',
  reached: false,
  why: 'no event of this check is recorded',
  tag: 'incomplete-evidence',
  required: [],
};

/** Creates the evidence of one run of a check. */
function createRunEvidence(event: CheckEvent, contract_path: string): Evidence {
  const { execution, report } = event.payload;
  const artifact = 'artifact' in report ? report.artifact : (execution?.stdout.artifact ?? execution?.stderr.artifact);
  return {
    seq: event.seq,
    ...omitUndefined({ artifact, command: execution?.command }),
    contract_path,
  };
}

function getReport(event: CheckEvent): TestReport | undefined {
  return event.payload.report.state === 'read' ? event.payload.report.report : undefined;
}

function countTests(report: TestReport): NonNullable<CheckVerdict['tests']> {
  const count = (...outcomes: string[]) => report.tests.filter((test) => outcomes.includes(test.outcome)).length;
  const flaky = report.tests.filter((test) => test.flaky).length;
  return {
    passed: count('passed') - flaky,
    failed: countFailures(report),
    skipped: count('skipped', 'todo'),
    ...omitUndefined({ flaky: flaky > 0 ? flaky : undefined }),
  };
}

/**
 * Merges required tests over several runs: the standing in the first run that the test did not pass. A run without a
 * readable report passed none of them.
 */
function mergeRequiredTests({ names }: RequiredNames, runs: readonly RequiredTestResult[][]): RequiredTestResult[] {
  return names.map(({ name, list }, i): RequiredTestResult => {
    const standings = runs.map((run) => run[i]?.standing ?? 'missing');
    const quarantined = runs.some((run) => run[i]?.quarantined);
    return {
      name,
      list,
      standing: standings.find((one) => one !== 'passed') ?? standings[0] ?? 'missing',
      ...omitUndefined({ quarantined: quarantined || undefined }),
    };
  });
}

/** Counts the deciding required tests of a list, and those that passed. */
function countPassed(
  required: readonly RequiredTestResult[],
  list: RequiredTestResult['list'],
): { passed: number; total: number } {
  const listed = required.filter((test) => test.list === list && !test.quarantined);
  return { passed: listed.filter((test) => test.standing === 'passed').length, total: listed.length };
}
