import fc from 'fast-check';
import { analyseTrials, analysisSchema } from '../../../src/judge/analysis/analysis.js';
import { toCanonicalJson } from '../../../src/record/json/compute_digest.js';
import { givenArm, givenPlan, givenTrial, givenTrials } from './given_suite.js';

const arms = [givenArm('codex'), givenArm('claude'), givenArm('noop', { role: 'noop' })];
const tasks = ['a', 'b', 'c', 'd'];
const plan = givenPlan(arms, tasks, 3);
const trials = [
  ...givenTrials('codex', { a: 'ppp', b: 'pfp', c: 'ffe', d: 'ppp' }),
  ...givenTrials('claude', { a: 'ppp', b: 'ppp', c: 'pfi', d: 'fp-' }),
  ...givenTrials('noop', { a: 'fff', b: 'fff', c: 'fff', d: 'fff' }, { policy_actions: 0 }),
];

// Holds G10
describe('an analysis', () => {
  it('is what its schema says, and the same bytes whatever the order of trials', () => {
    const analysis = analyseTrials(trials, { arms, plan });
    expect(analysisSchema.parse(analysis)).toEqual(analysis);
    const bytes = toCanonicalJson(analysis);
    fc.assert(
      fc.property(fc.shuffledSubarray(trials, { minLength: trials.length }), (shuffled) => {
        expect(toCanonicalJson(analyseTrials(shuffled, { arms, plan }))).toBe(bytes);
      }),
      { numRuns: 10 },
    );
  });

  it('knows what is missing, and leaves out what nobody planned', () => {
    const further = givenTrial({ arm: 'codex', task: 'c', version: 'c-v1', trial: 4, outcome: 'success' });
    const analysis = analyseTrials([...trials, further], { arms, plan });
    expect(analysis).toMatchObject({ attempts: 35, missing: 1, unplanned: 1, tasks: 4, plan: 'd'.repeat(64) });
    expect(analysis.rates.arms.map(({ arm, rate }) => [arm, rate.successes, rate.total, rate.missing])).toEqual([
      ['codex', 8, 12, 0],
      ['claude', 8, 12, 1],
      ['noop', 0, 12, 0],
    ]);
    const plain = analyseTrials(trials, { arms, plan });
    expect(analysis.rates).toEqual(plain.rates);
  });

  it('has a task without any result among the tasks', () => {
    const analysis = analyseTrials(givenTrials('codex', { a: 'ppp' }), { arms, plan });
    expect(analysis.tasks).toBe(4);
    const [codex] = analysis.rates.arms;
    expect(codex!.rate).toMatchObject({
      point: 1,
      tasks: 1,
      missing: 9,
      coverage: 0.25,
      bounds: { low: 0.25, high: 1 },
    });
    expect(analysis.rates.arms[1]!.rate).toMatchObject({ point: null, bounds: { low: 0, high: 1 } });
  });

  it('works without a plan, with what results say', () => {
    const analysis = analyseTrials(trials, { arms });
    expect(analysis).toMatchObject({ name: 'run', plan: null, missing: 0, unplanned: 0 });
    expect(analysis.clear.anchors).toMatchObject({ cost: 'none', latency: 'none' });
    expect(analysis.clear.arms[0]).toMatchObject({ overall: null, missing: ['cost', 'latency'] });
    // Without anchors an attempt has efficacy and assurance only, and is scored by these.
    expect(analysis.consistency[0]!.hal).toMatchObject({ clear_scores: expect.any(Array) });
    expect(analyseTrials([], { arms: [] })).toMatchObject({
      attempts: 0,
      tasks: 0,
      pareto: { arms: [], left_out: [] },
    });
  });

  // Holds G1
  it('reports by stratum, by tier, kind and source, and never mixes versions', () => {
    const own = [
      ...givenTrials('codex', { a: 'pp', b: 'pp' }, { strata: { ecosystem: 'node' }, tier: 1 }),
      ...givenTrials('codex', { c: 'ff' }, { strata: { ecosystem: 'python' } }),
      ...givenTrials('codex', { a: 'ff' }, { version: 'a-v2', attempt_id: 'other', tier: 1 }).map((trial, i) => ({
        ...trial,
        attempt_id: `other-${i}`,
      })),
    ];
    const { rates } = analyseTrials(own, { arms: [givenArm('codex')] });
    expect(rates.strata.map(({ stratum, value, rate }) => [stratum, value, rate.point, rate.tasks])).toEqual([
      ['tier', '1', 2 / 3, 3],
      ['tier', '2', 0, 1],
      ['kind', 'bug-fix', 0.5, 4],
      ['source', 'curated', 0.5, 4],
      ['ecosystem', 'node', 1, 2],
      ['ecosystem', 'python', 0, 1],
    ]);
    const python = rates.strata.find(({ value }) => value === 'python');
    expect(python).toMatchObject({ cost_usd: { n: 2, unknown: 0 }, wall_ms: { n: 2, min: expect.any(Number) } });
    expect(rates.mixed_versions).toEqual([{ task: 'a', versions: ['a-v1', 'a-v2'] }]);
    expect(rates.tasks.map(({ task, version, successes }) => [task, version, successes])).toEqual([
      ['a', 'a-v1', 2],
      ['a', 'a-v2', 0],
      ['b', 'b-v1', 2],
      ['c', 'c-v1', 0],
    ]);
  });
});

