import { normalizeTestName } from '../../../contract/checks/name_pattern.js';
import { findBasePassedTests } from '../../../record/events/select_events.js';
import { listNamedTests, matchRequiredNames } from '../../../record/tests/evaluate_required_tests.js';
import { formatTestId, formatTestName, type TestCase } from '../../../record/tests/test_report.js';
import type { Evidence, VerdictFinding } from '../../../record/verdict/verdict.js';
import type { TagClaim } from '../taxonomy/tag_claim.js';
import { pluralise, toOneLine } from '../text/to_one_line.js';
import type { AttemptTrace, CheckEvent, DeclaredCheck } from '../trace/attempt_trace.js';
import type { JudgedCheck } from './judged_check.js';
import { resolveRequiredTests } from './resolve_required_tests.js';

/** Most names that a finding shows. */
const SHOWN = 5;

/** Tests of one check that passed before the patch, are not required, and fail with it. */
interface UnlistedRegression {
  check: string;
  mandatory: boolean;
  tests: string[];
  evidence: Evidence;
}

/**
 * Returns the tests of one report that pass in the unchanged repository and that the check does not require.
 *
 * @returns undefined if the record does not say what passes there, or if every test is required
 */
export function findUnlistedTests(
  trace: AttemptTrace,
  { check, kind }: DeclaredCheck,
  event: CheckEvent,
): TestCase[] | undefined {
  const { report } = event.payload;
  const base_passes = kind === 'acceptance' ? findBasePassedTests(check.id, trace.record.events) : undefined;
  const required = resolveRequiredTests(check, trace);
  if (base_passes === undefined || report.state !== 'read') return undefined;
  if (required.names.length === 0 || check.pass_to_pass === 'all') return undefined;
  const passed = new Set(base_passes.map(normalizeTestName));
  const listed_tests = report.report.tests.filter(
    (test) => passed.has(normalizeTestName(formatTestId(test))) || passed.has(normalizeTestName(formatTestName(test))),
  );
  if (listed_tests.length === 0) return [];
  const { required: matches, quarantine } = matchRequiredNames(required, report.report);
  const listed = new Set([...matches.map(({ found }) => found), ...quarantine].flatMap(listNamedTests));
  return listed_tests.filter((test) => !listed.has(test));
}

/**
 * Finds tests that no check requires and that the patch broke. A check without a record of what passed before has none.
 */
function findUnlistedRegressions(trace: AttemptTrace, checks: readonly JudgedCheck[]): UnlistedRegression[] {
  return checks.flatMap(({ declared }) => {
    if (!('check' in declared)) return [];
    for (const event of trace.getRuns(declared)) {
      const failed = findUnlistedTests(trace, declared, event)?.filter(({ outcome }) => outcome === 'failed') ?? [];
      if (failed.length === 0) continue;
      const { id, mandatory } = declared.check;
      return [{ check: id, mandatory, tests: [...new Set(failed.map(formatTestId))], evidence: { seq: event.seq } }];
    }
    return [];
  });
}

/** Judges unlisted regressions by the policy: as findings, or as a failure of the gate. */
export function judgeUnlistedTests(
  trace: AttemptTrace,
  checks: readonly JudgedCheck[],
): { findings: VerdictFinding[]; tags: TagClaim[]; why?: string } {
  const policy = trace.contract.policy.unlisted_regressions;
  const regressions = findUnlistedRegressions(trace, checks);
  const findings = regressions.map(
    (one): VerdictFinding => ({
      rule: 'unlisted-regression',
      severity: policy === 'record' ? 'info' : 'warning',
      message: toOneLine(describeRegression(one), 1000),
      evidence: [one.evidence],
    }),
  );
  const [first] = regressions.filter(({ mandatory }) => mandatory);
  if (policy !== 'fail' || !first) return { findings, tags: [] };
  const why = toOneLine(describeRegression(first));
  return { findings, tags: [{ id: 'regression', gate: 'G3', detail: why, evidence: [first.evidence] }], why };
}

function describeRegression({ check, tests }: UnlistedRegression): string {
  const names = tests.slice(0, SHOWN).map((name) => toOneLine(name, 120));
  const more = tests.length > names.length ? ` and ${tests.length - names.length} more` : '';
  return (
    `${check}: ${pluralise(tests.length, 'test')} that passed before the patch and ` +
    `${tests.length === 1 ? 'is' : 'are'} not required ${tests.length === 1 ? 'fails' : 'fail'} now: ` +
    `${names.join(', ')}${more}`
  );
}
