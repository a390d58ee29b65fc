import { analysisSettingsSchema } from '../../../src/contract/suite/analysis_settings.js';
import { formatArmId } from '../../../src/judge/analysis/trials/arm_book.js';
import { type Trial, type TrialOutcome, toTrial } from '../../../src/judge/analysis/trials/trial.js';
import { ENGINE_VERSION } from '../../../src/record/manifest/engine_version.js';
import type { Arm, Plan, PlannedTask } from '../../../src/record/planning/plan.js';
import { givenResult } from '../../publish/given_results.js';

const OUTCOME: Record<string, TrialOutcome> = { p: 'success', f: 'failure', e: 'indeterminate', i: 'invalid' };

export function givenArm(name: string, more: Partial<Arm> = {}): Arm {
  return {
    id: formatArmId(name, more.ablation ?? 'none'),
    name,
    agent: name,
    model: null,
    effort: null,
    effort_of: null,
    ablation: 'none',
    role: 'agent',
    human_minutes: null,
    human_usd_per_hour: null,
    ...more,
  };
}

const template = toTrial(givenResult(), { id: 'a' });

export function givenTrial(more: Partial<Trial> = {}): Trial {
  const trial = { ...template, ...more };
  return { ...trial, attempt_id: more.attempt_id ?? `${trial.arm}/${trial.task}/${trial.trial}` };
}

/** Per task the outcomes of its trials, a letter each: p(assed), f(ailed), e(rror), i(nvalid), - (no result). */
export function givenTrials(arm: string, outcomes: Record<string, string>, more: Partial<Trial> = {}): Trial[] {
  return Object.entries(outcomes).flatMap(([task, letters]) =>
    [...letters].flatMap((letter, i) =>
      letter === '-'
        ? []
        : [givenTrial({ arm, task, version: `${task}-v1`, trial: i + 1, outcome: OUTCOME[letter]!, ...more })],
    ),
  );
}

/** A plan over tasks with their first version; a budget of 1 USD and 10 s. */
export function givenPlan(arms: Arm[], tasks: string[], trials: number, more: Partial<Plan> = {}): Plan {
  return {
    schema: 1,
    name: 'suite',
    suite: null,
    harness_version: ENGINE_VERSION,
    rubric: '1',
    seed: 20260307,
    generator: 'listed',
    trials,
    arms,
    tasks: tasks.map(
      (id): PlannedTask => ({
        id,
        version: `${id}-v1`,
        path: `tasks/${id}/contract.yml`,
        tier: 2,
        kind: 'bug-fix',
        source: 'curated',
        strata: {},
        proven: true,
        weight: 1,
        budget_usd: 1,
        budget_wall_ms: 10_000,
      }),
    ),
    budget: { total_usd: null, task_usd: null, run_usd: null, run_tokens: null, total_wall_ms: null },
    retries: 0,
    shards: 1,
    attempts: arms.flatMap(({ id: arm }) =>
      tasks.flatMap((task) =>
        Array.from({ length: trials }, (_, i) => ({
          attempt_id: `${arm}/${task}/${i + 1}`,
          task,
          arm,
          trial: i + 1,
          shard: 1,
          ceiling_usd: 1,
          expected_ms: null,
        })),
      ),
    ),
    analysis: analysisSettingsSchema.parse({ resamples: 200 }),
    gate: { fail_on: 'gates', arms: arms.map(({ id }) => id), coverage_floor: 1, extra_trials: 0, extra_usd: null },
    digest: 'd'.repeat(64),
    ...more,
  };
}
