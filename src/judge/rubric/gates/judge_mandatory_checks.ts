import type { Evidence, Gate, GateId } from '../../../record/verdict/verdict.js';
import type { JudgedCheck } from '../checks/judged_check.js';
import { selectEvidence, type TagClaim } from '../taxonomy/tag_claim.js';
import { formatRemainder, toOneLine } from '../text/to_one_line.js';

/** Gate with the tags that explain it. */
export interface JudgedGate {
  gate: Gate;
  tags: TagClaim[];
}

/** Creates a gate that an earlier gate or a failed setup kept from being tried. It counts as not passed. */
export function createUnreachedGate(gate: GateId, because: string, evidence: Evidence[] = []): JudgedGate {
  return {
    gate: { gate, outcome: 'fail', reached: false, why: toOneLine(`not reached: ${because}`), evidence },
    tags: [],
  };
}

/**
 * Judges the mandatory checks of a gate together: it passes only if all of them pass. Of failures and errors, in G2 a
 * failure decides. In G3 an error decides, since a run with an error among its acceptance checks is an acceptance
 * error.
 *
 * @param blocked reason why the gate could not be tried, if an earlier gate did not pass. If its checks ran all the
 *   same, their results count; the earlier gate still decides the attempt
 */
export function judgeMandatoryChecks(gate: GateId, checks: readonly JudgedCheck[], blocked: string | undefined): Gate {
  const mandatory = checks.filter(({ verdict }) => verdict.mandatory);
  const tried = mandatory.filter(({ verdict }) => verdict.reached);
  if (blocked !== undefined && tried.length === 0) {
    return createUnreachedGate(
      gate,
      blocked,
      mandatory.flatMap(({ verdict }) => verdict.evidence),
    ).gate;
  }
  const errors = mandatory.filter(({ verdict }) => verdict.outcome === 'error');
  if (gate === 'G3' && errors.length > 0) return createDecidedGate(gate, 'error', true, errors);
  const failed = tried.filter(({ verdict }) => verdict.outcome === 'fail');
  if (failed.length > 0) return createDecidedGate(gate, 'fail', true, failed);
  if (errors.length > 0) return createDecidedGate(gate, 'error', true, errors);
  const untried = mandatory.filter(({ verdict }) => !verdict.reached);
  if (untried.length > 0) return createDecidedGate(gate, 'fail', false, untried);
  const why =
    mandatory.length === 0
      ? 'no mandatory check'
      : mandatory.map(({ verdict }) => `${verdict.check}: ${verdict.why}`).join('; ');
  return {
    gate,
    outcome: 'pass',
    reached: true,
    why: toOneLine(why),
    evidence: mandatory.flatMap(({ verdict }) => verdict.evidence),
  };
}

function createDecidedGate(gate: GateId, outcome: Gate['outcome'], reached: boolean, by: readonly JudgedCheck[]): Gate {
  const first = by[0]!.verdict;
  const why = toOneLine(`${first.check}: ${first.why}`) + formatRemainder(by.length);
  return { gate, outcome, reached, why, evidence: by.flatMap(({ verdict }) => verdict.evidence) };
}

/**
 * Finds the reason why later gates were not tried.
 *
 * @returns undefined if all these gates passed
 */
export function findBlockingReason(...gates: readonly Gate[]): string | undefined {
  const decisive = gates.find((gate) => gate.outcome !== 'pass');
  if (!decisive) return undefined;
  if (!decisive.reached) return decisive.why.replace(/^not reached: /, '');
  return decisive.outcome === 'fail' ? `${decisive.gate} failed` : `${decisive.gate} ended in an error`;
}

/** Claims the tags that a check of any kind earns in a gate: for its kind of error, and for disagreeing runs. */
export function claimCheckTags(gate: GateId, { declared, verdict, deciding, flaky }: JudgedCheck): TagClaim[] {
  const evidence = selectEvidence(verdict.evidence, { contract_path: declared.contract_path });
  const detail = `${verdict.check}: ${verdict.why}`;
  const claims: TagClaim[] = [];
  if (verdict.outcome === 'error') {
    claims.push({ id: 'evaluation-error', gate, detail, evidence });
    // Missing evidence makes the whole attempt invalid, which has its own tag.
    if (deciding.tag && deciding.tag !== 'incomplete-evidence')
      claims.push({ id: deciding.tag, gate, detail, evidence });
  }
  if (flaky) claims.push({ id: 'flaky-check', gate, detail, evidence });
  return claims;
}
