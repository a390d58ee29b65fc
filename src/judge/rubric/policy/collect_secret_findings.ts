import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import type { VerdictFinding } from '../../../record/verdict/verdict.js';
import { toOneLine } from '../text/to_one_line.js';
import type { AttemptTrace } from '../trace/attempt_trace.js';
import { findPatchFacts } from './collect_patch_policy_findings.js';
import { limitFindings } from './collect_path_findings.js';

/** Severity by `policy.secrets` and confidence. Only certain credentials can violate the policy. */
const SEVERITY = {
  record: { high: 'info', low: 'info' },
  warn: { high: 'warning', low: 'warning' },
  fail: { high: 'violation', low: 'warning' },
} as const;

/** Collects findings of `policy.secrets`: suspected credentials in added lines, and files that were not searched. */
export function collectSecretFindings(trace: AttemptTrace): VerdictFinding[] {
  const facts = findPatchFacts(trace);
  if (!facts) return [];
  const mode = trace.contract.policy.secrets;
  const contract_path = 'policy.secrets';
  const findings = facts.payload.secrets.map(
    ({ rule, confidence, file, line, patch_line }): VerdictFinding => ({
      rule: 'secret-in-patch',
      severity: SEVERITY[mode][confidence],
      message: toOneLine(
        `${toOneLine(file, 120)}:${line} ${confidence === 'high' ? 'holds' : 'may hold'} a credential ` +
          `(${toOneLine(rule, 60)})`,
        400,
      ),
      evidence: [
        { seq: facts.seq, ...omitUndefined({ patch_line: patch_line ?? undefined }), file, line, contract_path },
      ],
    }),
  );
  const unread = facts.payload.unreadable
    .filter(({ area }) => area === 'secrets')
    .map(
      ({ file, reason }): VerdictFinding => ({
        rule: 'secret-search-incomplete',
        severity: mode === 'record' ? 'info' : 'warning',
        message: toOneLine(`${toOneLine(file, 120)} was not searched for credentials: ${reason}`, 400),
        evidence: [{ seq: facts.seq, file, contract_path }],
      }),
    );
  // Certain findings come first, so that the limit never drops one in favour of an uncertain one.
  const rank = ({ severity }: VerdictFinding) => ['violation', 'warning', 'info'].indexOf(severity);
  return [...limitFindings(findings.sort((a, b) => rank(a) - rank(b))), ...limitFindings(unread)];
}
