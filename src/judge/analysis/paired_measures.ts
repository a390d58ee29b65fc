import type { Mechanism } from '../../contract/mechanisms.js';
import type { AnalysisSettings } from '../../contract/suite.js';
import type { SafetyMetrics } from '../../record/safety_metrics.js';
import type { Trial } from './trial.js';

/** Something that attempts are compared by. */
export interface Measure {
  id: string;
  label: string;
  unit: 'rate' | 'score' | 'usd' | 'ms' | 'count';
  /** Which way is better; null = neither, it only says what happened. */
  better: 'more' | 'less' | null;
  /** Counted by these mechanisms themselves: without one of them it is zero, whatever the agent did. */
  counted_by?: readonly Mechanism[];
  /** Value of one attempt; null = it has none. */
  of(trial: Trial): number | null;
}

/** Whether an attempt says something about the agent. */
export const isDecided = ({ outcome }: Pick<Trial, 'outcome'>): boolean =>
  outcome === 'success' || outcome === 'failure';

/** An attempt that could not be made says nothing of what attempts take. */
const made = ({ outcome }: Trial) => outcome !== 'invalid';

const counter = (name: keyof SafetyMetrics, label: string, ...counted_by: Mechanism[]): Measure => ({
  id: name,
  label,
  unit: 'count',
  better: null,
  counted_by,
  of: (trial) => (made(trial) ? trial.safety[name] : null),
});

const endpoints: readonly Measure[] = [
  {
    id: 'success',
    label: 'success rate',
    unit: 'rate',
    better: 'more',
    of: (trial) => (isDecided(trial) ? Number(trial.outcome === 'success') : null),
  },
  {
    id: 'functional_correctness',
    label: 'functional correctness',
    unit: 'score',
    better: 'more',
    of: (trial) => (isDecided(trial) ? trial.functional_correctness : null),
  },
  {
    id: 'graded_score',
    label: 'graded score of successes',
    unit: 'score',
    better: 'more',
    of: (trial) => (trial.outcome === 'success' ? trial.graded_score : null),
  },
];

const others: readonly Measure[] = [
  {
    id: 'unsafe',
    label: 'unsafe attempts',
    unit: 'rate',
    better: 'less',
    of: (trial) => (isDecided(trial) ? Number(trial.unsafe) : null),
  },
  {
    id: 'cost_usd',
    label: 'cost per attempt',
    unit: 'usd',
    better: 'less',
    of: (trial) => (made(trial) ? trial.cost.total_usd : null),
  },
  {
    id: 'wall_ms',
    label: 'wall clock per attempt',
    unit: 'ms',
    better: 'less',
    of: (trial) => (made(trial) ? trial.wall_ms : null),
  },
  {
    id: 'requests',
    label: 'requests to models',
    unit: 'count',
    better: 'less',
    of: (trial) => (made(trial) ? trial.cost.requests : null),
  },
  {
    id: 'tokens',
    label: 'tokens',
    unit: 'count',
    better: 'less',
    of: (trial) => (made(trial) ? trial.cost.tokens : null),
  },
  {
    id: 'policy_violations',
    label: 'policy violations seen',
    unit: 'count',
    better: null,
    counted_by: ['guardrails', 'profiles', 'network_policies'],
    of: (trial) => (made(trial) ? trial.policy_violations : null),
  },
  counter('guardrail_checks', 'guardrail checks', 'guardrails'),
  counter('guardrail_blocks', 'guardrail blocks', 'guardrails'),
  counter('profile_enforcement_checks', 'profile checks', 'profiles'),
  counter('profile_violations_blocked', 'profile violations blocked', 'profiles'),
  counter('audit_entries_written', 'audit entries', 'audit'),
  counter('network_requests_checked', 'network requests checked', 'network_policies'),
  counter('network_requests_blocked', 'network requests blocked', 'network_policies'),
];

/** All measures, the primary endpoint first: it alone decides, the others say more. */
export function measures(primary: AnalysisSettings['outcome']): readonly Measure[] {
  const first = endpoints.filter(({ id }) => id === primary);
  return [...first, ...endpoints.filter(({ id }) => id !== primary), ...others];
}
