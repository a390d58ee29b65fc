import type { Arm, Plan } from '../../../record/planning/plan.js';
import type { AttemptResult } from '../../../record/verdict/attempt_result.js';
import { type Trial, toTrial } from './trial.js';
import { createValueInterner } from './value_interner.js';

/** Fields of a result that determine its arm. */
type ArmSource = Pick<AttemptResult, 'attempt_id' | 'agent' | 'ablation'> & {
  configuration: Pick<AttemptResult['configuration'], 'model'>;
};

/** Arms of a comparison, collected from results. */
export interface ArmBook {
  /** Returns the arm of a result: that of the plan, else one by agent, model and ablation. */
  findArm(result: ArmSource): Arm;
  /** Converts a result to a trial of its arm. Trials share values that they have in common. */
  toTrial(result: AttemptResult): Trial;
  /** Lists the arms of the plan in its order, then the others by id. */
  listArms(): Arm[];
}

/** Creates an arm book. Without a plan, results of the same agent, model and ablation share one arm. */
export function createArmBook(plan?: Pick<Plan, 'arms' | 'attempts'>): ArmBook {
  const planned = new Map(plan?.arms.map((arm) => [arm.id, arm]));
  const attempts = new Map(plan?.attempts.map(({ attempt_id, arm }) => [attempt_id, planned.get(arm)]));
  const unplanned = new Map<string, Arm>();
  const shared = createValueInterner();
  const findArm: ArmBook['findArm'] = (result) => {
    const planned_arm = attempts.get(result.attempt_id);
    if (planned_arm) return planned_arm;
    const created = createArm(result);
    const match = planned.get(created.id) ?? unplanned.get(created.id) ?? created;
    if (match === created) unplanned.set(created.id, created);
    return match;
  };
  return {
    findArm,
    toTrial: (result) => toTrial(result, findArm(result), shared),
    listArms: () => [...planned.values(), ...[...unplanned.values()].sort((a, b) => (a.id < b.id ? -1 : 1))],
  };
}

/**
 * Formats the id of an arm: its agent, then what is switched off ("codex", "codex -guardrails -audit", "codex -all").
 */
export function formatArmId(name: string, ablation: string): string {
  return ablation === '' || ablation === 'none' ? name : `${name} -${ablation.replaceAll('+', ' -')}`;
}

const BASELINES: ReadonlySet<string> = new Set(['noop', 'golden'] satisfies Arm['role'][]);

function createArm({ agent, ablation, configuration: { model } }: ArmSource): Arm {
  const name = model === null ? agent.name : `${agent.name} (${model})`;
  return {
    id: formatArmId(name, ablation),
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
