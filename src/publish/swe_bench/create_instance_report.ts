import { unescapeName } from '../../contract/checks/name_pattern.js';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { listRequiredTests } from '../../judge/rubric/checks/resolve_required_tests.js';
import type { RunRecord } from '../../record/events/select_events.js';
import { selectEvents } from '../../record/events/select_events.js';
import type { RequiredTestResult } from '../../record/tests/evaluate_required_tests.js';
import type { AttemptReport } from '../../record/verdict/attempt_result.js';

/** Names of tests by outcome. */
interface TestLists {
  success: string[];
  failure: string[];
}

/** Report of one instance, with the fields of upstream's `report.json` (SWE-bench 5). */
export interface InstanceReport {
  patch_is_None: boolean;
  patch_exists: boolean;
  patch_successfully_applied: boolean;
  resolved: boolean;
  /** True if the machine or the harness kept the instance from a decision. */
  infra_failure: boolean;
  infra_failure_reason?: string;
  tests_status: Record<'FAIL_TO_PASS' | 'PASS_TO_PASS' | 'FAIL_TO_FAIL' | 'PASS_TO_FAIL', TestLists>;
}

/**
 * Creates the report of an attempt in the form of SWE-bench. Resolved means that all gates pass, so an attempt that
 * breaks a policy is not resolved. Tests in quarantine are left out.
 *
 * @param patch_bytes size of the patch; 0 = the agent submitted none
 */
export function createInstanceReport(
  record: RunRecord,
  { verdict }: AttemptReport,
  patch_bytes: number,
): InstanceReport {
  const applied = selectEvents(record.events, 'patch_applied').at(-1)?.payload;
  const tests = listRequiredTests(record);
  const lists = (list: RequiredTestResult['list']): TestLists => {
    const some = tests.filter((test) => test.list === list && !test.quarantined);
    const passed = (test: RequiredTestResult) => test.standing === 'passed';
    return {
      success: some.filter(passed).map(restoreName),
      failure: some.filter((test) => !passed(test)).map(restoreName),
    };
  };
  const undecided = verdict.status === 'invalid' || verdict.status === 'acceptance_error';
  return {
    patch_is_None: patch_bytes === 0,
    patch_exists: patch_bytes > 0,
    patch_successfully_applied: applied?.outcome === 'applied',
    resolved: verdict.status === 'success',
    infra_failure: undecided,
    ...omitUndefined({ infra_failure_reason: undecided ? verdict.reason || verdict.status : undefined }),
    tests_status: {
      FAIL_TO_PASS: lists('fail_to_pass'),
      PASS_TO_PASS: lists('pass_to_pass'),
      FAIL_TO_FAIL: { success: [], failure: [] },
      PASS_TO_FAIL: { success: [], failure: [] },
    },
  };
}

/** Tells whether an instance came to a decision. Of the others upstream's harness leaves no report. */
export const isDecidedInstance = (report: InstanceReport): boolean =>
  report.patch_exists && report.patch_successfully_applied && !report.infra_failure;

/**
 * Restores the name of a test as the benchmark writes it: an import escapes signs of patterns, and adds a wildcard to a
 * name that was cut off within brackets.
 */
function restoreName({ name }: RequiredTestResult): string {
  const count = (letter: string) => name.split(letter).length;
  const is_cut = /(?<!\\)(?:\\\\)*\*$/.test(name) && count('[') > count(']');
  const text = is_cut ? name.slice(0, -1) : name;
  return unescapeName(text) ?? text;
}

/**
 * Creates the summary of one model, with the fields of upstream's file (`schema_version` 2). As upstream
 * has it, an instance with an empty patch is not completed, and one whose patch did not apply, or that came to no
 * decision, is an error.
 */
export function createRunSummary(reports: ReadonlyMap<string, InstanceReport>) {
  const ids = (accepts: (report: InstanceReport) => boolean): string[] =>
    [...reports].flatMap(([id, report]) => (accepts(report) ? [id] : [])).sort();
  const isError = (report: InstanceReport) => report.patch_exists && !isDecidedInstance(report);
  const completed = ids(isDecidedInstance);
  const resolved = ids((report) => report.resolved && report.patch_exists);
  const unresolved = completed.filter((id) => !resolved.includes(id));
  const infra = ids((report) => report.infra_failure && report.patch_exists);
  const empty = ids((report) => !report.patch_exists);
  const errors = ids(isError);
  const submitted = ids(() => true);
  return {
    total_instances: reports.size,
    submitted_instances: submitted.length,
    completed_instances: completed.length,
    resolved_instances: resolved.length,
    unresolved_instances: unresolved.length,
    infra_failure_instances: infra.length,
    ambiguous_failure_instances: 0,
    empty_patch_instances: empty.length,
    error_instances: errors.length,
    completed_ids: completed,
    incomplete_ids: [],
    empty_patch_ids: empty,
    submitted_ids: submitted,
    resolved_ids: resolved,
    unresolved_ids: unresolved,
    infra_failure_ids: infra,
    ambiguous_failure_ids: [],
    failure_reasons: Object.fromEntries(infra.map((id) => [id, reports.get(id)!.infra_failure_reason ?? ''])),
    error_ids: errors,
    schema_version: 2,
  };
}
