import fc from 'fast-check';
import { analysisSettingsSchema } from '../../../../src/contract/suite/analysis_settings.js';
import { CLEARFramework, UNIFIED_IHSAN_THRESHOLD } from '../../../../src/judge/analysis/clear/clear_framework.js';
import { createClearScorer } from '../../../../src/judge/analysis/clear/clear_scorer.js';
import type { Trial } from '../../../../src/judge/analysis/trials/trial.js';
import { givenTrials } from '../given_trials.js';

const cost_usd = { best: 0, worst: 2 };
const latency_ms = { best: 0, worst: 60_000 };
const settings = analysisSettingsSchema.parse({ clear: { cost_usd, latency_ms } });
const scorer = createClearScorer(settings, []);

it('has one default threshold, in suites and in the framework of the source', () => {
  expect([settings.clear.threshold, new CLEARFramework().settings.threshold]).toEqual([
    UNIFIED_IHSAN_THRESHOLD,
    UNIFIED_IHSAN_THRESHOLD,
  ]);
});

function givenTrial(changes: Partial<Trial>): Trial {
  const [trial] = givenTrials('a', { one: 's' });
  return { ...trial!, ...changes };
}

it('scores an attempt as the framework of the source does, also where its cost is unknown', () => {
  const attempts = fc.record({
    success: fc.boolean(),
    usd: fc.option(fc.double({ min: 0, max: 5, noNaN: true })),
    wall_ms: fc.nat(120_000),
    actions: fc.nat(20),
    violations: fc.nat(20),
  });
  return fc.assert(
    fc.asyncProperty(attempts, async ({ success, usd, wall_ms, actions, violations }) => {
      const policy_violations = Math.min(actions, violations);
      const { cost } = givenTrial({});
      const trial = givenTrial({
        ...{ outcome: success ? 'success' : 'failure', wall_ms, policy_actions: actions, policy_violations },
        cost: { ...cost, total_usd: usd },
      });
      const framework = new CLEARFramework({ cost_usd, latency_ms, weights: settings.clear.weights });
      await framework.evaluate('x', 'a', async (context) => {
        const value = success ? 1 : 0;
        context.record_efficacy({ accuracy: value, task_completion: value });
        if (usd !== null) context.record_cost({ usd });
        context.record_latency({ total_ms: wall_ms });
        context.record_assurance({ policy_actions: actions, policy_violations });
      });
      expect(scorer.scoreTrial(trial)).toBeCloseTo(framework.get_metrics('x').compute_overall_score()!, 10);
    }),
    { numRuns: 200 },
  );
});

it.each(['guardrails', 'locking+profiles', 'audit', 'network_policies', 'all'])(
  'gives no score to an attempt with %s switched off: nobody looked for violations',
  (ablation) => {
    expect(scorer.scoreTrial(givenTrial({ ablation, policy_actions: 4, policy_violations: 0 }))).toBeNull();
  },
);

it.each(['none', 'locking', 'memory+queue'])('scores an attempt with %s switched off', (ablation) => {
  expect(scorer.scoreTrial(givenTrial({ ablation }))).not.toBeNull();
});
