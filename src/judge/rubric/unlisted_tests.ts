import { spelling } from '../../contract/spelling.js';
import { basePassed } from '../../record/base_passed.js';
import { matchRequired } from '../../record/required_names.js';
import { testsNamed } from '../../record/test_index.js';
import { type TestCase, testId, testName } from '../../record/test_report.js';
import type { Evidence, Finding } from '../../record/verdict.js';
import type { JudgedCheck } from './check_verdict.js';
import { requiredOf } from './required_of.js';
import type { TagClaim } from './tags.js';
import type { CheckEvent, DeclaredCheck, Trace } from './trace.js';
import { counted, oneLine } from './why.js';

/** Names that a finding tells. */
const SHOWN = 5;

/** Tests of one check that passed before the patch, are not required, and fail with it. */
export interface UnlistedRegression {
  check: string;
  mandatory: boolean;
  tests: string[];
  evidence: Evidence;
}

/**
 * Returns the tests of one report that pass in the unchanged repository and that the check does not require.
 *
 * @returns undefined if the record does not say what passes there, or every test is required anyway
 */
export function unlistedTests(trace: Trace, { check, kind }: DeclaredCheck, event: CheckEvent): TestCase[] | undefined {
  const { report } = event.payload;
  const before = kind === 'acceptance' ? basePassed(check.id, trace.record.events) : undefined;
  const required = requiredOf(check, trace);
  if (before === undefined || report.state !== 'read') return undefined;
  if (required.names.length === 0 || check.pass_to_pass === 'all') return undefined;
  const passed = new Set(before.map(spelling));
  const known = report.report.tests.filter(
    (test) => passed.has(spelling(testId(test))) || passed.has(spelling(testName(test))),
  );
  if (known.length === 0) return [];
  const { required: matches, quarantine } = matchRequired(required, report.report);
  const listed = new Set([...matches.map(({ found }) => found), ...quarantine].flatMap(testsNamed));
  return known.filter((test) => !listed.has(test));
}

/** Finds tests that nobody requires and that the patch broke. Makes no claim where the record does not say what passed before. */
export function unlistedRegressions(trace: Trace, checks: readonly JudgedCheck[]): UnlistedRegression[] {
  return checks.flatMap(({ declared }) => {
    for (const event of trace.runsOf(declared)) {
      const failed = unlistedTests(trace, declared, event)?.filter(({ outcome }) => outcome === 'failed') ?? [];
      if (failed.length === 0) continue;
      const { id, mandatory } = declared.check;
      return [{ check: id, mandatory, tests: [...new Set(failed.map(testId))], evidence: { seq: event.seq } }];
    }
    return [];
  });
}

/** What the policy makes of unlisted regressions: findings, and where it says so a failure of the gate. */
export function judgeUnlisted(
  trace: Trace,
  checks: readonly JudgedCheck[],
): { findings: Finding[]; tags: TagClaim[]; why?: string } {
  const policy = trace.contract.policy.unlisted_regressions;
  const found = unlistedRegressions(trace, checks);
  const findings = found.map(
    (one): Finding => ({
      rule: 'unlisted-regression',
      severity: policy === 'record' ? 'info' : 'warning',
      message: oneLine(sentenceOf(one), 1000),
      evidence: [one.evidence],
    }),
  );
  const [first] = found.filter(({ mandatory }) => mandatory);
  if (policy !== 'fail' || !first) return { findings, tags: [] };
  const why = oneLine(sentenceOf(first));
  return { findings, tags: [{ id: 'regression', gate: 'G3', detail: why, evidence: [first.evidence] }], why };
}

function sentenceOf({ check, tests }: UnlistedRegression): string {
  const names = tests.slice(0, SHOWN).map((name) => oneLine(name, 120));
  const more = tests.length > names.length ? ` and ${tests.length - names.length} more` : '';
  return `${check}: ${counted(tests.length, 'test')} that passed before the patch and ${tests.length === 1 ? 'is' : 'are'} not required ${tests.length === 1 ? 'fails' : 'fail'} now: ${names.join(', ')}${more}`;
}
