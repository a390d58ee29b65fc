import { eventsOf } from '../../record/events.js';
import type { Evidence, Gate, Status } from '../../record/verdict.js';
import { neverStarted } from './agent_exit.js';
import type { JudgedCheck } from './check_verdict.js';
import type { Gap } from './gap.js';
import { modelOutage } from './model_outage.js';
import type { TagClaim } from './tags.js';
import { type Trace, wholeRecord } from './trace.js';
import { andMore, oneLine } from './why.js';

/** Why an attempt says nothing about its agent. */
export const invalidities = [
  'identity',
  'setup',
  'interrupted',
  'safety-termination',
  'harness-error',
  'model-outage',
  'agent-not-started',
  'incomplete-evidence',
] as const;
export type Invalidity = (typeof invalidities)[number];

/** The tag of each invalidity; a safety stop is tagged by its gate. */
const TAG_OF = {
  identity: 'identity-mismatch',
  setup: 'setup-failure',
  interrupted: 'interrupted',
  'safety-termination': undefined,
  'harness-error': 'harness-error',
  'model-outage': 'model-outage',
  'agent-not-started': 'agent-not-started',
  'incomplete-evidence': 'incomplete-evidence',
} as const satisfies Record<Invalidity, TagClaim['id'] | undefined>;

/** The status of an attempt as a whole (R5). */
export interface Standing {
  status: Status;
  reason: string;
  tags: TagClaim[];
}

/** An attempt that is not valid, with the first reason that holds. */
export interface Invalid {
  kind: Invalidity;
  detail: string;
  evidence: Evidence;
}

/**
 * Whether the attempt is valid at all: identities hold, setup was ready, nobody stopped it before acceptance was complete,
 * it was not stopped for safety without an evaluation, its model and its own program were there, and no evidence is missing (executable contracts §3.1, §3.2).
 */
export function invalidity(trace: Trace, checks: readonly JudgedCheck[], gaps: readonly Gap[]): Invalid | undefined {
  const stopped = (...codes: string[]) => trace.terminations.find((event) => codes.includes(event.payload.code));
  const identity = identityFault(trace);
  if (identity) return { kind: 'identity', ...identity };
  const incomplete = gaps.length > 0 || isCutOff(trace, checks);
  const interrupted = stopped('signal', 'operator');
  // Before setup: a command of setup that was ended by the signal has failed as well.
  if (interrupted && incomplete) {
    return { kind: 'interrupted', detail: interrupted.payload.rationale, evidence: { seq: interrupted.seq } };
  }
  const setup = trace.setups.find((event) => event.payload.outcome === 'failed');
  if (setup)
    return { kind: 'setup', detail: setup.payload.detail ?? 'a setup command failed', evidence: { seq: setup.seq } };
  const safety = stopped('safety');
  if (safety && incomplete) {
    return { kind: 'safety-termination', detail: safety.payload.rationale, evidence: { seq: safety.seq } };
  }
  const harness = stopped('harness-error');
  if (harness) return { kind: 'harness-error', detail: harness.payload.rationale, evidence: { seq: harness.seq } };
  const outage = modelOutage(trace);
  if (outage) return { kind: 'model-outage', ...outage };
  const missing = neverStarted(trace);
  if (missing) return { kind: 'agent-not-started', ...missing };
  const gap = gaps[0];
  if (!gap) return undefined;
  return { kind: 'incomplete-evidence', detail: oneLine(gap.what) + andMore(gaps.length), evidence: gap.evidence };
}

/** Something of the evaluation was begun and not finished, or not begun since there was no more time. */
function isCutOff(trace: Trace, checks: readonly JudgedCheck[]): boolean {
  const cancelled = checks.some(
    ({ verdict, deciding }) => verdict.kind !== 'maintainability' && deciding.tag === 'check-cancelled',
  );
  const { events } = trace.record;
  const beside = [...trace.canaries, ...eventsOf(events, 'perturbation'), ...eventsOf(events, 'challenge')];
  return (
    cancelled ||
    beside.some(
      ({ payload }) => payload.not_run?.because === 'interrupted' || payload.execution?.cause === 'cancelled',
    ) ||
    eventsOf(trace.record.events, 'rebuild').some(({ payload }) => payload.execution.cause === 'cancelled') ||
    trace.terminations.some(({ payload }) => payload.broke_off === true)
  );
}

/**
 * Success needs all four gates. Otherwise the first gate that did not pass decides: a failure when it failed, an
 * acceptance error when it did not come to a decision.
 */
export function standing(gates: readonly Gate[], invalid: Invalid | undefined): Standing {
  if (invalid) {
    const id = TAG_OF[invalid.kind];
    return {
      status: 'invalid',
      reason: oneLine(`${invalid.kind}: ${invalid.detail}`),
      tags: id ? [{ id, gate: null, detail: invalid.detail, evidence: [invalid.evidence] }] : [],
    };
  }
  const deciding = gates.find((gate) => gate.outcome !== 'pass');
  if (!deciding) return { status: 'success', reason: '', tags: [] };
  if (deciding.outcome === 'error') {
    return { status: 'acceptance_error', reason: oneLine(`${deciding.gate}: ${deciding.why}`), tags: [] };
  }
  return { status: 'failure', reason: deciding.gate, tags: [] };
}

/** The first identity that does not hold (R2): what ran must be what the manifest and the contract pin. */
function identityFault(trace: Trace): { detail: string; evidence: Evidence } | undefined {
  const { manifest } = trace.record;
  const evidence: Evidence = { ...wholeRecord(trace), artifact: 'manifest.json' };
  const { snapshot } = manifest;
  if (snapshot.observed !== snapshot.identity) {
    const { path, lines } = manifest.contract;
    const line = snapshot.kind === 'directory' ? lines['snapshot.tree'] : undefined;
    const mend = line === undefined ? '' : `; if the folder is right, pin that at ${path}:${line}`;
    return { detail: `the snapshot is pinned to ${snapshot.identity}, found ${snapshot.observed}${mend}`, evidence };
  }
  const started = trace.started?.payload;
  if (started && started.attempt_id !== manifest.attempt_id) {
    return { detail: `the log is of attempt ${started.attempt_id}, the manifest of ${manifest.attempt_id}`, evidence };
  }
  if (started && started.contract_version !== manifest.contract.version) {
    return { detail: 'the log is of another contract version than the manifest', evidence };
  }
  const { oracle } = trace;
  const strange = oracle?.payload.files.find(
    (file) => manifest.oracle_files[file.path] !== undefined && manifest.oracle_files[file.path] !== file.sha256,
  );
  if (oracle && strange)
    return {
      detail: `the oracle file ${strange.path} is not the one of the contract`,
      evidence: { seq: oracle.seq, file: strange.path },
    };
  return undefined;
}
