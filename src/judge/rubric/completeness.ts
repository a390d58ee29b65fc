import { eventsOf } from '../../record/events.js';
import type { Gate } from '../../record/verdict.js';
import { auditGaps, refusalGaps } from './audit_completeness.js';
import { challengeGaps } from './challenge.js';
import type { JudgedCheck } from './check_verdict.js';
import type { Gap } from './gap.js';
import { perturbationGaps } from './perturbation.js';
import { tracingGaps } from './refused_operations.js';
import { isCheckEvent, type Trace, wholeRecord } from './trace.js';
import { trafficGaps } from './traffic_completeness.js';

/**
 * Whether the trace is complete (R7; executable contracts §3.3): every check that the contract declares has its events, the
 * change that was accepted or not is the one that was extracted, every operation of the coordination layer was audited, and the traffic
 * with models is whole. A gap makes the attempt invalid, never a failure.
 */
export function gapsIn(trace: Trace, checks: readonly JudgedCheck[], gates: readonly Gate[]): Gap[] {
  return [
    ...patchGaps(trace),
    ...checkGaps(trace, checks),
    ...oracleGaps(trace, checks),
    ...tracingGaps(trace),
    ...auditGaps(trace),
    ...refusalGaps(trace),
    ...trafficGaps(trace),
    ...gateGaps(trace, gates),
  ];
}

/** A gate was not tried although every gate before it passed: what kept it from being tried is not in the record. */
function gateGaps(trace: Trace, gates: readonly Gate[]): Gap[] {
  const deciding = gates.find((gate) => gate.outcome !== 'pass');
  if (!deciding || deciding.reached) return [];
  const evidence = deciding.evidence[0] ?? wholeRecord(trace);
  return [{ what: `${deciding.gate} was not tried and nothing before it decided (${deciding.why})`, evidence }];
}

function patchGaps(trace: Trace): Gap[] {
  const { patch, patches } = trace;
  if (!trace.started) return [{ what: 'the log has no start', evidence: wholeRecord(trace) }];
  if (!patch) return [{ what: 'no patch application is recorded', evidence: wholeRecord(trace) }];
  const evidence = { seq: patch.seq };
  if (patches.length > 1) return [{ what: 'the patch was applied more than once', evidence }];
  const extracted = eventsOf(trace.record.events, 'workspace_mutation').at(-1);
  if (!extracted && patch.payload.outcome === 'applied')
    return [{ what: 'no extraction of the patch is recorded', evidence }];
  if (extracted && extracted.payload.patch_sha256 !== patch.payload.patch_sha256) {
    return [{ what: 'the applied patch is not the extracted one', evidence }];
  }
  if (patch.payload.outcome === 'applied' && !trace.record.events.some((event) => event.type === 'patch_facts'))
    return [{ what: 'what the patch holds was not recorded', evidence }];
  return [];
}

function checkGaps(trace: Trace, checks: readonly JudgedCheck[]): Gap[] {
  const gaps: Gap[] = [];
  for (const { declared, verdict } of checks) {
    if (declared.kind === 'maintainability') continue; // its share counts what is there
    const { check, contract_path } = declared;
    const events = trace.runsOf(declared);
    const gap = (what: string, seq?: number) =>
      gaps.push({
        what: `${check.id}: ${what}`,
        evidence: seq === undefined ? { contract_path } : { seq, contract_path },
      });
    if (events.length === 0) {
      gap('no event of this check is recorded');
      continue;
    }
    const wrong = events.find((event, i) => event.payload.run !== i + 1 || i > check.reruns);
    if (wrong) {
      gap(`run ${wrong.payload.run} is out of place among the ${events.length} recorded`, wrong.seq);
      continue;
    }
    const blank = events.find((event) => !event.payload.execution === !event.payload.not_run);
    if (blank) gap(`run ${blank.payload.run} must hold either an execution or the reason for its absence`, blank.seq);
    const cut = events.find((event) => event.payload.not_run?.because === 'interrupted');
    if (cut) gap('was not run: the evaluation was interrupted', cut.seq);
    // Reruns exist to find a failure: once one is found, further runs change nothing. A pass needs all of them.
    const last = events.at(-1)!;
    if (verdict.outcome === 'pass' && events.length <= check.reruns) {
      gap(`${events.length} of ${check.reruns + 1} runs are recorded`, last.seq);
    }
  }
  const known = new Set(trace.declared.flatMap((declared) => trace.runsOf(declared)).map((event) => event.seq));
  const stray = trace.record.events.find((event) => isCheckEvent(event) && !known.has(event.seq));
  if (stray && isCheckEvent(stray)) {
    gaps.push({
      what: `the contract has no check ${stray.payload.check} for this event`,
      evidence: { seq: stray.seq },
    });
  }
  return gaps;
}

function oracleGaps(trace: Trace, checks: readonly JudgedCheck[]): Gap[] {
  const { oracle } = trace.contract;
  const accepted = checks.some(({ verdict }) => verdict.kind === 'acceptance' && verdict.reached);
  if (!accepted) return [];
  const gaps: Gap[] = [];
  if (oracle.canary !== undefined && trace.canaries.length !== 1) {
    const what = trace.canaries.length === 0 ? 'no canary is recorded' : 'the canary is recorded more than once';
    gaps.push({ what, evidence: { contract_path: 'oracle.canary' } });
  }
  if (oracle.files !== undefined) {
    const laid = new Set(trace.oracle?.payload.files.map((file) => file.path));
    const absent = Object.keys(trace.record.manifest.oracle_files).find((path) => !laid.has(path));
    const evidence = { ...(trace.oracle ? { seq: trace.oracle.seq } : {}), contract_path: 'oracle.files' };
    if (!trace.oracle) gaps.push({ what: 'the oracle files were not laid', evidence });
    else if (absent !== undefined) gaps.push({ what: `the oracle file ${absent} was not laid`, evidence });
  }
  const mandatory = checks.filter(({ verdict }) => verdict.kind === 'acceptance' && verdict.mandatory);
  const passed = mandatory.every(({ verdict }) => verdict.outcome === 'pass');
  return [...gaps, ...perturbationGaps(trace, passed), ...challengeGaps(trace, passed)];
}
