import type { Check } from '../../../contract/contract_schema.js';
import { findBasePassedTests } from '../../../record/events/select_events.js';
import { type RequiredNames, resolveRequiredNames } from '../../../record/tests/evaluate_required_tests.js';
import type { AttemptTrace } from '../trace/attempt_trace.js';

/** Resolves the required tests of a check. `pass_to_pass: all` stands for the names in its reference event. */
export const resolveRequiredTests = (check: Check, { record }: Pick<AttemptTrace, 'record'>): RequiredNames =>
  resolveRequiredNames(check, findBasePassedTests(check.id, record.events));
