import type { Gate } from '../../record/verdict.js';
import type { JudgedCheck } from './check_verdict.js';
import { blockedBy, checkTags, conjunction, type JudgedGate, notReached } from './judged_gate.js';
import { evidenceOf, type TagClaim } from './tags.js';
import type { Trace } from './trace.js';

/**
 * G2, build and static checks: every mandatory one passes. A project without any says "none" in its contract, and then
 * the gate passes: the definition is explicit, not missing. Build failures and static check failures are told apart.
 */
export function buildGate(trace: Trace, checks: readonly JudgedCheck[], patch: Gate): JudgedGate {
  const blocked = blockedBy(patch);
  if (trace.contract.build === 'none') {
    if (blocked !== undefined) return notReached('G2', blocked);
    const why = 'declared "none" in the contract';
    return {
      gate: { gate: 'G2', outcome: 'pass', reached: true, why, evidence: [{ contract_path: 'build' }] },
      tags: [],
    };
  }
  const gate = conjunction('G2', checks, blocked);
  if (!gate.reached) return { gate, tags: [] };
  return { gate, tags: checks.filter(({ verdict }) => verdict.mandatory).flatMap(tagsOf) };
}

function tagsOf(check: JudgedCheck): TagClaim[] {
  const { verdict } = check;
  const tags = checkTags('G2', check);
  if (verdict.outcome === 'fail' && verdict.reached) {
    tags.push({
      id: verdict.kind === 'static' ? 'static-check-failure' : 'build-failure',
      gate: 'G2',
      detail: `${verdict.check}: ${verdict.why}`,
      evidence: evidenceOf(verdict.evidence, { contract_path: check.declared.contract_path }),
    });
  }
  return tags;
}
