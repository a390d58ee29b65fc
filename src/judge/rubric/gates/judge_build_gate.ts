import type { Gate } from '../../../record/verdict/verdict.js';
import type { JudgedCheck } from '../checks/judged_check.js';
import { selectEvidence, type TagClaim } from '../taxonomy/tag_claim.js';
import type { AttemptTrace } from '../trace/attempt_trace.js';
import {
  claimCheckTags,
  createUnreachedGate,
  findBlockingReason,
  type JudgedGate,
  judgeMandatoryChecks,
} from './judge_mandatory_checks.js';

/**
 * Judges gate G2, build and static checks: every mandatory one passes. A project without any declares `build: none`;
 * the gate then passes. Build failures and static check failures have separate tags.
 */
export function judgeBuildGate(trace: AttemptTrace, checks: readonly JudgedCheck[], patch: Gate): JudgedGate {
  const blocked = findBlockingReason(patch);
  if (trace.contract.build === 'none') {
    if (blocked !== undefined) return createUnreachedGate('G2', blocked);
    const why = 'declared "none" in the contract';
    return {
      gate: { gate: 'G2', outcome: 'pass', reached: true, why, evidence: [{ contract_path: 'build' }] },
      tags: [],
    };
  }
  const gate = judgeMandatoryChecks('G2', checks, blocked);
  if (!gate.reached) return { gate, tags: [] };
  return { gate, tags: checks.filter(({ verdict }) => verdict.mandatory).flatMap(claimTags) };
}

function claimTags(check: JudgedCheck): TagClaim[] {
  const { verdict } = check;
  const tags = claimCheckTags('G2', check);
  if (verdict.outcome === 'fail' && verdict.reached) {
    tags.push({
      id: verdict.kind === 'static' ? 'static-check-failure' : 'build-failure',
      gate: 'G2',
      detail: `${verdict.check}: ${verdict.why}`,
      evidence: selectEvidence(verdict.evidence, { contract_path: check.declared.contract_path }),
    });
  }
  return tags;
}
