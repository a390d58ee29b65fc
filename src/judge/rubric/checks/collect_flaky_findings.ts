import { formatTestId } from '../../../record/tests/test_report.js';
import type { VerdictFinding } from '../../../record/verdict/verdict.js';
import { formatRemainder, pluralise, toOneLine } from '../text/to_one_line.js';
import type { AttemptTrace } from '../trace/attempt_trace.js';

/** Most names that a finding shows. */
const SHOWN = 5;

/** Collects a finding for each run of an acceptance check in which tests passed on a retry only. */
export function collectFlakyFindings(trace: AttemptTrace): VerdictFinding[] {
  return trace.declared.flatMap((declared): VerdictFinding[] => {
    const { check, kind, contract_path } = declared;
    if (kind !== 'acceptance') return [];
    return trace.getRuns(declared).flatMap(({ seq, payload: { report } }): VerdictFinding[] => {
      const flaky = report.state === 'read' ? report.report.tests.filter((test) => test.flaky) : [];
      if (flaky.length === 0) return [];
      const names = [...new Set(flaky.map(formatTestId))];
      const shown = names.slice(0, SHOWN).map((name) => toOneLine(name, 120));
      const more = names.length > SHOWN ? formatRemainder(names.length - SHOWN + 1) : '';
      return [
        {
          rule: 'flaky-test',
          severity: 'warning',
          message: toOneLine(
            `${check.id}: ${pluralise(names.length, 'test')} passed on a retry only: ${shown.join(', ')}${more}`,
            1000,
          ),
          evidence: [{ seq }, { contract_path }],
        },
      ];
    });
  });
}
