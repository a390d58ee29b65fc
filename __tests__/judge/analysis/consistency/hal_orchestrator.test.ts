import fc from 'fast-check';
import { CLEARFramework } from '../../../../src/judge/analysis/clear/clear_framework.js';
import { type ParetoPoint, paretoFront } from '../../../../src/judge/analysis/clear/pareto_front.js';
import { armConsistencySchema } from '../../../../src/judge/analysis/consistency/compute_arm_consistency.js';
import { consistencyReport, reasoningParadox } from '../../../../src/judge/analysis/consistency/consistency_report.js';
import { type HALInference, HALOrchestrator } from '../../../../src/judge/analysis/consistency/hal_orchestrator.js';

const tasks = Array.from({ length: 10 }, (_, i) => ({ id: `t${i}`, prompt: `task_${i}` }));
const point = (agent_id: string, cost: number, efficacy: number): ParetoPoint => ({
  agent_id,
  cost,
  efficacy,
  reliability: 0.5,
  latency: 100,
  assurance: 1,
});

/** Answers from a table of passes: a letter per task, p = right. */
function givenAgent(...passes: string[]): HALInference {
  return async (prompt, { run }) => {
    const right = passes[run]![Number(prompt.split('_')[1])] === 'p' ? 1 : 0;
    return { accuracy: right, completion: right, cost_usd: 0, latency_ms: 0 };
  };
}

describe('anchors of the source', () => {
  // Holds G3
  it('reports consistency over k passes', async () => {
    const hal = new HALOrchestrator({ k: 4 });
    const inference = givenAgent('ppppppppff', 'pppppppppf', 'pppppppfff', 'ppppppfppf');
    const report = await hal.evaluate_consistency('test-agent', tasks, { k: 4, inference });
    expect(report).toEqual({
      pass_at_1: 0.8,
      pass_at_k: 0.6,
      consistency_gap: 0.8 - 0.6,
      run_variance: expect.closeTo(0.02 / 3, 12),
      clear_scores: [0.8, 0.9, 0.7, 0.8],
      reasoning_paradox: true,
      pareto_efficient: false,
    });
    expect(hal.history).toEqual([report]);
  });

  it('test_hal_consistency_report: without an inference the answers are simulated, and the report says so', async () => {
    const hal = new HALOrchestrator({ k: 4 });
    const report = await hal.evaluate_consistency('test-agent', tasks, { k: 4 });
    expect(report.pass_at_1).toBeGreaterThanOrEqual(0);
    expect(report.pass_at_1).toBeLessThanOrEqual(1);
    expect(report.pass_at_k).toBeGreaterThanOrEqual(0);
    expect(report.pass_at_k).toBeLessThanOrEqual(1);
    expect(report.consistency_gap).toBe(report.pass_at_1 - report.pass_at_k);
    expect(report.consistency_gap).toBeGreaterThanOrEqual(0);
    expect(report.simulated).toBe(true);
    expect(await hal.evaluate_consistency('test-agent', tasks)).toMatchObject({ simulated: true });
  });

  it('has no simulated report in an analysis', async () => {
    const simulated = await new HALOrchestrator({ k: 1 }).evaluate_consistency('a', tasks);
    const { hal } = armConsistencySchema.shape;
    const { simulated: mark, pass_at_k: pass_hat_k, ...report } = simulated;
    const isStored = (value: object) => hal.safeParse(value).success;
    expect([mark, isStored({ ...report, pass_hat_k }), isStored({ ...report, pass_hat_k, simulated: mark })]).toEqual([
      true,
      true,
      false,
    ]);
  });

  // Holds G5
  it('keeps the front: B dominates A with lower cost and higher efficacy', () => {
    const hal = new HALOrchestrator();
    hal.update_pareto_frontier(point('A', 10, 0.9));
    expect(hal.is_pareto_efficient('A')).toBe(true);
    hal.update_pareto_frontier(point('B', 5, 0.95));
    expect(hal.is_pareto_efficient('B')).toBe(true);
    expect(hal.is_pareto_efficient('A')).toBe(false);
    expect(hal.pareto_frontier).toEqual([point('B', 5, 0.95)]);
  });
});

