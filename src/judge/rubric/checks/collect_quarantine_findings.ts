import { findExpiredQuarantines } from '../../../contract/checks/check.js';
import { getTestStatus, matchRequiredNames } from '../../../record/tests/evaluate_required_tests.js';
import type { VerdictFinding } from '../../../record/verdict/verdict.js';
import { toOneLine } from '../text/to_one_line.js';
import type { AttemptTrace } from '../trace/attempt_trace.js';
import { resolveRequiredTests } from './resolve_required_tests.js';

/** Collects findings about quarantined tests and expired quarantines. Neither decides anything. */
export function collectQuarantineFindings(trace: AttemptTrace): VerdictFinding[] {
  const { acceptance } = trace.contract;
  const stood = trace.declared.flatMap((declared): VerdictFinding[] => {
    const { check, kind, contract_path } = declared;
    if (kind !== 'acceptance' || check.quarantine.length === 0) return [];
    const required = resolveRequiredTests(check, trace);
    const runs = trace
      .getRuns(declared)
      .flatMap(({ seq, payload: { report } }) =>
        report.state === 'read' ? [{ seq, found: matchRequiredNames(required, report.report).quarantine }] : [],
      );
    return check.quarantine.map(({ test, reason, owner, expires }, i) => {
      const standings = runs.map(({ found }) => getTestStatus(found[i]!));
      const how = standings.length === 0 ? 'no report' : [...new Set(standings)].join(', then ');
      return {
        rule: 'quarantined-test',
        severity: 'info',
        message: toOneLine(
          `${check.id}: ${toOneLine(test, 200)}: ${how}; decides nothing until ${expires} ` +
            `(${toOneLine(reason, 200)}; ${toOneLine(owner, 80)})`,
          600,
        ),
        evidence: [...runs.map(({ seq }) => ({ seq })), { contract_path: `${contract_path}.quarantine.${i}` }],
      };
    });
  });
  const expired = findExpiredQuarantines({ acceptance }, trace.record.manifest.started_at).map(
    ({ check, test, owner, expires, contract_path }): VerdictFinding => ({
      rule: 'quarantine-expired',
      severity: 'warning',
      message: toOneLine(
        `${check}: the quarantine of ${toOneLine(test, 200)} ended on ${expires} (owner: ${toOneLine(owner, 80)}): ` +
          'repair the test, or give it a new day',
        600,
      ),
      evidence: [{ contract_path }],
    }),
  );
  return [...stood, ...expired];
}
