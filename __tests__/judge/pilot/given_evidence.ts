import { analysisSettingsSchema, pilotSettingsSchema } from '../../../src/contract/suite/analysis_settings.js';
import type { Trial } from '../../../src/judge/analysis/trials/trial.js';
import { bindProtocol, createDraftProtocol } from '../../../src/judge/pilot/draft_protocol.js';
import type { PilotAttempt, PilotEvidence } from '../../../src/judge/pilot/pilot_evidence.js';
import { randomisedOrder } from '../../../src/judge/statistics/randomised_order.js';
import { ENGINE_VERSION } from '../../../src/record/manifest/engine_version.js';
import type { Plan } from '../../../src/record/planning/plan.js';
import { givenArm, givenPlan, givenTrial, givenTrials } from '../analysis/given_suite.js';

export const ARMS = [
  givenArm('alpha'),
  givenArm('beta'),
  givenArm('noop', { role: 'noop' }),
  givenArm('script', { role: 'scripted' }),
];

export interface GivenPilot {
  tasks?: string[];
  arms?: Plan['arms'];
  trials?: number;
  plan?: Partial<Plan>;
  settings?: Record<string, unknown>;
  analysis?: Record<string, unknown>;
}

/** Tasks in two strata, by whether their last letter is a vowel. */
export const stratumOf = (task: string) => (/[aeiou]$/.test(task) ? 'vowel' : 'consonant');

export function givenDraft({
  tasks = ['a', 'b', 'c', 'e'],
  arms = ARMS,
  trials = 3,
  plan = {},
  settings = {},
  analysis = {},
}: GivenPilot = {}) {
  const ids = arms.map(({ id }) => id);
  const order = randomisedOrder({
    tasks: tasks.map((id) => ({ id, stratum: stratumOf(id) })),
    arms: ids,
    trials,
    seed: 20260307,
  });
  const base = givenPlan(arms, tasks, trials, plan);
  const byId = new Map(base.attempts.map((attempt) => [attempt.attempt_id, attempt]));
  const { digest: _, ...whole } = base;
  const asked = pilotSettingsSchema.parse({ stage_2: { trials: 2 }, ...settings });
  return createDraftProtocol(
    {
      ...whole,
      budget: { ...whole.budget, total_usd: 100, ...plan.budget },
      suite: { path: 'gatebench.yml', sha256: '0'.repeat(64) },
      analysis: analysisSettingsSchema.parse({ resamples: 200, ...analysis }),
      attempts: order.map(({ task, arm, trial }) => byId.get(`${arm}/${task}/${trial}`)!),
    },
    asked,
    stratumOf,
  );
}

/** A pilot of which these trials were run, each in the stage whose plan has it; records lie beside them. */
export function givenEvidence(
  trials: readonly Trial[],
  given: GivenPilot = {},
  more: Partial<PilotAttempt> = {},
): PilotEvidence {
  const { protocol, stages } = givenDraft(given);
  const ended = trials.map((trial) => ({ ...trial, termination: trial.termination || 'finished' }));
  return {
    protocol: bindProtocol(protocol, {}),
    removed: [],
    foreign: [],
    declared: [],
    proofs: new Map(),
    stages: stages.map(({ stage, plan }) => {
      const there = new Map(ended.map((trial) => [trial.attempt_id, trial]));
      return {
        stage,
        plan,
        done: plan.attempts.flatMap(({ attempt_id }) => {
          const trial = there.get(attempt_id);
          return trial ? [{ trial, recorded: true, began: null, folder: 'runs', ...more }] : [];
        }),
        missing: plan.attempts.filter(({ attempt_id }) => !there.has(attempt_id)),
        unplanned: [],
      };
    }),
  };
}

/** Trials of all arms: per task its letters, see `givenTrials`. Costs are known: a tenth of a dollar each. */
export function everyArm(outcomes: Record<string, string>, more: Partial<Trial> = {}, arms = ARMS): Trial[] {
  const cost = { ...givenTrial().cost, total_usd: 0.1 };
  return arms.flatMap(({ id }) =>
    givenTrials(id, outcomes, {
      cost,
      rubric: '1',
      harness_version: ENGINE_VERSION,
      tags: [],
      deviations: [],
      unsafe: false,
      seed: 20260307,
      ...more,
    }),
  );
}
