import type { Evidence, Finding, Gate } from '../../record/verdict.js';
import { arming } from './canary.js';
import { challengeStrength, judgeChallenge, referenceOf } from './challenge.js';
import type { JudgedCheck } from './check_verdict.js';
import { blockedBy, checkTags, conjunction, type JudgedGate } from './judged_gate.js';
import { withstood } from './perturbation.js';
import { quarantineFindings } from './quarantine_findings.js';
import { evidenceOf, type TagClaim } from './tags.js';
import type { Trace } from './trace.js';
import { judgeUnlisted } from './unlisted_tests.js';
import { andMore, counted, oneLine } from './why.js';

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
  // A patch that fails acceptance anyway may well answer what a wrong expectation asks: rounds say something of a pass only.
  const challenged = gate.outcome === 'pass' ? challengeDoubts(trace) : [];
  const doubts = [...challenged, ...armingOf(trace), ...perturbationDoubts(trace)];
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
  const outcome = doubts.some(({ decides }) => decides === 'fail') ? 'fail' : 'error';
  return { gate: { ...gate, outcome, why: doubt.detail, evidence }, tags, findings };
}

/** Something beside the checks that speaks for the oracle, or (with a tag) against it. */
interface Doubt {
  evidence: Evidence;
  tag?: TagClaim;
  finding?: Finding;
  /** Whose doing it is: `fail` = the patch's. Default: nobody's that is known, an error. */
  decides?: 'fail' | 'error';
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
 * What the challenge rounds say against a pass. The wrong expectations were tried on the reference solution, so that what does not come out as
 * it must is the patch's doing; rounds that could not be run to an end are nobody's. Then the strength is held against what
 * the policy asks for.
 */
function challengeDoubts(trace: Trace): Doubt[] {
  const { standing, why, evidence } = judgeChallenge(trace);
  const [first = { contract_path: 'oracle.challenge' }, ...rest] = evidence;
  const claim = (id: TagClaim['id'], detail = why): TagClaim => ({
    id,
    gate: 'G3',
    detail,
    evidence: [first, ...rest],
  });
  switch (standing) {
    case 'forged': {
      const finding: Finding = { rule: 'expectations-forged', severity: 'violation', message: why, evidence };
      return [{ evidence: first, tag: claim('expectations-forged'), finding, decides: 'fail' }];
    }
    case 'failed':
      return [{ evidence: first, tag: claim('challenge-failed'), decides: 'fail' }];
    case 'silent':
      return [{ evidence: first, tag: claim('challenge-silent'), decides: 'fail' }];
    case 'inconclusive':
      return [{ evidence: first, tag: claim('challenge-inconclusive') }];
    case 'held':
    case 'none':
      return weakness(trace, claim, first, standing === 'held' ? [{ evidence: first }] : []);
    default:
      return standing satisfies never;
  }
}

/** A pass that is weaker than the policy asks for is an error. */
function weakness(
  trace: Trace,
  claim: (id: TagClaim['id'], detail: string) => TagClaim,
  evidence: Evidence,
  otherwise: Doubt[],
): Doubt[] {
  const { min_strength } = trace.contract.policy;
  const { kind } = trace.record.manifest.agent;
  const { bits, because } = challengeStrength(trace);
  // Reference answers are not challenged: they are what the rounds are made with.
  if ((bits ?? 0) >= min_strength || kind === 'golden' || kind === 'noop') return otherwise;
  const has = bits === null ? 'none' : `2^-${bits}`;
  const detail = oneLine(`strength ${has}, the policy asks for 2^-${min_strength}${because ? `: ${because}` : ''}`);
  return [{ evidence, tag: claim('strength-too-low', detail) }];
}

/**
 * A pass that does not survive an equivalent oracle was made for the published one: an error and a violation. One that could not be tried
 * is an error, but for what our own changes may have broken in an attempt that nobody doubts. A pass under wrong
 * expectations is worth nothing, but may be the contract's doing: an error. With the reference solution it says that the wrong
 * expectations are not what the check depends on, and nothing else.
 */
function perturbationDoubts(trace: Trace): Doubt[] {
  const reference = trace.record.manifest.agent.kind === 'golden';
  return withstood(trace).flatMap(({ kind, standing, why, excused, evidence }): Doubt[] => {
    const claim = (id: TagClaim['id']): TagClaim => ({ id, gate: 'G3', detail: why, evidence: [evidence] });
    switch (standing) {
      case 'none':
        return [];
      case 'held':
        return [{ evidence }];
      case 'inconclusive':
        return [excused ? { evidence } : { evidence, tag: claim('perturbation-inconclusive') }];
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

/** What speaks for the pass beside the checks, for a reader of the reason. */
function heldUnder(trace: Trace): string {
  const { canary } = trace.contract.oracle;
  const proof = canary === undefined ? undefined : arming(canary, trace.canaries.at(-1));
  const held = new Set(withstood(trace).flatMap(({ kind, standing }) => (standing === 'held' ? [kind] : [])));
  const excused = withstood(trace).some((one) => one.excused);
  const words = [
    ...(proof?.state === 'armed' && proof.by === 'exit status' ? ['canary fails, by exit status only'] : []),
    ...(held.has('equivalent') ? ['passes with hidden files renamed'] : []),
    ...(held.has('wrong-expectations') ? ['fails with wrong expectations'] : []),
    ...strengthWords(trace),
    ...(excused ? ['could not be tried with hidden files changed'] : []),
  ];
  return words.length === 0 ? '' : ` (${words.join(', ')})`;
}

/** The strength of the pass, where there is anything to say of it: older records and reference answers have no challenge. */
function strengthWords(trace: Trace): string[] {
  const { kind } = trace.record.manifest.agent;
  const { bits, rounds, tests, because } = challengeStrength(trace);
  if (!referenceOf(trace) || (bits === null && (kind === 'golden' || kind === 'noop'))) return [];
  return bits === null
    ? [`strength none: ${because}`]
    : [`strength 2^-${bits}: ${counted(rounds, 'challenge round')} over ${counted(tests, 'test')}`];
}

function tagsOf(check: JudgedCheck, severalLayers: boolean): TagClaim[] {
  const { verdict, declared } = check;
  const tags = checkTags('G3', check);
  if (verdict.outcome !== 'fail' || !verdict.reached) return tags;
  const evidence = evidenceOf(verdict.evidence, { contract_path: declared.contract_path });
  const claim = (id: TagClaim['id'], detail: string) => tags.push({ id, gate: 'G3', detail, evidence });
  claim('functional-failure', `${verdict.check}: ${verdict.why}`);
  for (const id of [check.deciding.tag, check.deciding.instead_of])
    if (id) claim(id, `${verdict.check}: ${verdict.why}`);
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