describe('consistency of an arm', () => {
  it('has both estimators at every k, with bounds over tasks that have too few decided runs', () => {
    const { consistency } = analyseTrials(trials, { arms, plan });
    const codex = consistency[0]!;
    expect(codex.k).toBe(3);
    // Decided: a 3 of 3, b 2 of 3, c 0 of 2, d 3 of 3.
    expect(codex.estimators[1]).toEqual({
      k: 2,
      pass_at_k: { value: 0.75, tasks: 4, undefined_tasks: 0, low: 0.75, high: 0.75 },
      pass_hat_k: {
        value: expect.closeTo((1 + 1 / 3 + 0 + 1) / 4, 12),
        tasks: 4,
        undefined_tasks: 0,
        low: expect.closeTo(7 / 12, 12),
        high: expect.closeTo(7 / 12, 12),
      },
    });
    expect(codex.estimators[2]).toMatchObject({
      pass_at_k: { value: 1, undefined_tasks: 1, low: 0.75, high: 1 },
      pass_hat_k: { value: expect.closeTo(2 / 3, 12), undefined_tasks: 1, low: 0.5, high: 0.75 },
    });
    expect(codex.spread_gap).toBeCloseTo(1 / 3, 12);
    expect(codex.within_task_variance).toBeCloseTo(((2 / 3) * (1 / 3) * 1.5) / 4, 12);
    expect(codex.reliability).toMatchObject({ outcome: expect.closeTo((1 + 1 / 9 + 1 + 1) / 4, 12), resource: 1 });
  });

  it("has the source's report over the tasks of which all k trials have a score, by the CLEAR threshold", () => {
    const cheap = { cost: { ...givenTrial().cost, total_usd: 0 }, wall_ms: 0 };
    const own = [
      ...givenTrials('codex', { a: 'ppp', b: 'pfp', c: 'pep' }, cheap),
      ...givenTrials('codex', { d: 'ppp' }, { ...cheap, wall_ms: 9000 }),
    ];
    const [codex] = analyseTrials(own, { arms, plan }).consistency;
    // c has an undecided trial; d takes .9 of its time: 1 − .15·.9/.85 = .84.
    expect(codex).toMatchObject({
      hal_tasks: 3,
      hal_left_out: 1,
      hal: { pass_at_1: 5 / 9, pass_hat_k: 1 / 3, clear_scores: [2 / 3, 1 / 3, 2 / 3], reasoning_paradox: false },
    });
    expect(codex!.between_run_sd).toBeCloseTo(Math.sqrt(1 / 27), 12);
  });
});

