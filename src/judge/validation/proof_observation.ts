import type { Contract } from '../../contract/contract_schema.js';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import type { OracleReference, ProofVariant, ProofVariantRole } from '../../contract/validation/contract_lock.js';
import type { EventPayload, Execution } from '../../record/events/event.js';
import { findErrorLine, type RunRecord } from '../../record/events/select_events.js';
import { formatTestId, formatTestName } from '../../record/tests/test_report.js';
import type { Gate, Verdict, VerdictFinding, VerdictOutcome } from '../../record/verdict/verdict.js';
import { describeNearTests, judgeCheckRun } from '../rubric/checks/check_outcome.js';
import { findUnlistedTests } from '../rubric/checks/judge_unlisted_tests.js';
import { resolveRequiredTests } from '../rubric/checks/resolve_required_tests.js';
import { judgeCanary } from '../rubric/oracle/judge_canary.js';
import { judgePerturbations, type PerturbationResult } from '../rubric/oracle/judge_perturbations.js';
import { toOneLine } from '../rubric/text/to_one_line.js';
import {
  type AttemptTrace,
  type CheckEvent,
  type DeclaredCheck,
  readAttemptTrace,
} from '../rubric/trace/attempt_trace.js';
import { describeCrash } from './describe_crash.js';

/** Execution of one check in an attempt of a validation. */
export interface CheckObservation {
  check: string;
  kind: DeclaredCheck['kind'] | 'canary';
  mandatory: boolean;
  outcome: VerdictOutcome;
  reached: boolean;
  why: string;
  tag?: string;
  /**
   * On base and reference: required tests by name, without quarantined ones; all tests of the report if none is
   * required.
   */
  tests: Record<string, string>;
  /** Required names in quarantine. */
  quarantined?: string[];
  /** Required names missing from the report, each with the names that may be meant. */
  unseen?: Record<string, string>;
  /** Reason why tests did not run, if the process died. */
  crash?: string;
  /** Tests that pass in the unchanged repository and that nothing requires. */
  unlisted?: { count: number; first: string };
  usage: Execution['usage'] | null;
  timeout_ms: number;
  network_attempts: number | null;
  /** Command line of the contract, the key of its measurements. */
  command: string;
}

/** Summary of one attempt of a validation, small enough to keep hundreds in memory. */
export interface ProofObservation {
  variant: ProofVariant;
  trial: number;
  attempt_id: string;
  status: Verdict['status'];
  reason: string;
  gate_vector: string;
  /** First gate that did not pass, with the reason. */
  stopped_at: { gate: string; why: string } | null;
  tags: string[];
  findings: Pick<VerdictFinding, 'rule' | 'severity' | 'message'>[];
  setup: Pick<EventPayload<'setup'>, 'outcome' | 'reused'> & { detail: string; ran: number };
  runs: CheckObservation[];
  /** Results of the patch under changed hidden files. */
  perturbations: Pick<PerturbationResult, 'check' | 'standing' | 'why'>[];
}

/** Extracts the observation of an attempt from its record. */
export function observeProofAttempt(variant: ProofVariant, record: RunRecord, verdict: Verdict): ProofObservation {
  const trace = readAttemptTrace(record);
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
    stopped_at: stopped ? { gate: stopped.gate, why: describeStop(stopped, trace) } : null,
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
        trace.getRuns(declared).map((event) => observeCheckRun(declared, event, trace, variant.role)),
      ),
      ...trace.canaries.flatMap((canary) => observeCanaryRun(trace.contract.oracle.canary, canary)),
    ],
    perturbations: judgePerturbations(trace).map(({ check, standing, why }) => ({ check, standing, why })),
  };
}

/** Describes why a gate did not pass; of a build or static check that fails, with what it printed. */
function describeStop({ gate, why, evidence }: Gate, trace: AttemptTrace): string {
  if (gate !== 'G2') return why;
  const deciding = new Set(evidence.map(({ seq }) => seq));
  const failed = trace.declared
    .flatMap((declared) => trace.getRuns(declared))
    .find(
      ({ seq, payload }) =>
        deciding.has(seq) && payload.execution?.cause === 'exit' && payload.execution.exit_code !== 0,
    );
  const printed = failed?.payload.execution ? toOneLine(findErrorLine(failed.payload.execution), 200) : '';
  return printed === '' ? why : `${why}; it printed: ${printed}`;
}

