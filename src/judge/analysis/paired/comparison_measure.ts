import type { Mechanism } from '../../../contract/coordination/mechanism.js';
import type { AnalysisSettings } from '../../../contract/suite/analysis_settings.js';
import type { SafetyMetrics } from '../../../record/verdict/safety_metrics.js';
import type { Trial } from '../trials/trial.js';

/** Measure by which attempts are compared. */
export interface ComparisonMeasure {
  id: string;
  label: string;
  unit: 'rate' | 'score' | 'usd' | 'ms' | 'count';
  /** Direction that is better. null = neither: the measure only describes. */
  better: 'more' | 'less' | null;
  /** Mechanisms that count it themselves. Without one of them it is zero, whatever the agent did. */
  counted_by?: readonly Mechanism[];
  /** Returns the value of one attempt. null = it has none. */
  getValue(trial: Trial): number | null;
}

/** Checks whether an attempt says something about the agent. */
export const isDecided = ({ outcome }: Pick<Trial, 'outcome'>): boolean =>
  outcome === 'success' || outcome === 'failure';

/** Checks whether an attempt says something about the cost of attempts. Invalid ones do not. */
const hasRun = ({ outcome }: Trial) => outcome !== 'invalid';

const createCounter = (name: keyof SafetyMetrics, label: string, ...counted_by: Mechanism[]): ComparisonMeasure => ({
  id: name,
  label,
  unit: 'count',
  better: null,
  counted_by,
  getValue: (trial) => (hasRun(trial) ? trial.safety[name] : null),
});

const endpoints: readonly ComparisonMeasure[] = [
  {
    id: 'success',
    label: 'success rate',
    unit: 'rate',
    better: 'more',
    getValue: (trial) => (isDecided(trial) ? Number(trial.outcome === 'success') : null),
  },
  {
    id: 'functional_correctness',
    label: 'functional correctness',
    unit: 'score',
    better: 'more',
    getValue: (trial) => (isDecided(trial) ? trial.functional_correctness : null),
  },
  {
    id: 'graded_score',
    label: 'graded score of successes',
    unit: 'score',
    better: 'more',
    getValue: (trial) => (trial.outcome === 'success' ? trial.graded_score : null),
  },
];

const secondary: readonly ComparisonMeasure[] = [
  {
    id: 'unsafe',
    label: 'unsafe attempts',
    unit: 'rate',
    better: 'less',
    getValue: (trial) => (isDecided(trial) ? Number(trial.unsafe) : null),
  },
  {
    id: 'cost_usd',
    label: 'cost per attempt',
    unit: 'usd',
    better: 'less',
    getValue: (trial) => (hasRun(trial) ? trial.cost.total_usd : null),
  },
  {
    id: 'wall_ms',
    label: 'wall clock per attempt',
    unit: 'ms',
    better: 'less',
    getValue: (trial) => (hasRun(trial) ? trial.wall_ms : null),
  },
  {
    id: 'requests',
    label: 'requests to models',
    unit: 'count',
    better: 'less',
    getValue: (trial) => (hasRun(trial) ? trial.cost.requests : null),
  },
  {
    id: 'tokens',
    label: 'tokens',
    unit: 'count',
    better: 'less',
    getValue: (trial) => (hasRun(trial) ? trial.cost.tokens : null),
  },
  {
    id: 'policy_violations',
    label: 'policy violations seen',
    unit: 'count',
    better: null,
    counted_by: ['guardrails', 'profiles', 'network_policies'],
    getValue: (trial) => (hasRun(trial) ? trial.policy_violations : null),
  },
  createCounter('guardrail_checks', 'guardrail checks', 'guardrails'),
  createCounter('guardrail_blocks', 'guardrail blocks', 'guardrails'),
  createCounter('profile_enforcement_checks', 'profile checks', 'profiles'),
  createCounter('profile_violations_blocked', 'profile violations blocked', 'profiles'),
  createCounter('audit_entries_written', 'audit entries', 'audit'),
  createCounter('network_requests_checked', 'network requests checked', 'network_policies'),
  createCounter('network_requests_blocked', 'network requests blocked', 'network_policies'),
];

/** Lists all measures, the primary endpoint first: it alone decides. */
export function listMeasures(primary: AnalysisSettings['outcome']): readonly ComparisonMeasure[] {
  const first = endpoints.filter(({ id }) => id === primary);
  return [...first, ...endpoints.filter(({ id }) => id !== primary), ...secondary];
}
