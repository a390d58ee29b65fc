import type { Finding, Gate } from '../../record/verdict.js';
import { arming } from './canary.js';
import type { JudgedCheck } from './check_verdict.js';
import { blockedBy, checkTags, conjunction, type JudgedGate } from './judged_gate.js';
import { evidenceOf, type TagClaim } from './tags.js';
import type { Trace } from './trace.js';
import { andMore, oneLine } from './why.js';

/**
 * G3, functional acceptance: every mandatory check passes, and the oracle that says so can still fail (its canary did).
 * A disarmed oracle is an error of the gate and a violation among the findings.
 */
export function acceptanceGate(
  trace: Trace,
  checks: readonly JudgedCheck[],
  earlier: readonly Gate[],
): JudgedGate & { findings: Finding[] } {
  const gate = conjunction('G3', checks, blockedBy(...earlier));
  if (!gate.reached) return { gate, tags: [], findings: [] };
  const mandatory = checks.filter(({ verdict }) => verdict.mandatory);
  const layers = new Set(checks.map(({ verdict }) => verdict.layer));
  const tags = mandatory.flatMap((check) => tagsOf(check, layers.size > 1));
  const { canary } = trace.contract.oracle;
  if (canary === undefined) return { gate, tags, findings: [] };

  const proof = arming(canary, trace.canaries.at(-1));
  if (proof.state === 'armed') {
    return { gate: { ...gate, evidence: [...gate.evidence, proof.evidence] }, tags, findings: [] };
  }
  const id = proof.state === 'disarmed' ? 'oracle-disarmed' : 'canary-inconclusive';
  const why = oneLine(`canary: ${proof.why}`);
  tags.push({ id, gate: 'G3', detail: why, evidence: [proof.evidence] });
  const findings: Finding[] =
    proof.state === 'disarmed'
      ? [{ rule: 'oracle-disarmed', severity: 'violation', message: proof.why, evidence: [proof.evidence] }]
      : [];
  // A failure stands: the oracle failed after all. A pass of an oracle that cannot fail is worth nothing.
  if (gate.outcome !== 'pass') return { gate, tags, findings };
  return { gate: { ...gate, outcome: 'error', why, evidence: [proof.evidence, ...gate.evidence] }, tags, findings };
}

function tagsOf(check: JudgedCheck, severalLayers: boolean): TagClaim[] {
  const { verdict, declared } = check;
  const tags = checkTags('G3', check);
  if (verdict.outcome !== 'fail' || !verdict.reached) return tags;
  const evidence = evidenceOf(verdict.evidence, { contract_path: declared.contract_path });
  const claim = (id: TagClaim['id'], detail: string) => tags.push({ id, gate: 'G3', detail, evidence });
  claim('functional-failure', `${verdict.check}: ${verdict.why}`);
  // Only what a report shows may be said of single tests.
  for (const [list, id] of [
    ['fail_to_pass', 'missing-fix'],
    ['pass_to_pass', 'regression'],
  ] as const) {
    const broken = check.deciding.required.filter((test) => test.list === list && test.standing !== 'passed');
    if (broken[0]) claim(id, `${verdict.check}: ${broken[0].name} ${broken[0].standing}${andMore(broken.length)}`);
  }
  if (severalLayers) claim(`${declared.check.layer}-failure`, `${verdict.check}: ${verdict.why}`);
  return tags;
}
