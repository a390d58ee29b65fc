import type { RequiredNames } from '../../record/required_names.js';
import type { RequiredTest } from '../../record/required_tests.js';
import type { TestReport } from '../../record/test_report.js';
import { failuresIn } from '../../record/test_report.js';
import type { CheckVerdict, Evidence } from '../../record/verdict.js';
import { type CheckOutcome, checkOutcome, failingNames } from './check_outcome.js';
import type { CheckReference } from './check_reference.js';
import { requiredOf } from './required_of.js';
import type { CheckEvent, DeclaredCheck, Trace } from './trace.js';
import { oneLine } from './why.js';

/** A declared check with all its runs folded into one decision. */
export interface JudgedCheck {
  declared: DeclaredCheck;
  verdict: CheckVerdict;
  /** The outcome that decided, with its kind of error. */
  deciding: CheckOutcome;
  /** Runs that were executed came to different outcomes. */
  flaky: boolean;
  /** Required tests over all runs: a test counts as passed when it passed in each of them. */
  required: RequiredTest[];
}

/** Judges every check that the contract declares, in its order. */
export function judgedChecks(trace: Trace): JudgedCheck[] {
  return trace.declared.map((declared) => {
    const reference = declared.kind === 'acceptance' ? trace.references.get(declared.check.id) : undefined;
    return judgedCheck(declared, trace.runsOf(declared), reference, requiredOf(declared.check, trace));
  });
}

/**
 * The replay rule (S3): any failure decides, then any error, then pass. A check without an event is in error; that the
 * attempt is then invalid is decided in `completeness.ts`.
 */
function judgedCheck(
  declared: DeclaredCheck,
  events: readonly CheckEvent[],
  reference: CheckReference | undefined,
  names: RequiredNames,
): JudgedCheck {
  const { check, kind, contract_path } = declared;
  const runs = events.map((event) => ({ event, outcome: checkOutcome(check, event.payload, reference, names) }));
  const decided =
    runs.find((run) => run.outcome.outcome === 'fail' && run.outcome.reached) ??
    runs.find((run) => run.outcome.outcome === 'error') ??
    runs.find((run) => run.outcome.outcome === 'fail') ??
    runs[0];
  const deciding = decided?.outcome ?? NO_EVIDENCE;
  const reached = runs.filter((run) => run.outcome.reached).map((run) => run.outcome);
  const flaky = new Set(reached.map((run) => run.outcome)).size > 1;
  const report = decided ? reportOf(decided.event) : undefined;
  const required = requiredInAll(
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
        ? oneLine(`${deciding.why} (runs disagree: ${reached.map((run) => run.outcome).join(', ')})`)
        : deciding.why,
      runs: runs.length,
      wall_ms: runs.reduce((sum, { event }) => sum + (event.payload.execution?.usage.wall_ms ?? 0), 0),
      tests: report ? testCounts(report) : null,
      failing: report && deciding.outcome !== 'pass' ? failingNames(report, deciding.required) : [],
      fail_to_pass: share(required, 'fail_to_pass'),
      pass_to_pass: share(required, 'pass_to_pass'),
      evidence: decided ? [evidenceOf(decided.event, contract_path)] : [{ contract_path }],
    },
  };
}

const NO_EVIDENCE: CheckOutcome = {
  outcome: 'error',
  reached: false,
  why: 'no event of this check is recorded',
  tag: 'incomplete-evidence',
  required: [],
};

/** Where a reader finds one run of a check. */
function evidenceOf(event: CheckEvent, contract_path: string): Evidence {
  const { execution, report } = event.payload;
  const artifact = 'artifact' in report ? report.artifact : (execution?.stdout.artifact ?? execution?.stderr.artifact);
  return {
    seq: event.seq,
    ...(artifact ? { artifact } : {}),
    ...(execution ? { command: execution.command } : {}),
    contract_path,
  };
}

function reportOf(event: CheckEvent): TestReport | undefined {
  return event.payload.report.state === 'read' ? event.payload.report.report : undefined;
}

function testCounts(report: TestReport): NonNullable<CheckVerdict['tests']> {
  const count = (...outcomes: string[]) => report.tests.filter((test) => outcomes.includes(test.outcome)).length;
  return { passed: count('passed'), failed: failuresIn(report), skipped: count('skipped', 'todo') };
}

/**
 * Required tests over several runs: how each stands in the first run that it did not pass in. A run without a readable
 * report passed none of them.
 */
function requiredInAll({ names }: RequiredNames, runs: readonly RequiredTest[][]): RequiredTest[] {
  return names.map(({ name, list }, i): RequiredTest => {
    const standings = runs.map((run) => run[i]?.standing ?? 'missing');
    const quarantined = runs.some((run) => run[i]?.quarantined);
    return {
      name,
      list,
      standing: standings.find((one) => one !== 'passed') ?? standings[0] ?? 'missing',
      ...(quarantined ? { quarantined } : {}),
    };
  });
}

/** Of the required tests of a list that decide, how many passed. */
function share(required: readonly RequiredTest[], list: RequiredTest['list']): { passed: number; total: number } {
  const listed = required.filter((test) => test.list === list && !test.quarantined);
  return { passed: listed.filter((test) => test.standing === 'passed').length, total: listed.length };
}
