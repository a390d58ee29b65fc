import type { RefusalCode } from '../../../contract/coordination/mechanism.js';
import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import { addBaselineUsd, computeBaselineUsd } from '../../../record/costs/cost_estimator.js';
import { getTotalTokens } from '../../../record/models/model_usage.js';
import type { Arm } from '../../../record/planning/plan.js';
import type { AttemptConfiguration, AttemptCost, AttemptResult } from '../../../record/verdict/attempt_result.js';
import type { SafetyMetrics, SafetySummary } from '../../../record/verdict/safety_metrics.js';
import type { AgentActivity, FailureTag, VerdictOutcome, VerdictStatus } from '../../../record/verdict/verdict.js';
import { computeMechanismUse, type MechanismUse } from './mechanism_use.js';
import { type TrialCoordination, toTrialCoordination } from './trial_coordination.js';
import { createValueInterner, type ValueInterner } from './value_interner.js';

/** Outcome of an attempt for a rate. An acceptance error (`indeterminate`) is scorable but undecided. */
export type TrialOutcome = 'success' | 'failure' | 'indeterminate' | 'invalid';

/**
 * Attempt as statistics see it: the facts of a result line that rates, costs and comparisons need. A hundred thousand
 * of them fit into memory.
 */
export interface Trial {
  attempt_id: string;
  /** Id of the contract: the sampling unit. */
  task: string;
  /** Version of the contract. Numbers of different versions are not mixed silently. */
  version: string;
  tier: number;
  kind: string | null;
  source: string;
  /** Id of the arm, see `Arm` in the plan. Without a plan, a label of agent, model and ablation. */
  arm: string;
  trial: number;
  seed: number;
  outcome: TrialOutcome;
  /** Reason of an invalid or indeterminate attempt, else ''. */
  reason: string;
  gate_vector: string;
  /** Graded score. null unless all gates passed. */
  graded_score: number | null;
  functional_correctness: number;
  /** Ids of failure tags. */
  tags: readonly string[];
  /** True if the safety gate failed, or if the run was stopped for safety. */
  unsafe: boolean;
  /** Policy-critical actions: everything that a mechanism checked, and the submitted patch. */
  policy_actions: number;
  /** Actions that broke a policy, prevented ones included (policy adherence = 1 − violations / actions). */
  policy_violations: number;
  safety: SafetyMetrics;
  /** Metrics of the coordination layer. null = the agent had none. */
  coordination: TrialCoordination | null;
  /** Use of each mechanism: `computeMechanismUse(verdict)`. */
  mechanism_use: MechanismUse;
  cost: {
    total_usd: number | null;
    lm_usd: number | null;
    execution_usd: number | null;
    human_usd: number | null;
    overhead_usd: number | null;
    execution_minutes: number;
    human_minutes: number | null;
    requests: number;
    tokens: number | null;
    by_phase: Readonly<Record<string, { usd: number | null; tokens: number; execution_minutes: number }>>;
  };
  /** Outcome of gate G3, if it was reached. */
  acceptance: VerdictOutcome | null;
  /** True if a test of it passed on a retry only; absent = none did. */
  flaky?: true;
  /** Activity of the agent. null = the result is older than this count. */
  activity: AgentActivity | null;
  wall_ms: number;
  agent_ms: number;
  evaluation_ms: number;
  overhead_ms: number;
  /** Code of the termination, else ''. */
  termination: string;
  isolated: boolean;
  /** Backend of the sandbox. */
  sandbox: string;
  /** Git tree of the repository that was worked on. */
  snapshot: string;
  /** Mechanisms that were switched off, as results name them. */
  ablation: string;
  deviations: readonly string[];
  strata: Readonly<Record<string, string>>;
  harness_version: string;
  rubric: string;
  /** Configuration that an independent run must reproduce. */
  configuration: AttemptConfiguration;
}

const TRIAL_OUTCOMES: Record<VerdictStatus, TrialOutcome> = {
  success: 'success',
  failure: 'failure',
  acceptance_error: 'indeterminate',
  invalid: 'invalid',
};

/** Rules of findings that the safety metrics already count, operation by operation. */
const COUNTED_BY_MECHANISMS: ReadonlySet<string> = new Set([
  'destructive_operation_blocked',
  'credential_file_protected',
  'insufficient_trust_level',
  'operation_not_allowed',
  'resource_limit_exceeded',
  'domain_blocked',
] satisfies RefusalCode[]);

/** Most characters of a reason that are kept. The result line has all of it. */
const LONGEST_REASON = 200;

/** Rules of findings that are already counted act by act. */
const COUNTED_BY_ACTS: ReadonlySet<string> = new Set(['os-level-risk', 'denied-act']);

/** Fields of an arm that its trials need. People's minutes at a task are part of the cost of a human baseline. */
type TrialArm = Pick<Arm, 'id'> & Partial<Pick<Arm, 'human_minutes' | 'human_usd_per_hour'>>;

/**
 * Converts a result line to the form that statistics use.
 *
 * @param shared store of values that trials have in common; the same one for all of them
 */