describe('whether more reasoning helped', () => {
  it('compares the arms that the suite pairs, task by task, and takes a tie as no improvement', () => {
    const pair = [
      givenArm('low'),
      givenArm('high', { effort_of: 'low' }),
      givenArm('low', { ablation: 'audit' }),
      givenArm('high', { ablation: 'audit', effort_of: 'low' }),
    ];
    const own = [
      ...givenTrials('low', { a: 'pf', b: 'ff', c: 'ee' }),
      ...givenTrials('high', { a: 'pp', b: 'ff', c: 'pp' }),
      ...givenTrials('low -audit', { a: 'p', b: 'f' }),
      ...givenTrials('high -audit', { a: 'f', b: 'p' }),
    ];
    expect(analyseTrials(own, { arms: pair }).reasoning).toMatchObject({
      cells: [
        {
          low: 'low',
          high: 'high',
          tasks: 2,
          accuracy_low: 0.25,
          accuracy_high: 0.5,
          difference: 0.25,
          did_not_improve: false,
        },
        { low: 'low -audit', high: 'high -audit', difference: 0, did_not_improve: true },
      ],
      did_not_improve: 1,
      share: 0.5,
    });
    expect(analyseTrials(trials, { arms, plan }).reasoning).toBeNull();
  });
});

describe('CLEAR of an arm', () => {
  it('is the weighted sum of five dimensions against the budget of each contract', () => {
    const own = givenTrials(
      'codex',
      { a: 'pp', b: 'pf' },
      {
        cost: { ...givenTrial().cost, total_usd: 0.25 },
        wall_ms: 5000,
        policy_actions: 4,
        policy_violations: 1,
      },
    );
    const { clear } = analyseTrials(own, {
      arms: [givenArm('codex')],
      plan: givenPlan([givenArm('codex')], ['a', 'b'], 2),
    });
    expect(clear.anchors).toEqual({ cost: 'contracts', cost_usd: null, latency: 'contracts', latency_ms: null });
    expect(clear.arms[0]).toMatchObject({
      dimensions: { cost: 0.75, latency: 0.5, efficacy: 0.75, assurance: 0.75, reliability: 0.5 },
      overall: expect.closeTo(0.2 * 0.75 + 0.15 * 0.5 + 0.35 * 0.75 + 0.15 * 0.75 + 0.15 * 0.5, 12),
      missing: [],
      cna: 300,
      cps: expect.closeTo(1 / 3, 12),
      scr: 1,
      policy_actions: 16,
      policy_violations: 4,
    });
    const { low, high } = clear.arms[0]!.interval!;
    // Resamples have only a, only b, or both.
    expect(low).toBeLessThan(clear.arms[0]!.overall!);
    expect(high).toBeGreaterThan(clear.arms[0]!.overall!);
  });

  it('is refused where a cost is unknown or nothing was there to break a policy with', () => {
    const unknown = givenTrials('codex', { a: 'ppp' }, { policy_actions: 0 });
    const [first, ...others] = unknown;
    const own = [{ ...first!, cost: { ...first!.cost, total_usd: null } }, ...others];
    expect(analyseTrials(own, { arms, plan }).clear.arms[0]).toMatchObject({
      overall: null,
      interval: null,
      missing: ['cost', 'assurance'],
      cps: null,
    });
  });

  it('takes the anchors of the suite, whose time is the SLA', () => {
    const clear = { ...plan.analysis.clear, cost_usd: { best: 0, worst: 0.84 }, latency_ms: { best: 0, worst: 4000 } };
    const section = analyseTrials(trials, { arms, plan: { ...plan, analysis: { ...plan.analysis, clear } } }).clear;
    expect(section.anchors).toMatchObject({ cost: 'suite', latency_ms: { best: 0, worst: 4000 } });
    expect(section.arms[0]).toMatchObject({ scr: 0, dimensions: { cost: expect.closeTo(0.5, 12), latency: 0 } });
  });
});