describe('an evaluation of consistency', () => {
  it('makes k passes over all tasks, in order, and the default k is 8', async () => {
    const calls: string[] = [];
    const hal = new HALOrchestrator();
    const inference: HALInference = async (prompt, { run, task, agent_id }) => {
      calls.push(`${agent_id} ${run} ${task.id} ${prompt}`);
      return { accuracy: 1, completion: 1 };
    };
    const report = await hal.evaluate_consistency('a', tasks.slice(0, 2), { inference });
    expect(calls).toHaveLength(16);
    expect(calls.slice(0, 3)).toEqual(['a 0 t0 task_0', 'a 0 t1 task_1', 'a 1 t0 task_0']);
    expect(report.clear_scores).toEqual(Array(8).fill(1));
    expect(report.pass_at_k).toBe(1);
  });

  it('counts an evaluation as a success at the threshold of its CLEAR score, cost and time included', async () => {
    const clear = () =>
      new CLEARFramework({ cost_usd: { best: 0, worst: 1 }, latency_ms: { best: 0, worst: 1000 }, threshold: 0.9 });
    const at = async (cost_usd: number, latency_ms: number) =>
      (
        await new HALOrchestrator({ clear: clear(), k: 1 }).evaluate_consistency('a', tasks.slice(0, 1), {
          inference: async () => ({ accuracy: 1, completion: 1, cost_usd, latency_ms }),
        })
      ).pass_at_1;
    // Weights .20 cost, .15 latency, .35 efficacy: dear by half costs .10 / .70 of the score.
    expect(await at(0.3, 0)).toBe(1);
    expect(await at(0.5, 0)).toBe(0);
    expect(await at(0, 400)).toBe(1);
    expect(await at(0, 900)).toBe(0);
  });

  it('knows whether the agent was on the front when it was evaluated, and can be made again', async () => {
    const hal = new HALOrchestrator({ k: 1 });
    hal.update_pareto_frontier(point('a', 1, 1));
    const inference = givenAgent('pppppppppp');
    expect((await hal.evaluate_consistency('a', tasks, { inference })).pareto_efficient).toBe(true);
    expect((await hal.evaluate_consistency('b', tasks, { inference })).pareto_efficient).toBe(false);
    await hal.evaluate_consistency('a', tasks, { inference });
    expect(hal.history).toHaveLength(3);
  });

  it('refuses what would measure nothing, and reports nothing when an inference breaks', async () => {
    const hal = new HALOrchestrator({ k: 1 });
    const inference = givenAgent('pppppppppp');
    await expect(hal.evaluate_consistency('a', tasks, { inference: 'x' as never })).rejects.toThrow('no function');
    await expect(hal.evaluate_consistency('a', [], { inference })).rejects.toThrow('no tasks');
    await expect(hal.evaluate_consistency('a', [...tasks, tasks[0]!], { inference })).rejects.toThrow('same id');
    await expect(hal.evaluate_consistency('a', tasks, { k: 0, inference })).rejects.toThrow('k is 0');
    expect(() => new HALOrchestrator({ k: 1.5 })).toThrow('k is 1.5');
    await expect(hal.evaluate_consistency('a', tasks, { inference: async () => ({ accuracy: 2 }) })).rejects.toThrow(
      'accuracy is 2',
    );
    await expect(
      hal.evaluate_consistency('a', tasks, { inference: () => Promise.reject(new Error('gone')) }),
    ).rejects.toThrow('gone');
    expect(hal.history).toEqual([]);
  });
});

describe('the report of the source', () => {
  const matrix = fc
    .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }))
    .chain(([k, n]) =>
      fc.array(fc.array(fc.boolean(), { minLength: n, maxLength: n }), { minLength: k, maxLength: k }),
    );

  it('has a gap that is never negative, not even by rounding', () => {
    fc.assert(
      fc.property(matrix, (passes) => {
        const { pass_at_1, pass_at_k, consistency_gap, run_variance } = consistencyReport(passes, false);
        expect(consistency_gap).toBe(pass_at_1 - pass_at_k);
        expect(consistency_gap).toBeGreaterThanOrEqual(0);
        expect(pass_at_1).toBeLessThanOrEqual(1);
        expect(run_variance).toBeGreaterThanOrEqual(0);
      }),
    );
    // .7 three times adds up to 2.0999999999999996.
    const seven = [...'pppppppfff'].map((letter) => letter === 'p');
    expect(consistencyReport([seven, seven, seven], false).consistency_gap).toBe(0);
  });

  it('sees a paradox from four passes on, when the last two fall behind the first two by more than .05', () => {
    const pass = (n: number) => Array.from({ length: 20 }, (_, i) => i < n);
    expect(reasoningParadox([20, 20, 0].map(pass))).toBe(false);
    expect(reasoningParadox([20, 20, 18, 18].map(pass))).toBe(true);
    expect(reasoningParadox([20, 20, 19, 20].map(pass))).toBe(false);
    expect(reasoningParadox([10, 10, 0, 20, 20].map(pass))).toBe(false);
  });

  it('refuses passes that do not fit together', () => {
    expect(() => consistencyReport([], false)).toThrow(RangeError);
    expect(() => consistencyReport([[]], false)).toThrow(RangeError);
    expect(() => consistencyReport([[true], [true, false]], false)).toThrow(RangeError);
  });
});

