import type { Event } from '../../../record/events/event.js';
import { collectExchanges, type RecordedExchange, selectEvents } from '../../../record/events/select_events.js';
import type { Evidence, Gate, VerdictStatus } from '../../../record/verdict/verdict.js';
import type { JudgedCheck } from '../checks/judged_check.js';
import type { TagClaim } from '../taxonomy/tag_claim.js';
import { formatRemainder, toOneLine } from '../text/to_one_line.js';
import { type AttemptTrace, getRecordEvidence } from '../trace/attempt_trace.js';
import type { EvidenceGap } from '../trace/evidence_gap.js';
import { findForeignSnapshot } from '../trace/find_foreign_snapshot.js';
import { findFailedStart } from './read_agent_exit.js';

/** Reasons why an attempt says nothing about its agent. */
const INVALIDITY_KINDS = [
  'identity',
  'setup',
  'interrupted',
  'safety-termination',
  'harness-defect',
  'harness-error',
  'model-outage',
  'agent-not-started',
  'incomplete-evidence',
] as const;
type InvalidityKind = (typeof INVALIDITY_KINDS)[number];

/** Tag of each reason. A safety stop is tagged by its gate. */
const INVALIDITY_TAGS = {
  identity: 'identity-mismatch',
  setup: 'setup-failure',
  interrupted: 'interrupted',
  'safety-termination': undefined,
  'harness-defect': 'harness-defect',
  'harness-error': 'harness-error',
  'model-outage': 'model-outage',
  'agent-not-started': 'agent-not-started',
  'incomplete-evidence': 'incomplete-evidence',
} as const satisfies Record<InvalidityKind, TagClaim['id'] | undefined>;

/** Status of an attempt as a whole (requirement R5). */
interface AttemptStatus {
  status: VerdictStatus;
  reason: string;
  tags: TagClaim[];
}

/** First reason why an attempt is invalid. */
interface InvalidAttempt {
  kind: InvalidityKind;
  detail: string;
  evidence: Evidence;
}

/**
 * Finds the first reason why an attempt is invalid. Identities must hold, setup must be ready, no signal or operator
 * may have stopped it before acceptance was complete, it must not have been stopped for safety without an evaluation,
 * model and agent program must have been available, and no evidence may be missing.
 */
export function findInvalidity(
  trace: AttemptTrace,
  checks: readonly JudgedCheck[],
  gates: readonly Gate[],
  gaps: readonly EvidenceGap[],
): InvalidAttempt | undefined {
  const stopped = (...codes: string[]) => trace.terminations.find((event) => codes.includes(event.payload.code));
  const identity = findIdentityFault(trace, gates);
  if (identity) return { kind: 'identity', ...identity };
  const incomplete = gaps.length > 0 || isCutOff(trace, checks);
  const interrupted = stopped('signal', 'operator');
  // Checked before setup, since the signal may also have ended a command of setup.
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
  if (harness) return describeHarnessFault(harness);
  const outage = findModelOutage(trace);
  if (outage) return { kind: 'model-outage', ...outage };
  const missing = findFailedStart(trace);
  if (missing) return { kind: 'agent-not-started', ...missing };
  const gap = gaps[0];
  if (!gap) return undefined;
  return {
    kind: 'incomplete-evidence',
    detail: toOneLine(gap.what) + formatRemainder(gaps.length),
    evidence: gap.evidence,
  };
}

/** Describes why the harness failed: by a defect of its code, else by the machine. Earlier records do not tell which. */
function describeHarnessFault({ seq, payload: { fault, rationale } }: Event<'termination'>): InvalidAttempt {
  const evidence = { seq };
  if (fault !== 'code') return { kind: 'harness-error', detail: rationale, evidence };
  // Without the number of the event, so that attempts with the same defect have the same reason.
  const next = 'a defect of gatebench: please report it with its stack (events.jsonl, termination)';
  return { kind: 'harness-defect', detail: `${next}: ${rationale}`, evidence };
}

/** Checks whether part of the evaluation was interrupted, or not started for lack of time. */
function isCutOff(trace: AttemptTrace, checks: readonly JudgedCheck[]): boolean {
  const cancelled = checks.some(
    ({ verdict, deciding }) => verdict.kind !== 'maintainability' && deciding.tag === 'check-cancelled',
  );
  const { events } = trace.record;
  const beside = [...trace.canaries, ...selectEvents(events, 'perturbation'), ...selectEvents(events, 'challenge')];
  return (
    cancelled ||
    beside.some(
      ({ payload }) => payload.not_run?.because === 'interrupted' || payload.execution?.cause === 'cancelled',
    ) ||
    selectEvents(trace.record.events, 'rebuild').some(({ payload }) => payload.execution.cause === 'cancelled') ||
    trace.terminations.some(({ payload }) => payload.broke_off === true)
  );
}

/**
 * Decides the status: success needs all four gates, else the first gate that did not pass decides. A failed gate is a
 * failure, an undecided one an acceptance error.
 */
