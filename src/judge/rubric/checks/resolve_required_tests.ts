import type { Check } from '../../../contract/contract_schema.js';
import type { EventPayload } from '../../../record/events/event.js';
import type { RunRecord } from '../../../record/events/select_events.js';
import { findBasePassedTests } from '../../../record/events/select_events.js';
import type { RequiredTestResult } from '../../../record/tests/evaluate_required_tests.js';
import { type RequiredNames, resolveRequiredNames } from '../../../record/tests/evaluate_required_tests.js';
import type { VerdictOutcome } from '../../../record/verdict/verdict.js';
import { type AttemptTrace, readAttemptTrace } from '../trace/attempt_trace.js';
import { readCheckReferences } from '../trace/check_reference.js';
import { judgeCheckRun } from './check_outcome.js';

/** Resolves the required tests of a check. `pass_to_pass: all` stands for the names in its reference event. */
export const resolveRequiredTests = (check: Check, { record }: Pick<AttemptTrace, 'record'>): RequiredNames =>
  resolveRequiredNames(check, findBasePassedTests(check.id, record.events));

/**
 * Judges one execution of an acceptance check, as `scoreAttempt` does, by what is recorded so far. A check that the
 * contract does not declare is an error.
 */
export function judgeAcceptanceRun(run: EventPayload<'acceptance_check'>, record: RunRecord): VerdictOutcome {
  const check = record.manifest.contract.body.acceptance.find(({ id }) => id === run.check);
  if (!check) return 'error';
  const reference = readCheckReferences(record).get(check.id);
  return judgeCheckRun(check, run, reference, resolveRequiredTests(check, { record })).outcome;
}

/** Lists the required tests of all acceptance checks. Of a check that ran several times, the first run counts. */
export function listRequiredTests(record: RunRecord): RequiredTestResult[] {
  const trace = readAttemptTrace(record);
  return trace.declared
    .filter(({ kind }) => kind === 'acceptance')
    .flatMap((declared) => {
      const names = resolveRequiredTests(declared.check, trace);
      const [run] = trace.getRuns(declared);
      const required = run ? judgeCheckRun(declared.check, run.payload, undefined, names).required : [];
      // Without a report nothing is known to have passed.
      return required.length > 0
        ? required
        : names.names.map(({ name, list }): RequiredTestResult => ({ name, list, standing: 'missing' }));
    });
}