describe('the Pareto front', () => {
  /** Published results of CLEAR: efficacy, cost, seconds, assurance, reliability. */
  const table = {
    'ReAct-GPT4': [72.3, 2.87, 8.4, 0.89, 58.3],
    'ReAct-GPT-o3': [68.7, 0.31, 4.2, 0.85, 52.1],
    Reflexion: [74.1, 5.12, 12.7, 0.91, 61.2],
    'Plan-Execute': [71.9, 1.24, 6.8, 0.88, 64.5],
    ToolFormer: [69.5, 1.89, 5.9, 0.82, 55.7],
    'Domain-Tuned': [70.3, 0.27, 3.8, 0.93, 72.8],
  };
  const points = Object.entries(table).map(([agent_id, [efficacy, cost, latency, assurance, reliability]]) => ({
    agent_id,
    efficacy: efficacy!,
    cost: cost!,
    latency: latency!,
    assurance: assurance!,
    reliability: reliability!,
  }));

  // Holds G5
  it('is the true one of the published table, not its starred one', () => {
    expect(
      paretoFront(points)
        .map(({ agent_id }) => agent_id)
        .sort(),
    ).toEqual(['Domain-Tuned', 'Plan-Execute', 'ReAct-GPT4', 'Reflexion']);
  });

  it('keeps ties, has no front of nothing, and refuses what is not known', () => {
    expect(paretoFront([point('A', 1, 1), point('B', 1, 1)])).toHaveLength(2);
    expect(paretoFront([])).toEqual([]);
    expect(() => paretoFront([point('A', Number.NaN, 1)])).toThrow('A: cost is NaN');
  });

  it('does not depend on the order in which points are added', () => {
    const small = fc.integer({ min: 0, max: 2 });
    const any = fc.record({ cost: small, efficacy: small, reliability: small, latency: small, assurance: small });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 8 }), (values) => {
        const own = values.map((value, i) => ({ agent_id: `a${i}`, ...value }));
        const hal = new HALOrchestrator();
        for (const each of own) hal.update_pareto_frontier(each);
        const ids = (front: readonly ParetoPoint[]) => front.map(({ agent_id }) => agent_id).sort();
        expect(ids(hal.pareto_frontier)).toEqual(ids(paretoFront([...own].reverse())));
        expect(values.length === 0 || hal.pareto_frontier.length > 0).toBe(true);
      }),
    );
  });
});

describe('an evaluation with calls side by side', () => {
  it('comes to the report of the same calls one after the other, and keeps to the limit', async () => {
    let [running, most] = [0, 0];
    const answer = givenAgent('ppppppppff', 'pppppppppf', 'pppppppfff', 'ppppppfppf');
    const inference: HALInference = async (prompt, call) => {
      most = Math.max(most, ++running);
      await new Promise(setImmediate);
      running--;
      return answer(prompt, call);
    };
    const one = await new HALOrchestrator().evaluate_consistency('a', tasks, { k: 4, inference });
    expect(most).toBe(1);
    expect(await new HALOrchestrator().evaluate_consistency('a', tasks, { k: 4, inference, parallel: 3 })).toEqual(one);
    expect(most).toBe(3);
  });

  it('refuses an inference that is none, and a number of calls that is not whole', async () => {
    const hal = new HALOrchestrator();
    const inference = givenAgent('pppppppppp');
    await expect(hal.evaluate_consistency('a', tasks, { k: 1, inference: null as never })).rejects.toThrow(RangeError);
    await expect(hal.evaluate_consistency('a', tasks, { inference, parallel: 0 })).rejects.toThrow(RangeError);
  });
});