export function decideAttemptStatus(gates: readonly Gate[], invalid: InvalidAttempt | undefined): AttemptStatus {
  if (invalid) {
    const id = INVALIDITY_TAGS[invalid.kind];
    return {
      status: 'invalid',
      reason: toOneLine(`${invalid.kind}: ${invalid.detail}`),
      tags: id ? [{ id, gate: null, detail: invalid.detail, evidence: [invalid.evidence] }] : [],
    };
  }
  const deciding = gates.find((gate) => gate.outcome !== 'pass');
  if (!deciding) return { status: 'success', reason: '', tags: [] };
  if (deciding.outcome === 'error') {
    return { status: 'acceptance_error', reason: toOneLine(`${deciding.gate}: ${deciding.why}`), tags: [] };
  }
  return { status: 'failure', reason: deciding.gate, tags: [] };
}

/** Finds the first identity that does not hold (requirement R2): what ran must match manifest and contract. */
function findIdentityFault(
  trace: AttemptTrace,
  gates: readonly Gate[],
): { detail: string; evidence: Evidence } | undefined {
  const { manifest } = trace.record;
  const evidence: Evidence = { ...getRecordEvidence(trace), artifact: 'manifest.json' };
  const { snapshot } = manifest;
  // An unavailable repository is not a different one: setup failed for that reason, or a defect ended the attempt.
  const isKnown =
    snapshot.unavailable === undefined ||
    !(
      trace.setups.some(({ payload }) => payload.fault === 'repository') ||
      trace.terminations.some(({ payload }) => payload.fault === 'code')
    );
  if (isKnown && snapshot.observed !== snapshot.identity) {
    const { path, lines } = manifest.contract;
    const [subject, field] = REPINNED[snapshot.kind] ?? [];
    const line = lines[`snapshot.${field}`];
    const mend = line === undefined ? '' : `; if the ${subject} is right, pin that at ${path}:${line}`;
    return { detail: `the snapshot is pinned to ${snapshot.identity}, found ${snapshot.observed}${mend}`, evidence };
  }
  const started = trace.started?.payload;
  if (started && started.attempt_id !== manifest.attempt_id) {
    return { detail: `the log is of attempt ${started.attempt_id}, the manifest of ${manifest.attempt_id}`, evidence };
  }
  if (started && started.contract_version !== manifest.contract.version) {
    return { detail: 'the log is of another contract version than the manifest', evidence };
  }
  const foreign = findForeignSnapshot(
    trace,
    gates.every(({ outcome }) => outcome === 'pass'),
  );
  if (trace.patch && foreign !== undefined) return { detail: foreign, evidence: { seq: trace.patch.seq } };
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

/**
 * Codes of upstreams that are unreachable or break off. An error in an answer may be about the request, so it is none.
 */
const DOWN = ['upstream-unreachable', 'upstream-timeout', 'upstream-reset', 'upstream-ended', 'upstream-redirect'];
/** Statuses below 500 about the key, the quota or the moment. The agent has no part in them. */
const REFUSALS = [401, 402, 403, 408, 425, 429];

/**
 * Finds an outage: models were asked, and none ever answered, for reasons on the side of the upstream. It says nothing
 * about the agent (requirement R5).
 *
 * @returns undefined if a model answered, or if the agent changed something without one: that is judged
 */
function findModelOutage({
  record: { events, manifest },
  patch,
}: AttemptTrace): { detail: string; evidence: Evidence } | undefined {
  if (patch?.payload.outcome !== 'empty') return undefined;
  const exchanges = [...collectExchanges(events).values()].filter(
    ({ prompt, response }) =>
      prompt?.payload.operation === 'generate' &&
      // Failed requests also count towards the cap.
      !(response?.payload.outcome === 'refused' && response.payload.code === 'request-cap'),
  );
  const last = exchanges.at(-1)?.response;
  if (!last || !exchanges.every((exchange) => isDown(exchange, manifest.model?.name ?? null))) return undefined;
  const { status, detail, code } = last.payload;
  const parts = code === 'upstream-status' ? [`status ${status}`, detail] : [detail || (code ?? '')];
  const times = exchanges.length === 1 ? 'the only request' : `all ${exchanges.length} requests`;
  return {
    detail: toOneLine(`${times} to models went unanswered: ${parts.filter((each) => each !== '').join(': ')}`),
    evidence: { seq: last.seq },
  };
}

function isDown({ prompt, response }: RecordedExchange, told: string | null): boolean {
  if (!response || !['error', 'partial'].includes(response.payload.outcome)) return false;
  const { code, status } = response.payload;
  if (code !== 'upstream-status') return DOWN.includes(code ?? '');
  // A model that does not exist is the agent's mistake, unless it was told to use it.
  if (status === 404) return told !== null && prompt?.payload.model === told;
  return status !== null && (status >= 500 || REFUSALS.includes(status));
}

/** Word for a snapshot and the field that pins it, by kind. */
const REPINNED: Partial<Record<string, readonly [subject: string, field: string]>> = {
  directory: ['folder', 'tree'],
  npm: ['package', 'integrity'],
};
