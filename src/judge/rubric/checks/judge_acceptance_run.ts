import type { EventPayload } from '../../../record/events/event.js';
import type { RunRecord } from '../../../record/events/select_events.js';
import type { VerdictOutcome } from '../../../record/verdict/verdict.js';
import { readCheckReferences } from '../trace/check_reference.js';
import { judgeCheckRun } from './check_outcome.js';
import { resolveRequiredTests } from './resolve_required_tests.js';

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
