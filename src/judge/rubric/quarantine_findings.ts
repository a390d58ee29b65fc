import { expiredQuarantines } from '../../contract/quarantine.js';
import { matchRequired } from '../../record/required_names.js';
import { standingOf } from '../../record/required_tests.js';
import type { Finding } from '../../record/verdict.js';
import { requiredOf } from './required_of.js';
import type { Trace } from './trace.js';
import { oneLine } from './why.js';

/** Says how tests in quarantine stood, and which quarantines had run out when the attempt began. They decide nothing all the same. */
export function quarantineFindings(trace: Trace): Finding[] {
  const { acceptance } = trace.contract;
  const stood = trace.declared.flatMap((declared): Finding[] => {
    const { check, kind, contract_path } = declared;
    if (kind !== 'acceptance' || check.quarantine.length === 0) return [];
    const required = requiredOf(check, trace);
    const runs = trace
      .runsOf(declared)
      .flatMap(({ seq, payload: { report } }) =>
        report.state === 'read' ? [{ seq, found: matchRequired(required, report.report).quarantine }] : [],
      );
    return check.quarantine.map(({ test, reason, owner, expires }, i) => {
      const standings = runs.map(({ found }) => standingOf(found[i]!));
      const how = standings.length === 0 ? 'no report' : [...new Set(standings)].join(', then ');
      return {
        rule: 'quarantined-test',
        severity: 'info',
        message: oneLine(
          `${check.id}: ${oneLine(test, 200)}: ${how}; decides nothing until ${expires} (${oneLine(reason, 200)}; ${oneLine(owner, 80)})`,
          600,
        ),
        evidence: [...runs.map(({ seq }) => ({ seq })), { contract_path: `${contract_path}.quarantine.${i}` }],
      };
    });
  });
  const expired = expiredQuarantines({ acceptance }, trace.record.manifest.started_at).map(
    ({ check, test, owner, expires, contract_path }): Finding => ({
      rule: 'quarantine-expired',
      severity: 'warning',
      message: oneLine(
        `${check}: the quarantine of ${oneLine(test, 200)} ended on ${expires} (owner: ${oneLine(owner, 80)}): repair the test, or give it a new day`,
        600,
      ),
      evidence: [{ contract_path }],
    }),
  );
  return [...stood, ...expired];
}
