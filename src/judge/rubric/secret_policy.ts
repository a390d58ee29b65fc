import type { Finding } from '../../record/verdict.js';
import { patchFacts } from './patch_policy.js';
import { bounded } from './path_policy.js';
import type { Trace } from './trace.js';
import { oneLine } from './why.js';

/** What a finding means under `policy.secrets`: only what is a credential for sure can break the policy. */
const SEVERITY = {
  record: { high: 'info', low: 'info' },
  warn: { high: 'warning', low: 'warning' },
  fail: { high: 'violation', low: 'warning' },
} as const;

/** Findings of `policy.secrets`: what looks like a credential among the added lines, and what could not be searched. */
export function secretFindings(trace: Trace): Finding[] {
  const facts = patchFacts(trace);
  if (!facts) return [];
  const mode = trace.contract.policy.secrets;
  const contract_path = 'policy.secrets';
  const found = facts.payload.secrets.map(
    ({ rule, confidence, file, line, patch_line }): Finding => ({
      rule: 'secret-in-patch',
      severity: SEVERITY[mode][confidence],
      message: oneLine(
        `${oneLine(file, 120)}:${line} ${confidence === 'high' ? 'holds' : 'may hold'} a credential (${oneLine(rule, 60)})`,
        400,
      ),
      evidence: [{ seq: facts.seq, ...(patch_line === null ? {} : { patch_line }), file, line, contract_path }],
    }),
  );
  const unread = facts.payload.unreadable
    .filter(({ area }) => area === 'secrets')
    .map(
      ({ file, reason }): Finding => ({
        rule: 'secret-search-incomplete',
        severity: mode === 'record' ? 'info' : 'warning',
        message: oneLine(`${oneLine(file, 120)} was not searched for credentials: ${reason}`, 400),
        evidence: [{ seq: facts.seq, file, contract_path }],
      }),
    );
  // Sure ones first, so that a bound never hides one behind doubtful ones.
  const rank = ({ severity }: Finding) => ['violation', 'warning', 'info'].indexOf(severity);
  return [...bounded(found.sort((a, b) => rank(a) - rank(b))), ...bounded(unread)];
}
