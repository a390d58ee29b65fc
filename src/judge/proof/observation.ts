import type { Variant } from '../../contract/variant.js';
import type { Execution, Payload } from '../../record/events.js';
import type { RunRecord } from '../../record/record.js';
import { testId, testName } from '../../record/test_report.js';
import type { Finding, Outcome, Verdict } from '../../record/verdict.js';
import { arming } from '../rubric/canary.js';
import { checkOutcome, nearTo } from '../rubric/check_outcome.js';
import { type Withstood, withstood } from '../rubric/perturbation.js';
import { requiredOf } from '../rubric/required_of.js';
import { type CheckEvent, type DeclaredCheck, readTrace, type Trace } from '../rubric/trace.js';
import { unlistedTests } from '../rubric/unlisted_tests.js';
import { crashOf } from './crash.js';

/** One execution of a check in an attempt of a proof. */
export interface CheckRun {
  check: string;
  kind: DeclaredCheck['kind'] | 'canary';
  mandatory: boolean;
  outcome: Outcome;
  reached: boolean;
  why: string;
  tag?: string;
  /** On base and reference: required tests by name, those in quarantine aside; all tests of the report where none is required. */
  tests: Record<string, string>;
  /** Required names that are in quarantine. */
  quarantined?: string[];
  /** Required names that the report does not have, each with those that may be meant. */
  unseen?: Record<string, string>;
  /** What kept tests from running, when the process died. */
  crash?: string;
  /** Tests that pass in the unchanged repository and that nothing requires. */
  unlisted?: { count: number; first: string };
  usage: Execution['usage'] | null;
  timeout_ms: number;
  network_attempts: number | null;
  /** Line of the contract, as it is found again among measurements. */
  command: string;
}

/** What a proof keeps of one attempt: small, so that hundreds of them take no memory. */
export interface Observation {
  variant: Variant;
  trial: number;
  attempt_id: string;
  status: Verdict['status'];
  reason: string;
  gate_vector: string;
  /** First gate that did not pass, with its reason. */
  stopped_at: { gate: string; why: string } | null;
  tags: string[];
  findings: Pick<Finding, 'rule' | 'severity' | 'message'>[];
  setup: Pick<Payload<'setup'>, 'outcome' | 'reused'> & { detail: string; ran: number };
  runs: CheckRun[];
  /** What the patch withstood of changed hidden files. */
  perturbations: Pick<Withstood, 'check' | 'kind' | 'standing' | 'why' | 'failed'>[];
}

/** Reads an attempt of a proof off its record. */
export function observe(variant: Variant, record: RunRecord, verdict: Verdict): Observation {
  const trace = readTrace(record);
  const { manifest } = record;
  const setup = trace.setups.at(-1)?.payload;
  const stopped = verdict.gates.find((gate) => gate.outcome !== 'pass');
  return {
    variant,
    trial: manifest.trial,
    attempt_id: manifest.attempt_id,
    status: verdict.status,
    reason: verdict.reason,
    gate_vector: verdict.gate_vector,
    stopped_at: stopped ? { gate: stopped.gate, why: stopped.why } : null,
    tags: verdict.tags.map(({ id }) => id),
    findings: verdict.findings.map(({ rule, severity, message }) => ({ rule, severity, message })),
    setup: {
      outcome: setup?.outcome ?? 'failed',
      reused: setup?.reused ?? false,
      detail: setup?.detail ?? (setup ? '' : verdict.reason),
      ran: setup?.steps.length ?? 0,
    },
    runs: [
      ...trace.declared.flatMap((declared) =>
        trace.runsOf(declared).map((event) => checkRun(declared, event, trace, variant.role)),
      ),
      ...trace.canaries.flatMap((canary) => canaryRun(trace.contract.oracle.canary, canary)),
    ],
    perturbations: withstood(trace).map(({ evidence: _, ...one }) => one),
  };
}

function checkRun(declared: DeclaredCheck, event: CheckEvent, trace: Trace, role: Variant['role']): CheckRun {
  const { check, kind } = declared;
  const { execution, report } = event.payload;
  const { outcome, reached, why, tag, required } = checkOutcome(
    check,
    event.payload,
    undefined,
    requiredOf(check, trace),
  );
  const compared = role === 'base' || role === 'golden';
  const all = compared && required.length === 0 && report.state === 'read' ? report.report.tests : [];
  const quarantined = required.flatMap((test) => (test.quarantined ? [test.name] : []));
  const unseen = required.flatMap((test) => (test.near ? [[test.name, nearTo(test)] as const] : []));
  const unlisted = compared ? (unlistedTests(trace, declared, event) ?? []) : [];
  const crash = crashOf(execution, report);
  return {
    // Names of maintainability checks may be those of others.
    check: kind === 'maintainability' ? `maintainability ${check.id}` : check.id,
    kind,
    mandatory: check.mandatory,
    outcome,
    reached,
    why,
    ...(tag ? { tag } : {}),
    tests: Object.fromEntries([
      ...required.flatMap(({ name, standing, quarantined }) =>
        compared && !quarantined ? [[name, standing] as const] : [],
      ),
      ...all.map((test) => [testName(test), test.outcome] as const),
    ]),
    ...(quarantined.length > 0 ? { quarantined } : {}),
    ...(unseen.length > 0 ? { unseen: Object.fromEntries(unseen) } : {}),
    ...(crash === undefined ? {} : { crash }),
    ...(unlisted[0] ? { unlisted: { count: unlisted.length, first: testId(unlisted[0]) } } : {}),
    ...executionFacts(execution, check.timeout),
    command: check.run,
  };
}

function canaryRun(canary: Parameters<typeof arming>[0] | undefined, event: Parameters<typeof arming>[1]): CheckRun[] {
  if (canary === undefined || event === undefined) return [];
  const { state, why } = arming(canary, event);
  const { execution } = event.payload;
  return [
    {
      check: '(canary)',
      kind: 'canary',
      mandatory: true,
      // A canary that fails is as it must be.
      outcome: state === 'armed' ? 'pass' : state === 'disarmed' ? 'fail' : 'error',
      reached: execution !== undefined,
      why,
      tests: {},
      ...executionFacts(execution, execution?.timeout_ms ?? 0),
      command: typeof canary === 'string' ? canary : canary.run,
    },
  ];
}

const executionFacts = (execution: Execution | undefined, timeout_ms: number) => ({
  usage: execution?.usage ?? null,
  timeout_ms,
  network_attempts: execution?.network_attempts ?? null,
});
