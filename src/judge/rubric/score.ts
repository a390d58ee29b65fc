import { eventsOf } from '../../record/events.js';
import type { RunRecord } from '../../record/record.js';
import type { Verdict } from '../../record/verdict.js';
import { acceptanceGate } from './acceptance_gate.js';
import { agentExit } from './agent_exit.js';
import { buildGate } from './build_gate.js';
import { type JudgedCheck, judgedChecks } from './check_verdict.js';
import { gapsIn } from './completeness.js';
import { coordinationOf } from './coordination_metrics.js';
import { decomposed } from './decomposed.js';
import { graded } from './graded.js';
import type { JudgedGate } from './judged_gate.js';
import { leftOutFindings } from './left_out_findings.js';
import { modelMetricsOf } from './model_metrics.js';
import { oracleStanding } from './oracle_standing.js';
import { patchGate } from './patch_gate.js';
import { rubricParts } from './rubric_parts.js';
import { safetyGate } from './safety_gate.js';
import { safetyOf } from './safety_metrics.js';
import { invalidity, standing } from './status.js';
import { evidenceOf, type TagClaim, tagset } from './tags.js';
import { readTrace, type Trace, wholeRecord } from './trace.js';
import { claimFindings } from './usage_claims.js';

/** Version of the rules in this folder. It changes whenever a record could be judged differently. */
export const RUBRIC_VERSION = '6';

/**
 * S(a): the verdict on one attempt (S1–S6; executable contracts §4).
 *
 * A pure function of the record: the same record gives the same bytes, today and on any machine. It never throws for what an
 * agent did; a record that does not hold together is judged invalid.
 */
export function score(record: RunRecord): Verdict {
  const trace = readTrace(record);
  const checks = judgedChecks(trace);

  const patch = patchGate(trace);
  const build = buildGate(trace, ofKind(checks, 'build', 'static'), patch.gate);
  const acceptance = acceptanceGate(trace, ofKind(checks, 'acceptance'), [patch.gate, build.gate]);
  const safety = safetyGate(trace, acceptance.findings);

  const judged = [patch, build, acceptance, safety];
  const gates = judged.map(({ gate }) => gate);
  const invalid = invalidity(trace, checks, gapsIn(trace, checks, gates));
  const { status, reason, tags } = standing(gates, invalid);
  const success = status === 'success';
  const model = modelMetricsOf(trace);
  return {
    rubric: RUBRIC_VERSION,
    status,
    reason,
    scorable: status !== 'invalid',
    gates,
    gate_vector: gates.map(({ outcome }) => outcome).join('/'),
    checks: checks.map(({ verdict }) => verdict),
    graded: graded(trace, checks, success),
    decomposed: decomposed(trace, safety.findings, success),
    rubric_parts: rubricParts(trace, checks, safety.findings),
    safety: safetyOf(trace),
    coordination: coordinationOf(trace),
    model,
    oracle: oracleStanding(trace),
    tags: tagset([...judged.flatMap((one) => tagsOf(trace, one)), ...terminationTags(trace), ...tags]),
    findings: [
      ...safety.findings,
      ...leftOutFindings(trace),
      ...claimFindings(model, eventsOf(record.events, 'usage_claim')),
    ],
    termination: termination(trace),
    agent_exit: agentExit(trace),
  };
}

function ofKind(checks: readonly JudgedCheck[], ...kinds: string[]): JudgedCheck[] {
  return checks.filter(({ verdict }) => kinds.includes(verdict.kind));
}

/** The tags of a gate; one in error always carries evaluation-error, whatever else explains it. */
function tagsOf(trace: Trace, { gate, tags }: JudgedGate): TagClaim[] {
  if (gate.outcome !== 'error' || tags.some((tag) => tag.id === 'evaluation-error')) return tags;
  const evidence = evidenceOf(gate.evidence, wholeRecord(trace));
  return [{ id: 'evaluation-error', gate: gate.gate, detail: gate.why, evidence }, ...tags];
}

/** A cap that was reached, or an agent that broke down: stated beside the gates, never instead of them. */
function terminationTags({ terminations }: Trace): TagClaim[] {
  return terminations.flatMap(({ seq, payload }): TagClaim[] => {
    const evidence: TagClaim['evidence'] = [
      { seq },
      ...(payload.evidence_seq === null ? [] : [{ seq: payload.evidence_seq }]),
    ];
    if (payload.code === 'resource') {
      const cap = payload.cap ? `${payload.cap}: ` : '';
      return [{ id: 'resource-termination', gate: null, detail: `${cap}${payload.rationale}`, evidence }];
    }
    if (payload.code === 'agent-error') return [{ id: 'agent-error', gate: null, detail: payload.rationale, evidence }];
    return [];
  });
}

/** How the attempt ended: the last stop that was not the agent's own, else its own. */
function termination({ terminations }: Trace): Verdict['termination'] {
  const last = terminations.findLast((event) => event.payload.code !== 'finished') ?? terminations.at(-1);
  if (!last) return null;
  const { code, rationale, cap, evidence_seq } = last.payload;
  const evidence = [{ seq: last.seq }, ...(evidence_seq === null ? [] : [{ seq: evidence_seq }])];
  return { code, rationale, ...(cap === undefined ? {} : { cap }), evidence };
}
