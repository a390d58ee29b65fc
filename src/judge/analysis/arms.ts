import type { Arm, Plan } from '../../record/plan.js';
import type { Result } from '../../record/result.js';

/** What of a result says to which arm it belongs. */
export type ArmOf = Pick<Result, 'attempt_id' | 'agent' | 'ablation'> & {
  configuration: Pick<Result['configuration'], 'model'>;
};

/** The arms of a comparison, as they are met in results. */
export interface ArmBook {
  /** The arm of a result: that of the plan, else one made of its agent, model and ablation. */
  of(result: ArmOf): Arm;
  /** Those of the plan in its order, then the others by id. */
  arms(): Arm[];
}

/** Without a plan, results of the same agent, model and ablation are one arm. */
export function armBook(plan?: Pick<Plan, 'arms' | 'attempts'>): ArmBook {
  const planned = new Map(plan?.arms.map((arm) => [arm.id, arm]));
  const attempts = new Map(plan?.attempts.map(({ attempt_id, arm }) => [attempt_id, planned.get(arm)]));
  const others = new Map<string, Arm>();
  return {
    of(result) {
      const known = attempts.get(result.attempt_id);
      if (known) return known;
      const made = armOf(result);
      const other = planned.get(made.id) ?? others.get(made.id) ?? made;
      if (other === made) others.set(made.id, made);
      return other;
    },
    arms: () => [...planned.values(), ...[...others.values()].sort((a, b) => (a.id < b.id ? -1 : 1))],
  };
}

/** The arms that results belong to. */
export function armsOf(plan: Pick<Plan, 'arms' | 'attempts'> | undefined, results: Iterable<ArmOf>): Arm[] {
  const book = armBook(plan);
  for (const result of results) book.of(result);
  return book.arms();
}

/** How an arm is called: its agent, then what is switched off: "codex", "codex -guardrails -audit", "codex -all". */
export function armId(name: string, ablation: string): string {
  return ablation === '' || ablation === 'none' ? name : `${name} -${ablation.replaceAll('+', ' -')}`;
}

const BASELINES: ReadonlySet<string> = new Set(['noop', 'golden'] satisfies Arm['role'][]);

function armOf({ agent, ablation, configuration: { model } }: ArmOf): Arm {
  const name = model === null ? agent.name : `${agent.name} (${model})`;
  return {
    id: armId(name, ablation),
    name,
    agent: agent.name,
    model,
    effort: null,
    effort_of: null,
    ablation,
    role: BASELINES.has(agent.kind) ? (agent.kind as Arm['role']) : 'agent',
    human_minutes: null,
    human_usd_per_hour: null,
  };
}
