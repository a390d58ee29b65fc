import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import { selectEvents } from '../../../record/events/select_events.js';
import type { Gate } from '../../../record/verdict/verdict.js';
import type { JudgedCheck } from '../checks/judged_check.js';
import { findChallengeGaps } from '../oracle/judge_challenge.js';
import { findPerturbationGaps } from '../oracle/judge_perturbations.js';
import { findTracingGaps } from '../policy/collect_refused_operation_findings.js';
import { type AttemptTrace, getRecordEvidence, isCheckEvent } from '../trace/attempt_trace.js';
import type { EvidenceGap } from '../trace/evidence_gap.js';
import { findActGaps } from './find_act_gaps.js';
import { findAuditGaps, findRefusalGaps } from './find_audit_gaps.js';
import { findModelCheckGaps } from './find_model_check_gaps.js';
import { findTrafficGaps } from './find_traffic_gaps.js';

/**
 * Finds everything that is missing from a trace (requirement R7). Every declared check has its events, the judged
 * change is the extracted one, every operation of the coordination layer was audited, the traffic with models is
 * complete, and every command of the agent was watched. A gap makes the attempt invalid.
 */
export function findEvidenceGaps(
  trace: AttemptTrace,
  checks: readonly JudgedCheck[],
  gates: readonly Gate[],
): EvidenceGap[] {
  return [
    ...findPatchGaps(trace),
    ...findCheckGaps(trace, checks),
    ...findModelCheckGaps(trace),
    ...findOracleGaps(trace, checks),
    ...findTracingGaps(trace),
    ...findAuditGaps(trace),
    ...findRefusalGaps(trace),
    ...findTrafficGaps(trace),
    ...findActGaps(trace),
    ...findGateGaps(trace, gates),
  ];
}

/** Finds a gate that was not tried although every gate before it passed, for a reason that is not in the record. */
function findGateGaps(trace: AttemptTrace, gates: readonly Gate[]): EvidenceGap[] {
  const deciding = gates.find((gate) => gate.outcome !== 'pass');
  if (!deciding || deciding.reached) return [];
  const evidence = deciding.evidence[0] ?? getRecordEvidence(trace);
  return [{ what: `${deciding.gate} was not tried and nothing before it decided (${deciding.why})`, evidence }];
}

function findPatchGaps(trace: AttemptTrace): EvidenceGap[] {
  const { patch, patches } = trace;
  if (!trace.started) return [{ what: 'the log has no start', evidence: getRecordEvidence(trace) }];
  if (!patch) return [{ what: 'no patch application is recorded', evidence: getRecordEvidence(trace) }];
  const evidence = { seq: patch.seq };
  if (patches.length > 1) return [{ what: 'the patch was applied more than once', evidence }];
  const extracted = selectEvents(trace.record.events, 'workspace_mutation').at(-1);
  if (!extracted && patch.payload.outcome === 'applied')
    return [{ what: 'no extraction of the patch is recorded', evidence }];
  if (extracted && extracted.payload.patch_sha256 !== patch.payload.patch_sha256) {
    return [{ what: 'the applied patch is not the extracted one', evidence }];
  }
  if (patch.payload.outcome === 'applied' && !trace.record.events.some((event) => event.type === 'patch_facts'))
    return [{ what: 'what the patch holds was not recorded', evidence }];
  return [];
}

function findCheckGaps(trace: AttemptTrace, checks: readonly JudgedCheck[]): EvidenceGap[] {
  const gaps: EvidenceGap[] = [];
  for (const { declared, verdict } of checks) {
    if (!('check' in declared)) continue;
    if (declared.kind === 'maintainability') continue; // its share counts what is there
    const { check, contract_path } = declared;
    const events = trace.getRuns(declared);
    const gap = (what: string, seq?: number) =>
      gaps.push({
        what: `${check.id}: ${what}`,
        evidence: seq === undefined ? { contract_path } : { seq, contract_path },
      });
    if (events.length === 0) {
      gap('no event of this check is recorded');
      continue;
    }
    const misnumbered = events.find((event, i) => event.payload.run !== i + 1 || i > check.reruns);
    if (misnumbered) {
      gap(`run ${misnumbered.payload.run} is out of place among the ${events.length} recorded`, misnumbered.seq);
      continue;
    }
    const blank = events.find((event) => !event.payload.execution === !event.payload.not_run);
    if (blank) gap(`run ${blank.payload.run} must hold either an execution or the reason for its absence`, blank.seq);
    const cut = events.find((event) => event.payload.not_run?.because === 'interrupted');
    if (cut) gap('was not run: the evaluation was interrupted', cut.seq);
    // Reruns search for a failure: after one, further runs change nothing. A pass needs all of them.
    const last = events.at(-1)!;
    if (verdict.outcome === 'pass' && events.length <= check.reruns) {
      gap(`${events.length} of ${check.reruns + 1} runs are recorded`, last.seq);
    }
  }
  const declared_events = new Set(
    trace.declared.flatMap((declared) => trace.getRuns(declared)).map((event) => event.seq),
  );
  const stray = trace.record.events.find((event) => isCheckEvent(event) && !declared_events.has(event.seq));
  if (stray && isCheckEvent(stray)) {
    gaps.push({
      what: `the contract has no check ${stray.payload.check} for this event`,
      evidence: { seq: stray.seq },
    });
  }
  return gaps;
}

function findOracleGaps(trace: AttemptTrace, checks: readonly JudgedCheck[]): EvidenceGap[] {
  const { oracle } = trace.contract;
  const accepted = checks.some(({ verdict }) => verdict.kind === 'acceptance' && verdict.reached);
  if (!accepted) return [];
  const gaps: EvidenceGap[] = [];
  if (oracle.canary !== undefined && trace.canaries.length !== 1) {
    const gap = trace.canaries.length === 0 ? 'no canary is recorded' : 'the canary is recorded more than once';
    gaps.push({ what: gap, evidence: { contract_path: 'oracle.canary' } });
  }
  if (oracle.files !== undefined) {
    const laid = new Set(trace.oracle?.payload.files.map((file) => file.path));
    const absent = Object.keys(trace.record.manifest.oracle_files).find((path) => !laid.has(path));
    const evidence = { ...omitUndefined({ seq: trace.oracle?.seq }), contract_path: 'oracle.files' };
    if (!trace.oracle) gaps.push({ what: 'the oracle files were not laid', evidence });
    else if (absent !== undefined) gaps.push({ what: `the oracle file ${absent} was not laid`, evidence });
  }
  const mandatory = checks.filter(({ verdict }) => verdict.kind === 'acceptance' && verdict.mandatory);
  const passed = mandatory.every(({ verdict }) => verdict.outcome === 'pass');
  return [...gaps, ...findPerturbationGaps(trace, passed), ...findChallengeGaps(trace, passed)];
}
