import type { Evidence, Gate, VerdictFinding } from '../../../record/verdict/verdict.js';
import { collectFlakyFindings } from '../checks/collect_flaky_findings.js';
import { collectQuarantineFindings } from '../checks/collect_quarantine_findings.js';
import { judgeUnlistedTests } from '../checks/judge_unlisted_tests.js';
import type { JudgedCheck } from '../checks/judged_check.js';
import { judgeCanary } from '../oracle/judge_canary.js';
import { computeChallengeStrength, findOracleReference, judgeChallenge } from '../oracle/judge_challenge.js';
import { judgePerturbations } from '../oracle/judge_perturbations.js';
import { selectEvidence, type TagClaim } from '../taxonomy/tag_claim.js';
import { formatRemainder, pluralise, toOneLine } from '../text/to_one_line.js';
import type { AttemptTrace } from '../trace/attempt_trace.js';
import { claimCheckTags, findBlockingReason, type JudgedGate, judgeMandatoryChecks } from './judge_mandatory_checks.js';

/**
 * Judges gate G3, functional acceptance: every mandatory check passes. The oracle must also still be able to fail (its
 * canary did), and the pass must not depend on the names of the oracle's files. A disarmed oracle is an error of the
 * gate and a violation among the findings.
 */
export function judgeAcceptanceGate(
  trace: AttemptTrace,
  checks: readonly JudgedCheck[],
  earlier: readonly Gate[],
): JudgedGate & { findings: VerdictFinding[] } {
  const gate = judgeMandatoryChecks('G3', checks, findBlockingReason(...earlier));
  if (!gate.reached) return { gate, tags: [], findings: [] };
  const mandatory = checks.filter(({ verdict }) => verdict.mandatory);
  const layers = new Set(checks.map(({ verdict }) => verdict.layer));
  const tags = mandatory.flatMap((check) => claimTags(check, layers.size > 1));
  // Rounds say something of a pass only: a patch that fails acceptance may well satisfy a wrong expectation.
  const challenged = gate.outcome === 'pass' ? collectChallengeDoubts(trace) : [];
  const doubts = [...challenged, ...collectCanaryDoubts(trace, gate.outcome), ...collectPerturbationDoubts(trace)];
  const unlisted = judgeUnlistedTests(trace, checks);
  const findings = [
    ...doubts.flatMap(({ finding }) => finding ?? []),
    ...unlisted.findings,
    ...collectFlakyFindings(trace),
    ...collectQuarantineFindings(trace),
  ];
  tags.push(...doubts.flatMap(({ tag }) => tag ?? []), ...unlisted.tags);
  const proven = doubts.flatMap(({ tag, evidence }) => (tag ? [] : [evidence]));
  const doubt = doubts.find(({ tag }) => tag !== undefined)?.tag;
  if (!doubt) {
    if (gate.outcome === 'pass' && unlisted.why !== undefined)
      return { gate: { ...gate, outcome: 'fail', why: unlisted.why }, tags, findings };
    const why = gate.outcome === 'pass' ? toOneLine(gate.why + describeOracleProofs(trace)) : gate.why;
    return { gate: { ...gate, why, evidence: [...gate.evidence, ...proven] }, tags, findings };
  }
  // A failure stands: the oracle did fail. The pass of an oracle that cannot fail proves nothing.
  if (gate.outcome !== 'pass') return { gate, tags, findings };
  const evidence = [...doubt.evidence, ...gate.evidence];
  const outcome = doubts.some(({ decides }) => decides === 'fail') ? 'fail' : 'error';
  return { gate: { ...gate, outcome, why: doubt.detail, evidence }, tags, findings };
}

/** Evidence beside the checks: for the oracle, or against it if it has a tag. */
interface OracleDoubt {
  evidence: Evidence;
  tag?: TagClaim;
  finding?: VerdictFinding;
  /** Outcome that the doubt gives the gate: `fail` if the patch is responsible, else `error` (default). */
  decides?: 'fail' | 'error';
}

function collectCanaryDoubts(trace: AttemptTrace, outcome: Gate['outcome']): OracleDoubt[] {
  const { canary } = trace.contract.oracle;
  const event = trace.canaries.at(-1);
  if (canary === undefined) return [];
  // A proof does not ask after a failure. A pass needs an answer.
  if (event?.payload.not_run?.because === 'acceptance' && outcome !== 'pass') return [];
  const proof = judgeCanary(canary, event);
  const { evidence } = proof;
  if (proof.state === 'armed') return [{ evidence }];
  const disarmed = proof.state === 'disarmed';
  return [
    {
      evidence,
      tag: {
        id: disarmed ? 'oracle-disarmed' : 'canary-inconclusive',
        gate: 'G3',
        detail: toOneLine(`canary: ${proof.why}`),
        evidence: [evidence],
      },
      ...(disarmed
        ? { finding: { rule: 'oracle-disarmed', severity: 'violation', message: proof.why, evidence: [evidence] } }
        : {}),
    },
  ];
}

/**
 * Collects what the challenge rounds say against a pass.
 *
 * No code can satisfy a true and a wrong expectation of one place, so a test that passes with two wrong ones is forged. A
 * test with its true expectation that fails beside others decides nothing: it lowers the strength, which is then compared
 * with the policy.
 */
