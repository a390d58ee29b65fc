import type { Check } from '../../../contract/contract_schema.js';
import { findBasePassedTests } from '../../../record/checks/find_base_passed_tests.js';
import { type RequiredNames, resolveRequiredNames } from '../../../record/tests/required_names.js';
import type { AttemptTrace } from '../trace/attempt_trace.js';

/** Resolves the required tests of a check. `pass_to_pass: all` stands for the names in its reference event. */
export const resolveRequiredTests = (check: Check, { record }: Pick<AttemptTrace, 'record'>): RequiredNames =>
  resolveRequiredNames(check, findBasePassedTests(check.id, record.events));
