import type { Project } from '../../../project/project.js';
import { formatQuantity } from '../../../publish/text/format_quantity.js';
import type { ContractDraft } from './contract_draft.js';
import type { InitSession } from './init_session.js';
import type { TestSelection } from './select_tests.js';

/** Most tests that are listed by name; more are written as `all`. */
const MAX_LISTED = 50;
const QUARANTINE_DAYS = 90;

/** Creates the lists of required tests of a contract. */
export function createRequired(
  selection: TestSelection,
  { tests }: Project,
  { owner, now }: InitSession,
): ContractDraft['required'] {
  const { fail_to_pass, pass_to_pass, flaky } = selection;
  // A check without a report has no names: its exit status decides.
  if (tests.report === 'exit-code') return { fail_to_pass: [], pass_to_pass: [], quarantine: [] };
  const expires = new Date(now().getTime() + QUARANTINE_DAYS * 86_400_000).toISOString().slice(0, 10);
  const listed = pass_to_pass.length <= MAX_LISTED;
  return {
    fail_to_pass,
    pass_to_pass: listed ? [...pass_to_pass, ...flaky.map(({ name }) => name)] : 'all',
    quarantine: flaky.map(({ name, golden, base }) => ({
      ...{ test: name, owner, expires },
      reason:
        `passed in ${golden.passed} of ${golden.runs} runs with the reference solution, and in ${base.passed} of ` +
        `${base.runs} without it`,
    })),
  };
}

/**
 * Explains why a selection holds no test that begins to pass.
 *
 * @param lack what the failing tests show of a tool that does not suit them
 * @returns `lacking` is true if the reason names it: another machine may make a contract of the commit
 */
export function explainNoTests(
  { failing, flaky, pass_to_pass }: TestSelection,
  lack?: string,
): { reason: string; lacking: boolean } {
  const lacking = lack !== undefined && failing.length > 0;
  const also = [
    ...(failing.length > 0 ? [`${formatQuantity(failing.length, 'fails', 'fail')} with it too ("${failing[0]}")`] : []),
    ...(flaky.length > 0 ? [`${formatQuantity(flaky.length, 'passes', 'pass')} only sometimes`] : []),
    ...(pass_to_pass.length > 0 ? [`${formatQuantity(pass_to_pass.length, 'passes', 'pass')} before it as well`] : []),
    ...(lacking ? [`and ${lack}`] : []),
  ];
  const reason = `no test fails before the change and passes after it${also.length > 0 ? `: ${also.join(', ')}` : ''}`;
  return { reason, lacking };
}

/** Describes the required tests of a contract in one line. */
export function describeTests(
  { required, extent, others, is_slow }: ContractDraft,
  { fail_to_pass, pass_to_pass, flaky }: TestSelection,
): string {
  if (required.fail_to_pass.length === 0) return 'the exit status of the tests decides';
  const unsteady = flaky.length > 0 ? `, ${flaky.length} flaky` : '';
  const sample = formatQuantity(others, 'other');
  const files = extent === 'sample' ? `hidden files and ${sample}` : 'hidden files';
  const narrowed = extent === 'suite' ? '' : ` (${files}: the suite ${is_slow ? 'is slow' : 'cannot be measured'})`;
  const begin = formatQuantity(fail_to_pass.length, 'test begins', 'tests begin');
  const keep = formatQuantity(pass_to_pass.length, 'keeps', 'keep');
  return `${begin} to pass, ${keep} passing${unsteady}${narrowed}`;
}