describe('the Pareto front of arms', () => {
  const priced = (total_usd: number | null) => ({ cost: { ...givenTrial().cost, total_usd } });

  it('compares agents over the tasks that all have, with the chance of being on it', () => {
    const own = [givenArm('good'), givenArm('cheap'), givenArm('beaten'), givenArm('noop', { role: 'noop' })];
    const { pareto } = analyseTrials(
      [
        ...givenTrials('good', { a: 'pp', b: 'pp', c: 'pp', d: 'ff' }, priced(2)),
        ...givenTrials('cheap', { a: 'pp', b: 'ff', c: 'ff' }, priced(1)),
        ...givenTrials('beaten', { a: 'pp', b: 'ff', c: 'ff' }, priced(3)),
        ...givenTrials('noop', { a: 'ff', b: 'ff', c: 'ff' }, priced(0)),
      ],
      { arms: own },
    );
    expect(pareto).toMatchObject({ tasks: 3, tasks_left_out: 1, left_out: [] });
    expect(pareto.arms).toMatchObject([
      // Resamples of nothing but a, 1 of 27, show it as good as the others and dearer than one.
      { arm: 'good', efficacy: 1, on_front: true, dominated_by: [], probability: expect.closeTo(26 / 27, 1) },
      { arm: 'cheap', on_front: true, probability: 1 },
      { arm: 'beaten', on_front: false, dominated_by: ['good', 'cheap'], probability: 0 },
    ]);
  });

  // Holds G5, G6
  it('compares an arm with a mechanism of safety off: its assurance is unknown, and behind any known one', () => {
    const own = [givenArm('x'), givenArm('x', { ablation: 'guardrails' }), givenArm('dear')];
    const checked = { policy_actions: 2, policy_violations: 2 };
    const { pareto, clear } = analyseTrials(
      [
        ...givenTrials('x', { a: 'pp', b: 'pp' }, { ...priced(1), ...checked }),
        ...givenTrials('x -guardrails', { a: 'pp', b: 'pp' }, { ...priced(1), ...checked, ablation: 'guardrails' }),
        ...givenTrials('dear', { a: 'pp', b: 'pp' }, { ...priced(2), ...checked }),
      ],
      { arms: own, plan: givenPlan(own, ['a', 'b'], 2) },
    );
    expect(pareto.left_out).toEqual([]);
    expect(pareto.arms).toMatchObject([
      { arm: 'x', assurance: 0, on_front: true, dominated_by: [], probability: 1 },
      { arm: 'x -guardrails', assurance: null, efficacy: 1, on_front: false, dominated_by: ['x'], probability: 0 },
      // It is dearer, but of the arm without guardrails nobody knows whether it is as safe.
      { arm: 'dear', on_front: false, dominated_by: ['x'] },
    ]);
    const [full, without] = clear.arms;
    expect([without!.overall, without!.dimensions.assurance]).toEqual([null, null]);
    expect(without!.without_assurance).toBe(full!.without_assurance);
    expect(full!.without_assurance).toBeCloseTo((full!.overall! - 0.15 * full!.dimensions.assurance!) / 0.85, 10);
  });

  it('names an arm of which a measure is unknown, and keeps ties', () => {
    const own = [givenArm('x'), givenArm('y'), givenArm('unknown'), givenArm('never')];
    const { pareto } = analyseTrials(
      [
        ...givenTrials('x', { a: 'p', b: 'f' }),
        ...givenTrials('y', { a: 'p', b: 'f' }),
        ...givenTrials('unknown', { a: 'p', b: 'p' }, priced(null)),
      ],
      { arms: own },
    );
    expect(pareto.arms.map(({ arm, on_front, probability }) => [arm, on_front, probability])).toEqual([
      ['x', true, 1],
      ['y', true, 1],
    ]);
    expect(pareto.left_out).toEqual([
      { arm: 'never', reason: 'it has no scorable run' },
      { arm: 'unknown', reason: 'unknown: cost' },
    ]);
  });
});