export function toTrial(result: AttemptResult, arm: TrialArm, shared: ValueInterner = createValueInterner()): Trial {
  const { contract, verdict, timing } = result;
  const { internText: text, internValue: value, internDerived: derived } = shared;
  const isFlaky = verdict.findings.some(({ rule }) => rule === 'flaky-test');
  return {
    attempt_id: result.attempt_id,
    task: text(contract.id),
    version: text(contract.version),
    tier: contract.tier,
    kind: contract.kind === null ? null : text(contract.kind),
    source: text(contract.source),
    arm: text(arm.id),
    trial: result.trial,
    seed: result.seed,
    outcome: TRIAL_OUTCOMES[verdict.status],
    reason: verdict.status === 'success' ? '' : text(verdict.reason.slice(0, LONGEST_REASON)),
    gate_vector: text(verdict.gate_vector),
    graded_score: verdict.graded.defined && verdict.status === 'success' ? verdict.graded.score : null,
    functional_correctness: verdict.rubric_parts.functional_correctness,
    tags: derived(verdict.tags, listTagIds),
    unsafe:
      verdict.gates.some(({ gate, reached, outcome }) => gate === 'G4' && reached && outcome === 'fail') ||
      verdict.termination?.code === 'safety',
    ...countPolicyActions(result),
    safety: derived(verdict.safety.metrics, toSame),
    coordination: verdict.coordination ? value(toTrialCoordination(verdict.coordination)) : null,
    mechanism_use: verdict.coordination
      ? value(computeMechanismUse(verdict))
      : derived(verdict.safety, computeSafetyUse),
    cost:
      result.cost.baseline_minutes === undefined
        ? addPeople(toTrialCost(result.cost, shared), arm.human_minutes?.[contract.id], arm.human_usd_per_hour)
        : toTrialCost(result.cost, shared),
    acceptance: verdict.gates.find(({ gate, reached }) => gate === 'G3' && reached)?.outcome ?? null,
    ...omitUndefined({ flaky: isFlaky ? (true as const) : undefined }),
    activity: verdict.activity ? derived(verdict.activity, toSame) : null,
    wall_ms: timing.wall_ms,
    agent_ms: timing.agent_ms,
    evaluation_ms: timing.evaluation_ms,
    overhead_ms: timing.overhead_ms,
    termination: text(verdict.termination?.code ?? ''),
    isolated: result.sandbox.isolated,
    sandbox: text(result.sandbox.backend),
    snapshot: text(result.snapshot.tree),
    ablation: text(result.ablation),
    deviations: derived(result.protocol_deviations, toSame),
    strata: derived(result.strata, toTextStrata),
    harness_version: text(result.harness_version),
    rubric: text(verdict.rubric),
    configuration: derived(result.configuration, toSame),
  };
}

const toSame = <T>(value: T): T => value;

const listTagIds = (tags: readonly FailureTag[]): string[] => [...new Set(tags.map(({ id }) => id))].sort();

const toTextStrata = (strata: AttemptResult['strata']): Record<string, string> =>
  Object.fromEntries(Object.entries(strata).map(([stratum, of]) => [stratum, String(of)]));

const computeSafetyUse = (safety: SafetySummary) => computeMechanismUse({ safety, coordination: null });

/**
 * Counts policy-critical actions and violations. Everything that a mechanism checked is an action, and everything it
 * blocked a violation; so is a denied act that was not refused. Other violations of the verdict concern the patch or
 * unchecked actions: each counts as an action and as a violation.
 */
function countPolicyActions({ verdict, patch }: AttemptResult): Pick<Trial, 'policy_actions' | 'policy_violations'> {
  const { metrics, acts, network_policies_alone } = verdict.safety;
  const network = network_policies_alone ?? {
    checked: metrics.network_requests_checked,
    blocked: metrics.network_requests_blocked,
  };
  const unrefused = acts?.denied_unrefused ?? 0;
  const blocked = (metrics.guardrail_blocks ?? 0) + (metrics.profile_violations_blocked ?? 0) + (network.blocked ?? 0);
  const violations = verdict.findings.filter(
    ({ severity, rule }) =>
      severity === 'violation' &&
      !COUNTED_BY_MECHANISMS.has(rule) &&
      !(COUNTED_BY_ACTS.has(rule) && (acts?.denied ?? 0) > 0) &&
      !(rule === 'network-attempt' && (network.blocked ?? 0) > 0),
  ).length;
  const checked = (metrics.guardrail_checks ?? 0) + (metrics.profile_enforcement_checks ?? 0) + (network.checked ?? 0);
  return {
    policy_actions: checked + Math.max(patch === null ? 0 : 1, violations),
    policy_violations: blocked + unrefused + violations,
  };
}

function toTrialCost(cost: AttemptCost, { deriveValue }: ValueInterner): Trial['cost'] {
  return {
    total_usd: cost.total_usd,
    lm_usd: cost.lm_usd,
    execution_usd: cost.execution_usd,
    human_usd: cost.human_usd,
    overhead_usd: cost.overhead_usd,
    execution_minutes: cost.execution_minutes,
    human_minutes: cost.human_minutes,
    requests: cost.requests,
    tokens: cost.tokens === null ? null : getTotalTokens(cost.tokens),
    by_phase: deriveValue(cost.by_phase, toTrialPhases),
  };
}

const toTrialPhases = (by_phase: AttemptCost['by_phase']): Trial['cost']['by_phase'] =>
  Object.fromEntries(
    Object.entries(by_phase).map(([phase, { usd, tokens, execution_minutes }]) => [
      phase,
      { usd, tokens, execution_minutes },
    ]),
  );

/**
 * Adds minutes that people worked on the patch, for results older than this count. Without a price the total is
 * unknown.
 */
function addPeople(
  cost: Trial['cost'],
  minutes: number | undefined,
  usd_per_hour: number | null = null,
): Trial['cost'] {
  if (minutes === undefined) return cost;
  const usd = computeBaselineUsd({ minutes, usd_per_hour });
  return { ...cost, ...addBaselineUsd(cost, usd), human_minutes: (cost.human_minutes ?? 0) + minutes };
}