function observeCheckRun(
  declared: DeclaredCheck,
  event: CheckEvent,
  trace: AttemptTrace,
  role: ProofVariant['role'],
): CheckObservation {
  const { check, kind } = declared;
  const { execution, report } = event.payload;
  const { outcome, reached, why, tag, required } = judgeCheckRun(
    check,
    event.payload,
    undefined,
    resolveRequiredTests(check, trace),
  );
  const compared = role === 'base' || role === 'golden';
  const all = compared && required.length === 0 && report.state === 'read' ? report.report.tests : [];
  const quarantined = required.flatMap((test) => (test.quarantined ? [test.name] : []));
  const unseen = required.flatMap((test) => (test.near ? [[test.name, describeNearTests(test)] as const] : []));
  const unlisted = compared ? (findUnlistedTests(trace, declared, event) ?? []) : [];
  const [first_unlisted] = unlisted;
  const crash = describeCrash(execution, report);
  return {
    // Names of maintainability checks may be those of others.
    check: kind === 'maintainability' ? `maintainability ${check.id}` : check.id,
    kind,
    mandatory: check.mandatory,
    outcome,
    reached,
    why,
    ...omitUndefined({ tag }),
    tests: Object.fromEntries([
      ...required.flatMap(({ name, standing, quarantined }) =>
        compared && !quarantined ? [[name, standing] as const] : [],
      ),
      ...all.map((test) => [formatTestName(test), test.outcome] as const),
    ]),
    ...omitUndefined({
      quarantined: quarantined.length > 0 ? quarantined : undefined,
      unseen: unseen.length > 0 ? Object.fromEntries(unseen) : undefined,
      crash,
      unlisted: first_unlisted && { count: unlisted.length, first: formatTestId(first_unlisted) },
    }),
    ...getExecutionFacts(execution, check.timeout),
    command: check.run,
  };
}

const CANARY_OUTCOMES = { armed: 'pass', disarmed: 'fail', inconclusive: 'error' } as const;

function observeCanaryRun(
  canary: Parameters<typeof judgeCanary>[0] | undefined,
  event: Parameters<typeof judgeCanary>[1],
): CheckObservation[] {
  if (canary === undefined || event === undefined) return [];
  const { state, why } = judgeCanary(canary, event);
  const { execution } = event.payload;
  return [
    {
      check: '(canary)',
      kind: 'canary',
      mandatory: true,
      // A failing canary is what is expected.
      outcome: CANARY_OUTCOMES[state],
      reached: execution !== undefined,
      why,
      tests: {},
      ...getExecutionFacts(execution, execution?.timeout_ms ?? 0),
      command: typeof canary === 'string' ? canary : canary.run,
    },
  ];
}

const getExecutionFacts = (execution: Execution | undefined, timeout_ms: number) => ({
  usage: execution?.usage ?? null,
  timeout_ms,
  network_attempts: execution?.network_attempts ?? null,
});

/** Evidence of a validation. Fields are undefined until they have been examined. */
export interface ProofEvidence {
  contract: Contract;
  /** `unavailable`: reason why the repository could not be examined. */
  pins: { identity: string; observed: string; tool_problems: readonly string[]; unavailable?: string };
  has_golden: boolean;
  observations: readonly ProofObservation[];
  /** Number of attempts per role, for roles whose planned attempts are all finished. */
  done: Partial<Record<ProofVariantRole | 'reruns', number>>;
  reruns: number;
  hidden?:
    | {
        leaks: readonly {
          what: string;
          detail: string;
          certain: boolean;
          /** Place in the contract as file:line. */
          place?: string | undefined;
          /** Leaked lines of the solution, as the end of a sentence. */
          lines?: string;
        }[];
        exposed: readonly string[];
        found: readonly { path: string; what: string; how: 'same-file' | 'same-lines'; lines: number }[];
        files: number;
        passed_over: number;
        complete: boolean;
      }
    | undefined;
  /** Behaviour of the oracle on the reference solution: the tests that can be given a wrong expectation. */
  reference?: OracleReference | undefined;
  /** Ports on which golden evaluations listened, each in several commands. */
  ports?: readonly { port: number; namespaces: number }[] | undefined;
  /** Sizes of workspaces in bytes after a command line of the contract. */
  disk: ReadonlyMap<string, readonly number[]>;
}