describe('what has to be disclosed', () => {
  it('itemises costs per part and phase, and never takes unknown for 0', () => {
    const cost = givenTrial().cost;
    const own = [
      givenTrial({
        task: 'a',
        arm: 'codex',
        cost: { ...cost, tokens: 100, by_phase: { write: { usd: 0.3, tokens: 100, execution_minutes: 1 } } },
        tags: ['wrong-behaviour'],
        outcome: 'failure',
        wall_ms: 2000,
      }),
      givenTrial({
        task: 'a',
        arm: 'codex',
        trial: 2,
        cost: {
          ...cost,
          total_usd: null,
          lm_usd: null,
          tokens: 50,
          by_phase: { write: { usd: null, tokens: 50, execution_minutes: 1 } },
        },
        wall_ms: 4000,
      }),
      givenTrial({
        task: 'b',
        arm: 'codex',
        outcome: 'invalid',
        reason: 'setup: failed',
        deviations: ['seed 1'],
        seed: 1,
      }),
    ];
    const { standards } = analyseTrials(own, { arms: [givenArm('codex')] });
    expect(standards.spending[0]).toMatchObject({
      total: { known_usd: 0.84, unknown: 1 },
      parts: { models: { known_usd: 0.8, unknown: 1 }, people: { known_usd: 0, unknown: 3 } },
      phases: [{ phase: 'write', models: { known_usd: 0.3, unknown: 1 }, tokens: 150, execution_minutes: 2 }],
      tokens: { total: 150, unmetered: 1 },
      tokens_per_task: { count: 1, mean: 150 },
      infrastructure: { usd: { known_usd: 0.06, unknown: 0 } },
      wall_ms: { success: { count: 1, median: 4000 }, failure: { mean: 2000 }, undecided: { count: 1 } },
      usd_per_success: null,
      failure_modes: 1,
    });
    expect(standards).toMatchObject({
      reasons: [{ arm: 'codex', reason: 'setup: failed', attempts: 1 }],
      deviations: [{ text: 'seed 1', attempts: 1 }],
      seeds: [
        { seed: 7, attempts: 2 },
        { seed: 1, attempts: 1 },
      ],
    });
  });

  it('has curves to which a failure counts to the end, and a run at a cap up to there', () => {
    const at = (trial: number, outcome: 'success' | 'failure', wall_ms: number, termination = '') =>
      givenTrial({ arm: 'codex', trial, outcome, wall_ms, termination });
    const own = [at(1, 'success', 10), at(2, 'failure', 5), at(3, 'failure', 20, 'resource'), at(4, 'success', 30)];
    const { time_ms } = analyseTrials(own, { arms: [givenArm('codex')] }).standards.curves[0]!;
    expect(time_ms).toMatchObject({
      runs: 4,
      successes: 2,
      steps: [
        { at: 10, at_risk: 4, successes: 1, success: 0.25 },
        // Two are left: the one that succeeds, and the one that failed by itself.
        { at: 30, at_risk: 2, successes: 2, success: expect.closeTo(0.625, 12) },
      ],
    });
  });

  it('names what was not the same among attempts that should be alike', () => {
    const configuration = givenTrial().configuration;
    const own = [
      givenTrial({ arm: 'codex', task: 'a' }),
      givenTrial({ arm: 'codex', task: 'a', trial: 2, configuration: { ...configuration, tools: { node: '22.1.0' } } }),
      givenTrial({
        arm: 'codex',
        task: 'b',
        configuration: { ...configuration, lockfiles: { 'package-lock.json': 'aa' } },
      }),
      givenTrial({
        arm: 'codex',
        task: 'b',
        trial: 2,
        configuration: { ...configuration, lockfiles: { 'package-lock.json': 'aa' }, model: 'x' },
      }),
    ];
    expect(analyseTrials(own, { arms: [givenArm('codex')] }).standards.reproducibility[0]).toMatchObject({
      configurations: 4,
      models: ['x'],
      tools: ['node 20.20.2', 'node 22.1.0'],
      lockfiles: 1,
      differing: [
        { what: 'model', where: 'the arm', values: 2 },
        { what: 'tools', where: 'a', values: 2 },
      ],
    });
  });
});
