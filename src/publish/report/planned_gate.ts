import type { Plan } from '../../record/plan.js';
import type { Result } from '../../record/result.js';
import { type Conclusion, conclusion } from './conclusion.js';

/** What is expected of the arms that a plan judges, and what came of it. */
export interface Judged {
  results: Result[];
  missing: string[];
}

/**
 * Ids of the attempts that decide, or undefined when all do. A rate over agents, baselines and what was switched off together would say
 * nothing of any of them.
 */
export function decidingIn({ gate, attempts }: Pick<Plan, 'gate' | 'attempts'>): ReadonlySet<string> | undefined {
  const arms = new Set(gate.arms);
  const deciding = attempts.filter(({ arm }) => arms.has(arm));
  if (deciding.length === 0 || deciding.length === attempts.length) return undefined;
  return new Set(deciding.map(({ attempt_id }) => attempt_id));
}

/** Of results and of what is missing, the part that decides: baselines and what is only compared with do not. */
export function judgedBy({ gate, attempts }: Pick<Plan, 'gate' | 'attempts'>, of: Judged): Judged {
  const arms = new Set(gate.arms);
  const ids = new Set(attempts.filter(({ arm }) => arms.has(arm)).map(({ attempt_id }) => attempt_id));
  return {
    results: of.results.filter(({ attempt_id }) => ids.has(attempt_id)),
    missing: of.missing.filter((id) => ids.has(id)),
  };
}

/** What results mean for the gate of their plan. */
export function plannedConclusion(plan: Pick<Plan, 'gate' | 'attempts'>, of: Judged): Conclusion {
  const { results, missing } = judgedBy(plan, of);
  const { fail_on, coverage_floor, min_strength } = plan.gate;
  return conclusion(results, { missing, fail_on, coverage_floor, min_strength });
}
