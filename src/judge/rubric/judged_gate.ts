import type { Evidence, Gate, GateId } from '../../record/verdict.js';
import type { JudgedCheck } from './check_verdict.js';
import { evidenceOf, type TagClaim } from './tags.js';
import { andMore, oneLine } from './why.js';

/** A gate with the tags that explain it. */
export interface JudgedGate {
  gate: Gate;
  tags: TagClaim[];
}

/** A gate that an earlier one (or a setup that failed, …) kept from being tried. It counts as not passed. */
export function notReached(gate: GateId, because: string, evidence: Evidence[] = []): JudgedGate {
  return {
    gate: { gate, outcome: 'fail', reached: false, why: oneLine(`not reached: ${because}`), evidence },
    tags: [],
  };
}

/**
 * Conjunction over the mandatory checks of a gate: pass only when all of them pass. Of failures and errors, in G2 a failure
 * decides; in G3 an error does, since a run with an error among its acceptance checks is an acceptance error, whatever the
 * others say (executable contracts §3.1).
 *
 * @param blocked why the gate could not be tried, when an earlier gate did not pass. A gate whose checks ran all the same
 *   is judged by what they found: the earlier gate still decides the attempt.
 */
export function conjunction(gate: GateId, checks: readonly JudgedCheck[], blocked: string | undefined): Gate {
  const mandatory = checks.filter(({ verdict }) => verdict.mandatory);
  const tried = mandatory.filter(({ verdict }) => verdict.reached);
  if (blocked !== undefined && tried.length === 0) {
    return notReached(
      gate,
      blocked,
      mandatory.flatMap(({ verdict }) => verdict.evidence),
    ).gate;
  }
  const errors = mandatory.filter(({ verdict }) => verdict.outcome === 'error');
  if (gate === 'G3' && errors.length > 0) return decided(gate, 'error', true, errors);
  const failed = tried.filter(({ verdict }) => verdict.outcome === 'fail');
  if (failed.length > 0) return decided(gate, 'fail', true, failed);
  if (errors.length > 0) return decided(gate, 'error', true, errors);
  const untried = mandatory.filter(({ verdict }) => !verdict.reached);
  if (untried.length > 0) return decided(gate, 'fail', false, untried);
  const why =
    mandatory.length === 0
      ? 'no mandatory check'
      : mandatory.map(({ verdict }) => `${verdict.check}: ${verdict.why}`).join('; ');
  return {
    gate,
    outcome: 'pass',
    reached: true,
    why: oneLine(why),
    evidence: mandatory.flatMap(({ verdict }) => verdict.evidence),
  };
}

function decided(gate: GateId, outcome: Gate['outcome'], reached: boolean, by: readonly JudgedCheck[]): Gate {
  const first = by[0]!.verdict;
  const why = oneLine(`${first.check}: ${first.why}`) + andMore(by.length);
  return { gate, outcome, reached, why, evidence: by.flatMap(({ verdict }) => verdict.evidence) };
}

/** What kept the gates after these from being tried, if anything did. */
export function blockedBy(...gates: readonly Gate[]): string | undefined {
  const decisive = gates.find((gate) => gate.outcome !== 'pass');
  if (!decisive) return undefined;
  if (!decisive.reached) return decisive.why.replace(/^not reached: /, '');
  return decisive.outcome === 'fail' ? `${decisive.gate} failed` : `${decisive.gate} ended in an error`;
}

/** Tags that a check earns in a gate whatever its kind: the kind of its error, and runs that disagree. */
export function checkTags(gate: GateId, { declared, verdict, deciding, flaky }: JudgedCheck): TagClaim[] {
  const evidence = evidenceOf(verdict.evidence, { contract_path: declared.contract_path });
  const detail = `${verdict.check}: ${verdict.why}`;
  const claims: TagClaim[] = [];
  if (verdict.outcome === 'error') {
    claims.push({ id: 'evaluation-error', gate, detail, evidence });
    // That evidence is missing makes the whole attempt invalid; there it is tagged.
    if (deciding.tag && deciding.tag !== 'incomplete-evidence')
      claims.push({ id: deciding.tag, gate, detail, evidence });
  }
  if (flaky) claims.push({ id: 'flaky-check', gate, detail, evidence });
  return claims;
}
