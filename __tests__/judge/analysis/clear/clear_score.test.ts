import { CLEARFramework, EvaluationContext } from '../../../../src/judge/analysis/clear/clear_framework.js';
import {
  attemptScore,
  clearScore,
  costNormalisedAccuracy,
  normalised,
  policyAdherence,
} from '../../../../src/judge/analysis/clear/clear_score.js';

describe('CLEAR against anchors', () => {
  /**
   * Published results of CLEAR: efficacy %, USD, CNA, seconds, PAS, reliability at k = 8 in %. Equal weights, min–max
   * anchors of the table.
   */
  const table: [agent: string, number, number, number, number, number, number, clear: number][] = [
    ['ReAct-GPT4', 72.3, 2.87, 25.2, 8.4, 0.89, 58.3, 0.629],
    ['ReAct-GPT-o3', 68.7, 0.31, 221.6, 4.2, 0.85, 52.1, 0.801],
    ['Reflexion', 74.1, 5.12, 14.5, 12.7, 0.91, 61.2, 0.453],
    ['Plan-Execute', 71.9, 1.24, 58.0, 6.8, 0.88, 64.5, 0.741],
    ['ToolFormer', 69.5, 1.89, 36.8, 5.9, 0.82, 55.7, 0.7],
    ['Domain-Tuned', 70.3, 0.27, 260.4, 3.8, 0.93, 72.8, 0.872],
  ];
  const equal = { cost: 0.2, latency: 0.2, efficacy: 0.2, assurance: 0.2, reliability: 0.2 };

  it.each(table)(
    'reproduces %s of the published table',
    (_agent, efficacy, usd, cna, seconds, assurance, reliable, clear) => {
      const { score } = clearScore(
        {
          cost: normalised(usd, { best: 0.27, worst: 5.12 }),
          latency: normalised(seconds, { best: 3.8, worst: 12.7 }),
          efficacy: efficacy / 100,
          assurance,
          reliability: reliable / 100,
        },
        equal,
      );
      expect(score).toBeCloseTo(clear, 3);
      // The table rounds what it was computed from.
      expect(Math.abs(costNormalisedAccuracy(efficacy / 100, usd)! / cna - 1)).toBeLessThan(0.003);
    },
  );

  // Holds G4
  it('is refused, with what is missing, when a dimension that has weight is not known', () => {
    const known = { cost: 1, latency: 1, efficacy: 1, assurance: 1, reliability: 1 };
    expect(clearScore(known)).toEqual({ score: 1, missing: [] });
    expect(clearScore({ ...known, assurance: null, cost: null })).toEqual({
      score: null,
      missing: ['cost', 'assurance'],
    });
    const without = { ...equal, assurance: 0, efficacy: 0.4 };
    expect(clearScore({ ...known, assurance: null }, without)).toEqual({ score: 1, missing: [] });
    expect(() => clearScore(known, { ...equal, cost: 0.3 })).toThrow('sum to 1');
    expect(() => clearScore(known, { ...equal, cost: -0.1, latency: 0.5 })).toThrow('at least 0');
  });

  it('places values between the anchors, and cuts what lies beyond', () => {
    expect([-1, 0, 2.5, 10, 99].map((usd) => normalised(usd, { best: 0, worst: 10 }))).toEqual([1, 1, 0.75, 0, 0]);
    expect([1, 2].map((usd) => normalised(usd, { best: 1, worst: 1 }))).toEqual([1, 0]);
    expect(() => normalised(Number.NaN, { best: 0, worst: 1 })).toThrow(RangeError);
    expect(() => normalised(1, { best: 2, worst: 1 })).toThrow(RangeError);
  });

  it('has no adherence without policy-critical actions, and no efficiency of what is free', () => {
    expect([policyAdherence(0, 0), policyAdherence(8, 2)]).toEqual([null, 0.75]);
    expect(costNormalisedAccuracy(0.5, 0)).toBeNull();
  });
});

describe('the score of a single attempt', () => {
  it('is the weighted mean of what is known; nothing without efficacy', () => {
    expect(attemptScore({ efficacy: 1 })).toBe(1);
    expect(attemptScore({ efficacy: 1, cost: 0 })).toBeCloseTo(0.35 / 0.55, 12);
    expect(attemptScore({ efficacy: 0, cost: 1, latency: 1 })).toBeCloseTo(0.5, 12);
    expect(attemptScore({ cost: 1, latency: 1 })).toBeNull();
  });
});

describe('the framework keeps evaluations apart', () => {
  it('has a fresh context for each, and metrics only of what ended', async () => {
    const clear = new CLEARFramework();
    let other: EvaluationContext | undefined;
    await clear.evaluate('e1', 'a', async (context) => {
      context.record_efficacy({ accuracy: 1, task_completion: 0.5 });
      context.record_cost({ usd: 2.5, tokens: 10 });
      context.record_latency({ total_ms: 900_000 });
      context.record_assurance({ policy_actions: 4, policy_violations: 1 });
      other = context;
    });
    const metrics = clear.get_metrics('e1');
    expect(metrics.dimensions).toEqual({ cost: 0.5, latency: 0.5, efficacy: 0.75, assurance: 0.75, reliability: null });
    // (.20·.5 + .15·.5 + .35·.75 + .15·.75) / .85
    expect(metrics.compute_overall_score()).toBeCloseTo(0.55 / 0.85, 12);
    other!.record_cost({ usd: 0 });
    expect(metrics.dimensions.cost).toBe(0.5);
    await clear.evaluate('e2', 'a', async () => undefined);
    expect(clear.get_metrics('e2').compute_overall_score()).toBeNull();
    await expect(clear.evaluate('e1', 'a', async () => undefined)).rejects.toThrow('evaluated before');
    await expect(clear.evaluate('e3', 'a', () => Promise.reject(new Error('broke')))).rejects.toThrow('broke');
    expect(() => clear.get_metrics('e3')).toThrow('no evaluation');
  });

  it('refuses what cannot be', () => {
    const context = new EvaluationContext('e', 'a');
    expect(() => context.record_efficacy({ accuracy: 1.1, task_completion: 0 })).toThrow('accuracy is 1.1');
    expect(() => context.record_cost({ usd: -1 })).toThrow('usd is -1');
    expect(() => context.record_latency({ total_ms: Number.NaN })).toThrow('total_ms is NaN');
    expect(() => context.record_assurance({ policy_actions: 1, policy_violations: 2 })).toThrow(
      'policy_violations is 2',
    );
    expect(context.recorded.usd).toBeNull();
  });
});