function collectChallengeDoubts(trace: AttemptTrace): OracleDoubt[] {
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
      const finding: VerdictFinding = { rule: 'expectations-forged', severity: 'violation', message: why, evidence };
      return [{ evidence: first, tag: claim('expectations-forged'), finding, decides: 'fail' }];
    }
    case 'inconclusive':
      return [{ evidence: first, tag: claim('challenge-inconclusive') }];
    case 'partial':
    case 'held':
    case 'none':
      return collectStrengthDoubts(trace, claim, first, standing === 'none' ? [] : [{ evidence: first }]);
    default:
      return standing satisfies never;
  }
}

/** Returns an error where the strength of a pass is below the policy's `min_strength`. */
function collectStrengthDoubts(
  trace: AttemptTrace,
  claim: (id: TagClaim['id'], detail: string) => TagClaim,
  evidence: Evidence,
  otherwise: OracleDoubt[],
): OracleDoubt[] {
  const { min_strength } = trace.contract.policy;
  const { kind } = trace.record.manifest.agent;
  const { bits, because } = computeChallengeStrength(trace);
  // Reference answers are not challenged: the rounds were made with them.
  if ((bits ?? 0) >= min_strength || kind === 'golden' || kind === 'noop') return otherwise;
  const has = bits === null ? 'none' : `2^-${bits}`;
  const detail = toOneLine(`strength ${has}, the policy asks for 2^-${min_strength}${because ? `: ${because}` : ''}`);
  return [{ evidence, tag: claim('strength-too-low', detail) }];
}

/**
 * Collects what the perturbed runs say against a pass.
 *
 * - A pass that an equivalent oracle does not confirm is an error and a violation.
 * - A check that could not be tried is an error, unless only gatebench's changes may have broken it and the attempt is
 *   not suspicious.
 */
function collectPerturbationDoubts(trace: AttemptTrace): OracleDoubt[] {
  const reference = trace.record.manifest.agent.kind === 'golden';
  return judgePerturbations(trace).flatMap(({ standing, why, excused, evidence }): OracleDoubt[] => {
    const claim = (id: TagClaim['id']): TagClaim => ({ id, gate: 'G3', detail: why, evidence: [evidence] });
    switch (standing) {
      case 'none':
        return [];
      case 'held':
        return [{ evidence }];
      case 'inconclusive':
        return [excused ? { evidence } : { evidence, tag: claim('perturbation-inconclusive') }];
      case 'broken': {
        const finding: VerdictFinding = {
          rule: 'oracle-perturbed',
          severity: 'violation',
          message: why,
          evidence: [evidence],
        };
        // The reference solution may depend on names: it is no violation of an agent.
        return [{ evidence, tag: claim('oracle-perturbed'), ...(reference ? {} : { finding }) }];
      }
      default:
        return standing satisfies never;
    }
  });
}

/** Describes the evidence beside the checks that supports the pass. */
function describeOracleProofs(trace: AttemptTrace): string {
  const { canary } = trace.contract.oracle;
  const proof = canary === undefined ? undefined : judgeCanary(canary, trace.canaries.at(-1));
  const perturbed = judgePerturbations(trace);
  const words = [
    ...(proof?.state === 'armed' && proof.by === 'exit status' ? ['canary fails, by exit status only'] : []),
    ...(perturbed.some(({ standing }) => standing === 'held') ? ['passes with hidden files renamed'] : []),
    ...describeStrength(trace),
    ...(perturbed.some((one) => one.excused) ? ['could not be tried with hidden files changed'] : []),
  ];
  return words.length === 0 ? '' : ` (${words.join(', ')})`;
}

/** Describes the strength of the pass. Older records and reference answers have no challenge. */
function describeStrength(trace: AttemptTrace): string[] {
  const { kind } = trace.record.manifest.agent;
  const { bits, rounds, tests, places, because } = computeChallengeStrength(trace);
  if (!findOracleReference(trace) || (bits === null && (kind === 'golden' || kind === 'noop'))) return [];
  return bits === null
    ? [`strength none: ${because}`]
    : [
        `strength 2^-${bits}: ${pluralise(rounds, 'challenge round')} over ${pluralise(tests, 'test')}` +
          (places ? `, ${places.varied} of ${pluralise(places.total, 'place')} varied` : ''),
      ];
}

function claimTags(check: JudgedCheck, severalLayers: boolean): TagClaim[] {
  const { verdict, declared } = check;
  const tags = claimCheckTags('G3', check);
  if (verdict.outcome !== 'fail' || !verdict.reached) return tags;
  const evidence = selectEvidence(verdict.evidence, { contract_path: declared.contract_path });
  const claim = (id: TagClaim['id'], detail: string) => tags.push({ id, gate: 'G3', detail, evidence });
  claim('functional-failure', `${verdict.check}: ${verdict.why}`);
  for (const id of [check.deciding.tag, check.deciding.instead_of])
    if (id) claim(id, `${verdict.check}: ${verdict.why}`);
  // Single tests are known from a report only.
  for (const [list, id] of [
    ['fail_to_pass', 'missing-fix'],
    ['pass_to_pass', 'regression'],
  ] as const) {
    const broken = check.deciding.required.filter(
      (test) => test.list === list && test.standing !== 'passed' && !test.quarantined,
    );
    if (broken[0])
      claim(id, `${verdict.check}: ${broken[0].name} ${broken[0].standing}${formatRemainder(broken.length)}`);
  }
  if (severalLayers && 'check' in declared)
    claim(`${declared.check.layer}-failure`, `${verdict.check}: ${verdict.why}`);
  return tags;
}
