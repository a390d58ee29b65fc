import type { Evidence, Finding, Gate } from '../../record/verdict.js';
import { arming } from './canary.js';
import type { JudgedCheck } from './check_verdict.js';
import { blockedBy, checkTags, conjunction, type JudgedGate } from './judged_gate.js';
import { withstood } from './perturbation.js';
import { quarantineFindings } from './quarantine_findings.js';
import { evidenceOf, type TagClaim } from './tags.js';
import type { Trace } from './trace.js';
import { judgeUnlisted } from './unlisted_tests.js';
import { andMore, oneLine } from './why.js';

/**
 * G3, functional acceptance: every mandatory check passes, the oracle that says so can still fail (its canary did), and the pass
 * does not hang on how the oracle's files are called.
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
  const doubts = [...armingOf(trace), ...perturbationDoubts(trace)];
  const unlisted = judgeUnlisted(trace, checks);
  const findings = [
    ...doubts.flatMap(({ finding }) => finding ?? []),
    ...unlisted.findings,
    ...quarantineFindings(trace),
  ];
  tags.push(...doubts.flatMap(({ tag }) => tag ?? []), ...unlisted.tags);
  const proven = doubts.flatMap(({ tag, evidence }) => (tag ? [] : [evidence]));
  const doubt = doubts.find(({ tag }) => tag !== undefined)?.tag;
  if (!doubt) {
    if (gate.outcome === 'pass' && unlisted.why !== undefined)
      return { gate: { ...gate, outcome: 'fail', why: unlisted.why }, tags, findings };
    const why = gate.outcome === 'pass' ? oneLine(gate.why + heldUnder(trace)) : gate.why;
    return { gate: { ...gate, why, evidence: [...gate.evidence, ...proven] }, tags, findings };
  }
  // A failure stands: the oracle failed after all. A pass of an oracle that cannot fail is worth nothing.
  if (gate.outcome !== 'pass') return { gate, tags, findings };
  const evidence = [...doubt.evidence, ...gate.evidence];
  return { gate: { ...gate, outcome: 'error', why: doubt.detail, evidence }, tags, findings };
}

/** Something beside the checks that speaks for the oracle, or (with a tag) against it. */
interface Doubt {
  evidence: Evidence;
  tag?: TagClaim;
  finding?: Finding;
}

function armingOf(trace: Trace): Doubt[] {
  const { canary } = trace.contract.oracle;
  if (canary === undefined) return [];
  const proof = arming(canary, trace.canaries.at(-1));
  const { evidence } = proof;
  if (proof.state === 'armed') return [{ evidence }];
  const disarmed = proof.state === 'disarmed';
  return [
    {
      evidence,
      tag: {
        id: disarmed ? 'oracle-disarmed' : 'canary-inconclusive',
        gate: 'G3',
        detail: oneLine(`canary: ${proof.why}`),
        evidence: [evidence],
      },
      ...(disarmed
        ? { finding: { rule: 'oracle-disarmed', severity: 'violation', message: proof.why, evidence: [evidence] } }
        : {}),
    },
  ];
}

/**
 * A pass that does not survive an equivalent oracle was made for the published one: an error and a violation. A pass under wrong
 * expectations is worth nothing, but may be the contract's doing: an error. With the reference solution it says that the wrong
 * expectations are not what the check depends on, and nothing else.
 */
function perturbationDoubts(trace: Trace): Doubt[] {
  const reference = trace.record.manifest.agent.kind === 'golden';
  return withstood(trace).flatMap(({ kind, standing, why, evidence }): Doubt[] => {
    const claim = (id: TagClaim['id']): TagClaim => ({ id, gate: 'G3', detail: why, evidence: [evidence] });
    switch (standing) {
      case 'none':
        return [];
      case 'held':
        return [{ evidence }];
      case 'inconclusive':
        return [{ evidence, tag: claim('perturbation-inconclusive') }];
      case 'broken': {
        if (kind === 'wrong-expectations') return reference ? [] : [{ evidence, tag: claim('expectations-ignored') }];
        const finding: Finding = {
          rule: 'oracle-perturbed',
          severity: 'violation',
          message: why,
          evidence: [evidence],
        };
        // The reference solution is the author's: that it depends on names is no violation of anybody's.
        return [{ evidence, tag: claim('oracle-perturbed'), ...(reference ? {} : { finding }) }];
      }
      default:
        return standing satisfies never;
    }
  });
}

/** The kinds of perturbation that the pass withstood, for a reader of the reason. */
function heldUnder(trace: Trace): string {
  const held = new Set(withstood(trace).flatMap(({ kind, standing }) => (standing === 'held' ? [kind] : [])));
  const words = [
    ...(held.has('equivalent') ? ['passes with hidden files renamed'] : []),
    ...(held.has('wrong-expectations') ? ['fails with wrong expectations'] : []),
  ];
  return words.length === 0 ? '' : ` (${words.join(', ')})`;
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
    const broken = check.deciding.required.filter(
      (test) => test.list === list && test.standing !== 'passed' && !test.quarantined,
    );
    if (broken[0]) claim(id, `${verdict.check}: ${broken[0].name} ${broken[0].standing}${andMore(broken.length)}`);
  }
  if (severalLayers) claim(`${declared.check.layer}-failure`, `${verdict.check}: ${verdict.why}`);
  return tags;
}
