import { unescapeName } from '../../contract/checks/name_pattern.js';
import { listRequiredTests } from '../../judge/rubric/checks/resolve_required_tests.js';
import { selectEvents } from '../../record/events/select_events.js';
import type { RunRecord } from '../../record/run_record.js';
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
    ...(undecided ? { infra_failure_reason: verdict.reason || verdict.status } : {}),
    tests_status: {
      FAIL_TO_PASS: lists('fail_to_pass'),
      PASS_TO_PASS: lists('pass_to_pass'),
      FAIL_TO_FAIL: { success: [], failure: [] },
      PASS_TO_FAIL: { success: [], failure: [] },
    },
  };
}

/** Tells whether an instance came to a decision. Of the others upstream's harness leaves no report. */
export const isDecidedInstance = ({
  patch_exists,
  patch_successfully_applied,
  infra_failure,
}: InstanceReport): boolean => patch_exists && patch_successfully_applied && !infra_failure;

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
