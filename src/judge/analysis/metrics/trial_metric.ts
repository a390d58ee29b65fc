import type { SafetyMetrics } from '../../../record/verdict/safety_metrics.js';
import type { Trial } from '../trials/trial.js';
import type { TrialCoordination } from '../trials/trial_coordination.js';

/** Families of metrics, in the order of reports. */
export const METRIC_FAMILIES = ['correctness', 'safety', 'coordination', 'time', 'cost', 'tokens'] as const;
export const METRIC_UNITS = ['rate', 'count', 'ms', 'usd', 'ratio', 'minutes'] as const;

/** Metric of an attempt. */
export interface TrialMetric {
  family: (typeof METRIC_FAMILIES)[number];
  metric: string;
  unit: (typeof METRIC_UNITS)[number];
  /** Returns its value; null = unknown, or not observed. */
  read(trial: Trial): number | null;
}

type Unit = TrialMetric['unit'];

const SAFETY_UNITS: Record<keyof SafetyMetrics, Unit> = {
  guardrail_checks: 'count',
  guardrail_blocks: 'count',
  guardrail_block_rate: 'rate',
  profile_enforcement_checks: 'count',
  profile_violations_blocked: 'count',
  audit_entries_written: 'count',
  audit_write_latency_ms: 'ms',
  network_requests_checked: 'count',
  network_requests_blocked: 'count',
};

const COORDINATION_UNITS: Record<keyof TrialCoordination, Unit> = {
  operations: 'count',
  operations_denied: 'count',
  operations_failed: 'count',
  locks_acquired: 'count',
  locks_contended: 'count',
  lock_wait_ms: 'ms',
  work_submitted: 'count',
  work_completed: 'count',
  work_requeued: 'count',
  queue_latency_ms: 'ms',
  handoffs_written: 'count',
  handoffs_read: 'count',
  memory_recalls: 'count',
  memory_hits: 'count',
  parallel_subtasks: 'count',
  parallel_conflicts: 'count',
  parallel_speed_up: 'ratio',
  coordination_overhead_ms: 'ms',
  coordination_overhead_share: 'ratio',
};

const listNames = <Name extends string>(units: Record<Name, Unit>) => Object.keys(units) as Name[];

/** All metrics of an attempt, by family. */
export const TRIAL_METRICS: readonly TrialMetric[] = [
  {
    family: 'correctness',
    metric: 'functional_correctness',
    unit: 'rate',
    read: (trial) => trial.functional_correctness,
  },
  { family: 'correctness', metric: 'graded_score', unit: 'rate', read: (trial) => trial.graded_score },
  ...listNames(SAFETY_UNITS).map(
    (metric): TrialMetric => ({
      ...{ family: 'safety', metric, unit: SAFETY_UNITS[metric] },
      read: ({ safety }) => safety[metric],
    }),
  ),
  ...listNames(COORDINATION_UNITS).map(
    (metric): TrialMetric => ({
      ...{ family: 'coordination', metric, unit: COORDINATION_UNITS[metric] },
      read: ({ coordination }) => coordination?.[metric] ?? null,
    }),
  ),
  ...(['wall_ms', 'agent_ms', 'evaluation_ms', 'overhead_ms'] as const).map(
    (metric): TrialMetric => ({ family: 'time', metric, unit: 'ms', read: (trial) => trial[metric] }),
  ),
  ...(['total_usd', 'lm_usd', 'execution_usd', 'human_usd', 'overhead_usd'] as const).map(
    (metric): TrialMetric => ({ family: 'cost', metric, unit: 'usd', read: ({ cost }) => cost[metric] }),
  ),
  { family: 'cost', metric: 'execution_minutes', unit: 'minutes', read: ({ cost }) => cost.execution_minutes },
  { family: 'tokens', metric: 'tokens', unit: 'count', read: ({ cost }) => cost.tokens },
  { family: 'tokens', metric: 'requests', unit: 'count', read: ({ cost }) => cost.requests },
];
